//! A table for spreadsheets: a row for every sentence about an entity.

use csv::Writer;

use crate::export::entities::content::{Export, ExportedSentence};

const COLUMNS: [&str; 12] = [
    "name",
    "kind",
    "importance",
    "mentions",
    "other names",
    "says",
    "sentence",
    "page",
    "start",
    "end",
    "with",
    "id",
];

/// Returns the table, entity by entity, in the order of the text.
pub(super) fn written(export: &Export) -> Result<String, csv::Error> {
    let mut table = Writer::from_writer(Vec::new());
    table.write_record(COLUMNS)?;
    for entity in &export.entities {
        for ExportedSentence { text, kind, place, entities } in export.sentences_about(entity.id) {
            let with = entities.iter().filter(|&&other| other != entity.id);
            let with = with.map(|&other| export.name(other));
            table.write_record([
                as_text(&entity.name),
                entity.kind_word().to_owned(),
                entity.importance.weight().to_string(),
                entity.mentions.to_string(),
                as_text(&joined(entity.other_names())),
                kind.word().to_owned(),
                as_text(text),
                place.page.map_or_else(String::new, |page| page.to_string()),
                place.start.to_string(),
                place.end.to_string(),
                as_text(&joined(with)),
                entity.id.to_string(),
            ])?;
        }
    }
    let bytes = table.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join("; ")
}

/// Returns a cell that no spreadsheet takes for a formula.
fn as_text(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::example::hostile;
    use super::*;

    #[test]
    fn every_sentence_is_a_row_of_text() {
        let table = written(&hostile()).unwrap();
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        assert_eq!(reader.headers().unwrap(), COLUMNS.as_slice());
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert_eq!(rows.len(), 6);
        let first = [
            "Ann <b>",
            "person",
            "0.7",
            "2",
            "Sir Ann <b>",
            "attribute",
            "'=2+3 said Ann, \"twice\" & more.",
        ];
        assert_eq!(rows[0].iter().take(7).collect::<Vec<_>>(), first);
        assert_eq!(rows[0].iter().skip(7).collect::<Vec<_>>(), ["1", "0", "5", "../etc", "0"]);
        assert_eq!((&rows[4][0], &rows[4][1], &rows[4][10]), ("CON", "", "Ann <b>; ../etc"));
    }
}
