//! Which entities are named together, as a graph.

use std::collections::BTreeMap;
use std::io;

use protocol::EntityId;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::export::entities::content::Export;

/// The attributes of nodes and edges: key, element, name, type.
const KEYS: [(&str, &str, &str, &str); 6] = [
    ("name", "node", "name", "string"),
    ("kind", "node", "kind", "string"),
    ("importance", "node", "importance", "double"),
    ("mentions", "node", "mentions", "int"),
    ("names", "node", "other names", "string"),
    ("sentences", "edge", "sentences", "int"),
];

/// Returns the entities, with an edge between every two that a sentence names together.
pub(super) fn written(export: &Export) -> io::Result<String> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let root = xml.create_element("graphml");
    let root = root.with_attribute(("xmlns", "http://graphml.graphdrawing.org/xmlns"));
    root.write_inner_content(|xml| {
        for (id, of, name, kind) in KEYS {
            let key = xml.create_element("key").with_attributes([("id", id), ("for", of)]);
            key.with_attributes([("attr.name", name), ("attr.type", kind)]).write_empty()?;
        }
        let graph = xml.create_element("graph").with_attribute(("edgedefault", "undirected"));
        graph.write_inner_content(|xml| inner(xml, export)).map(drop)
    })?;
    Ok(String::from_utf8_lossy(&xml.into_inner()).into_owned() + "\n")
}

fn inner(xml: &mut Writer<Vec<u8>>, export: &Export) -> io::Result<()> {
    for entity in &export.entities {
        let others = entity.other_names().collect::<Vec<_>>().join("; ");
        let node = xml.create_element("node").with_attribute(("id", node(entity.id).as_str()));
        node.write_inner_content(|xml| {
            data(xml, "name", &entity.name)?;
            data(xml, "kind", entity.kind_word())?;
            data(xml, "importance", &entity.importance.weight().to_string())?;
            data(xml, "mentions", &entity.mentions.to_string())?;
            data(xml, "names", &others)
        })?;
    }
    for ((one, other), count) in together(export) {
        let ends = [("source", node(one)), ("target", node(other))];
        let ends = ends.iter().map(|(name, value)| (*name, value.as_str()));
        xml.create_element("edge")
            .with_attributes(ends)
            .write_inner_content(|xml| data(xml, "sentences", &count.to_string()))?;
    }
    Ok(())
}

fn node(id: EntityId) -> String {
    format!("n{id}")
}

fn data(xml: &mut Writer<Vec<u8>>, key: &str, text: &str) -> io::Result<()> {
    // XML does not allow these characters.
    let is_excluded = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let text: String = text.chars().filter(|&c| !is_excluded(c)).collect();
    let data = xml.create_element("data").with_attribute(("key", key));
    data.write_text_content(BytesText::new(&text)).map(drop)
}

/// Returns the number of sentences that name each pair of entities.
fn together(export: &Export) -> BTreeMap<(EntityId, EntityId), u32> {
    let mut counts = BTreeMap::new();
    for sentence in &export.sentences {
        for (at, &one) in sentence.entities.iter().enumerate() {
            for &other in &sentence.entities[at + 1..] {
                *counts.entry((one.min(other), one.max(other))).or_insert(0) += 1;
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::example::hostile;
    use super::*;

    #[test]
    fn two_that_are_named_together_have_an_edge() {
        let export = hostile();
        let expected = [((0, 1), 2), ((0, 2), 1), ((1, 2), 1)];
        assert_eq!(together(&export).into_iter().collect::<Vec<_>>(), expected);
        let graph = written(&export).unwrap();
        assert!(graph.contains("<data key=\"name\">Ann &lt;b&gt;</data>"), "{graph}");
        assert!(graph.contains("<edge source=\"n0\" target=\"n1\">"), "{graph}");
        assert_eq!((graph.matches("<node ").count(), graph.matches("<edge ").count()), (4, 3));
    }
}
