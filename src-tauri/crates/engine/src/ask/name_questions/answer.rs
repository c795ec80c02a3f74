//! Makes an answer of a list of names.

use std::collections::HashSet;
use std::time::Instant;

use protocol::{Answer, NameList, QuestionCost, QuestionId, StopReason};

use crate::ask::name_questions::asked_of::{AskedOf, ListQuestionKind};
use crate::ask::name_questions::listing::EntityListing;
use crate::ask::searched_graph::Totals;
use crate::clock::now;
use crate::text::on_one_line;

/// The maximum number of names in the answer itself; its list has all of them.
const WRITTEN: usize = 100;

/// What the library records of an answer besides what was found.
pub(crate) struct AnswerRecord {
    pub id: QuestionId,
    /// The name of the model whose graph was searched.
    pub model: String,
    /// When the question began.
    pub begun: Instant,
}

impl EntityListing {
    /// Returns the answer. That something is said of none of several follows from no sentence.
    pub(crate) fn answer(self, asked: AskedOf<'_>, record: AnswerRecord) -> Answer {
        let seconds = record.begun.elapsed().as_secs_f64();
        let Self { list, mut evidence, parts, asks } = self;
        let totals = Totals::of(&parts);
        let share = 1.0 / evidence.len().max(1) as f64;
        evidence.iter_mut().for_each(|passage| passage.weight = share);
        let (text, stop) = match asks {
            // The same sentences as in the macro pair of the name.
            ListQuestionKind::Who => {
                let quoted: Vec<String> =
                    evidence.iter().map(|passage| on_one_line(&passage.text)).collect();
                (quoted.join(" "), StopReason::NameDescribed)
            }
            ListQuestionKind::Which | ListQuestionKind::HowMany => {
                (written(&list, asks == ListQuestionKind::HowMany), StopReason::NamesListed)
            }
        };
        Answer {
            answer: text,
            supported: asks == ListQuestionKind::Who || !list.names.is_empty(),
            list: (asks != ListQuestionKind::Who).then_some(list),
            evidence,
            documents: asked.documents.to_vec(),
            graphs: asked.graphs.to_vec(),
            question: asked.question.to_owned(),
            options: asked.options.clone(),
            id: record.id,
            confidence: None,
            model: record.model,
            growing: false,
            found: true,
            sentences: Vec::new(),
            stop,
            steps: Vec::new(),
            rounds: Vec::new(),
            cost: QuestionCost { seconds, ..QuestionCost::default() },
            nodes_total: totals.nodes as u32,
            chunks_total: totals.chunks as u32,
            tokens_total: totals.tokens,
            whole_flops: None,
            asked: now(),
        }
    }
}

/// Returns the names, preceded by their number if it was asked for.
fn written(list: &NameList, counts: bool) -> String {
    let mut seen = HashSet::new();
    let names: Vec<&str> = list.names.iter().map(|one| one.name.as_str()).collect();
    // Documents of a collection may speak of the same people.
    let names: Vec<&str> = names.into_iter().filter(|name| seen.insert(*name)).collect();
    let mut text = names[..names.len().min(WRITTEN)].join(", ");
    if names.len() > WRITTEN {
        text.push_str(", …");
    }
    match (counts, names.len()) {
        (false, _) => text,
        (true, 0) => "0".to_owned(),
        (true, count) => format!("{count}: {text}"),
    }
}
