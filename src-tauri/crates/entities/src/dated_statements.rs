//! The sentences of a text that name an entity or a date.

use std::collections::BTreeMap;

use crate::entity::Statement;
use crate::named_entity::NamedEntity;
use crate::statement_kinds::StatementKind;

/// A sentence that names an entity or a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedStatement {
    /// The sentence, with the entities that it names; there may be none.
    pub statement: Statement,
    /// The numbers of the dates that it names, each once.
    pub dates: Vec<usize>,
}

/// Returns the statements about entities, and all other sentences with a date, in order.
pub fn dated_statements(
    text: &str,
    statements: &[Statement],
    dates: &[NamedEntity],
) -> Vec<DatedStatement> {
    let undated =
        statements.iter().map(|one| DatedStatement { statement: one.clone(), dates: Vec::new() });
    if dates.is_empty() {
        return undated.collect();
    }
    let mut all: BTreeMap<usize, DatedStatement> =
        undated.map(|one| (one.statement.sentence.start, one)).collect();
    let sentences = sentences::sentences(text);
    for (date, place) in
        dates.iter().enumerate().flat_map(|(at, date)| date.mentions.iter().map(move |m| (at, m)))
    {
        let at = sentences.partition_point(|sentence| sentence.end <= place.start);
        let Some(sentence) = sentences.get(at).filter(|one| one.contains(&place.start)) else {
            continue;
        };
        let dated = all.entry(sentence.start).or_insert_with(|| DatedStatement {
            statement: Statement {
                sentence: sentence.clone(),
                entities: Vec::new(),
                begins_with_pronoun: false,
                kind: StatementKind::of(&text[sentence.clone()], 0),
            },
            dates: Vec::new(),
        });
        if !dated.dates.contains(&date) {
            dated.dates.push(date);
        }
    }
    all.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Corrections, Entities, dates};

    #[test]
    fn sentences_with_dates_join_those_with_names() {
        let text =
            "Ann Hill came in May 1897. It rained on 12 June 1897. Ann Hill left. It snowed.";
        let read = Entities::read(text, |_| None, &Corrections::default());
        let all = dated_statements(text, &read.statements, &dates(text));
        let found: Vec<(usize, &[usize])> =
            all.iter().map(|one| (one.statement.entities.len(), &one.dates[..])).collect();
        assert_eq!(found, [(1, &[0][..]), (0, &[1]), (1, &[])]);
        assert_eq!(all[1].statement.kind, StatementKind::Event);
    }
}
