//! Linked data in the terms of schema.org, with places in those of the Web Annotation vocabulary.

use protocol::{Entity, EntityId, EntityKind};
use serde_json::{Value, json};

use crate::export::entities::content::{Export, ExportedSentence};

const DOCUMENT: &str = "#document";

/// Returns the document, its entities, and the sentences that name them.
pub(super) fn written(export: &Export) -> serde_json::Result<String> {
    let document = json!({ "@id": DOCUMENT, "@type": "CreativeWork", "name": export.title });
    let entities = export.entities.iter().map(entity);
    let sentences = export.sentences.iter().zip(1..).map(quotation);
    let graph: Vec<Value> = [document].into_iter().chain(entities).chain(sentences).collect();
    let context = json!(["https://schema.org", { "oa": "http://www.w3.org/ns/oa#" }]);
    let page = json!({ "@context": context, "@graph": graph });
    Ok(serde_json::to_string_pretty(&page)? + "\n")
}

fn entity(entity: &Entity) -> Value {
    let kind = match entity.kind {
        Some(EntityKind::Person) => "Person",
        Some(EntityKind::Place) => "Place",
        Some(EntityKind::Organisation) => "Organization",
        // schema.org has no class of its own for a date.
        Some(EntityKind::Thing | EntityKind::Time) | None => "Thing",
    };
    let others: Vec<&str> = entity.other_names().collect();
    json!({
        "@id": id(entity.id), "@type": kind, "name": entity.name, "alternateName": others,
        "subjectOf": { "@id": DOCUMENT },
    })
}

fn quotation((sentence, number): (&ExportedSentence, u32)) -> Value {
    let place = &sentence.place;
    let named: Vec<Value> =
        sentence.entities.iter().map(|&entity| json!({ "@id": id(entity) })).collect();
    let mut value = json!({
        "@id": format!("#sentence-{number}"), "@type": "Quotation", "text": sentence.text,
        "isPartOf": { "@id": DOCUMENT }, "mentions": named, "keywords": sentence.kind.word(),
        "oa:hasSelector": {
            "@type": "oa:TextPositionSelector", "oa:start": place.start, "oa:end": place.end,
        },
    });
    if let Some(page) = place.page {
        value["pagination"] = json!(page.to_string());
    }
    value
}

fn id(entity: EntityId) -> String {
    format!("#entity-{entity}")
}

#[cfg(test)]
mod tests {
    use super::super::example::hostile;
    use super::*;

    #[test]
    fn sentences_point_at_what_they_name() {
        let page: Value = serde_json::from_str(&written(&hostile()).unwrap()).unwrap();
        let graph = page["@graph"].as_array().unwrap();
        assert_eq!(graph.len(), 1 + 4 + 3);
        assert_eq!((&graph[1]["@type"], &graph[3]["@type"]), (&json!("Person"), &json!("Thing")));
        assert_eq!(graph[1]["alternateName"], json!(["Sir Ann <b>"]));
        let second = &graph[6];
        let named = json!([{ "@id": "#entity-0" }, { "@id": "#entity-1" }, { "@id": "#entity-2" }]);
        assert_eq!((&second["mentions"], &second["pagination"]), (&named, &json!("2")));
        assert_eq!(second["oa:hasSelector"]["oa:start"], 10);
    }
}
