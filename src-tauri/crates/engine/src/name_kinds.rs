//! Asks a model for the kind of thing that each name of a text refers to.

use std::sync::Arc;
use std::time::Instant;

use entities::{FirstMention, kinds};
use hwdag::{LanguageModel as _, cost::pass_flops};
use model::{Session, SessionOptions, StopSignal, Weights};
use protocol::{
    DocumentId, EntityCost, EntityKind, Event, Failure, JobId, Progress, ProgressCount, Stage,
};

use crate::entities::{to_wire, unasked};
use crate::{Client, Engine, JobError, Meanwhile, go_on};

/// The number of names asked about and saved at a time.
const GROUP: usize = 16;
/// The maximum number of tokens read of a sentence with its name: of a longer one, the end.
const WINDOW: usize = 256;

impl Engine {
    /// Asks about every name of a document that no model was asked about, and stores the replies. A name is never asked
    /// about twice.
    pub(crate) fn name_kinds(
        &mut self,
        job: JobId,
        document: DocumentId,
        weights: &Arc<Weights>,
        client: &mut dyn Client,
    ) -> Result<(), JobError> {
        let text = self.access.read()?.text(document)?;
        let names = unasked(self.access.read()?, document, &text)?;
        if names.is_empty() {
            return Ok(());
        }
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        let title = self.access.read()?.document(document)?.summary.title;
        let mut asked = KindQuestioner::new(weights, client.stop(job))?;
        let (begun, mut done) = (Instant::now(), 0);
        for group in names.chunks(GROUP) {
            let kinds: Vec<(&str, Option<EntityKind>)> = group
                .iter()
                .map(|first| Ok((first.name.as_str(), asked.kind(&text, first)?)))
                .collect::<Result<_, JobError>>()?;
            self.access.write()?.save_name_kinds(document, &hash, &kinds, asked.take_cost())?;
            done += group.len();
            let count = ProgressCount { done, all: names.len() };
            let progress =
                Progress::counted((document, &title), Stage::Naming, count, begun.elapsed());
            go_on(client.report(job, Event::Progress(progress)))?;
            self.serve_meanwhile(Meanwhile::Building(document), client);
        }
        Ok(())
    }
}

/// Returns a model's kinds for some names of a text, and the cost of asking. It is asked as in the building of a
/// document, but nothing is stored. A name has no kind if the model rather takes it for a word that names nothing.
///
/// # Errors
///
/// If the model cannot be run.
pub fn name_kinds(
    weights: &Arc<Weights>,
    text: &str,
    names: &[FirstMention],
) -> Result<(Vec<Option<EntityKind>>, EntityCost), Failure> {
    let mut asked = KindQuestioner::new(weights, StopSignal::default())?;
    let kinds = names.iter().map(|first| asked.kind(text, first)).collect::<Result<_, _>>()?;
    Ok((kinds, asked.take_cost()))
}

/// A model that is asked about names.
struct KindQuestioner {
    session: Session,
    /// The nouns that are one token, with that token. Others could not be distinguished from longer words.
    nouns: Vec<(&'static str, usize)>,
    cost: EntityCost,
    begun: Instant,
}

impl KindQuestioner {
    fn new(weights: &Arc<Weights>, stop: StopSignal) -> Result<Self, Failure> {
        let window = WINDOW.min(weights.info().search);
        let options = SessionOptions { window: Some(window), stop, ..SessionOptions::default() };
        let session = Session::new(weights, &options)?;
        let mut nouns = Vec::new();
        for noun in kinds::nouns() {
            if let [token] = weights.tokenize(&format!(" {noun}"))?[..]
                && let Ok(token) = usize::try_from(token)
            {
                nouns.push((noun, token));
            }
        }
        Ok(Self { session, nouns, cost: EntityCost::default(), begun: Instant::now() })
    }

    /// Returns the kind of a name, based on its first sentence.
    fn kind(&mut self, text: &str, first: &FirstMention) -> Result<Option<EntityKind>, Failure> {
        let prompt = kinds::prompt(&text[first.sentence.clone()], &first.name);
        let tokens = self.session.tokenize(&prompt)?;
        let read = &tokens
            [tokens.len().saturating_sub(WINDOW.min(self.session.weights().info().search))..];
        self.session.truncate(0)?;
        let before = self.session.counts().evaluated;
        self.session.append(read, 0..0)?;
        let evaluated = self.session.counts().evaluated - before;
        self.cost.tokens_evaluated += evaluated;
        self.cost.flops += pass_flops(&self.session.shape(), evaluated, 0);
        let scores = self.session.scores();
        let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // The sum over all words is the same for all kinds.
        let probability = |noun: &str| {
            let token =
                self.nouns.iter().find(|(known, _)| *known == noun).map(|(_, token)| *token);
            let score = token.and_then(|token| scores.get(token)).copied();
            score.map_or(0.0, |score| f64::from(score - largest).exp())
        };
        Ok(kinds::likeliest(probability).map(to_wire))
    }

    /// Returns the cost since the last call.
    fn take_cost(&mut self) -> EntityCost {
        let seconds = std::mem::replace(&mut self.begun, Instant::now()).elapsed().as_secs_f64();
        EntityCost { seconds, ..std::mem::take(&mut self.cost) }
    }
}
