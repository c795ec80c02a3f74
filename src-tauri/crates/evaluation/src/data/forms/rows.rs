//! Lists of records, which some loaders turn into records of lists.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::{Map, Value};

/// Reads `[{"a": 1, "b": 2}, …]` and `{"a": [1, …], "b": [2, …]}` alike.
pub fn rows<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let rows = by_row(Value::deserialize(from)?).ok_or_else(|| D::Error::custom("no list"))?;
    let read: Result<Vec<T>, _> = rows.into_iter().map(serde_json::from_value).collect();
    read.map_err(D::Error::custom)
}

fn by_row(value: Value) -> Option<Vec<Value>> {
    let columns = match value {
        Value::Array(rows) => return Some(rows),
        Value::Object(columns) => columns,
        _ => return None,
    };
    let mut rows: Vec<Map<String, Value>> = Vec::new();
    for (name, column) in columns {
        let Value::Array(cells) = column else { return None };
        let longest = rows.len().max(cells.len());
        rows.resize_with(longest, Map::new);
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.insert(name.clone(), cell);
        }
    }
    Some(rows.into_iter().map(Value::Object).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn columns_become_rows() {
        let rows = json!([{"a": 1, "b": [2]}, {"a": 3, "b": [4]}]);
        let columns = json!({"a": [1, 3], "b": [[2], [4]]});
        assert_eq!(by_row(columns), by_row(rows));
        assert_eq!(by_row(json!({"a": [1], "b": []})), Some(vec![json!({"a": 1})]));
        assert_eq!((by_row(json!("a")), by_row(json!({"a": 1}))), (None, None));
    }
}
