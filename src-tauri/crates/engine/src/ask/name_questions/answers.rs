//! Answers that are read from the sentences of the text, without a model: everyone of whom something is said, how many
//! of several they are, and who someone is.

use std::sync::Arc;
use std::time::Instant;

use protocol::{Answer, Event, Failure, Grains, JobId, SearchBy};

use crate::ask::name_questions::answer::AnswerRecord;
use crate::ask::name_questions::asked_of::{AskedOf, ListQuestionKind, parts};
use crate::ask::name_questions::count_question::asks_how_many_of;
use crate::ask::name_questions::list_question::ListQuestion;
use crate::ask::name_questions::listing::EntityListing;
use crate::ask::searched_graph::chunk_ends;
use crate::ask::sentence_search::search::EntitySearch;
use crate::engine::Engine;
use crate::entities::cache::NameCache;
use crate::entities::description::{asked_about, asks_who_somebody_is, description};
use crate::error::JobError;
use crate::jobs::client::Client;

impl Engine {
    /// Answers a question for everyone of whom something is said, or for how many of several, and saves the answer.
    /// `None` if the question has another form, no sentence matches, a document is not in English, or the user chose to
    /// search points.
    pub(crate) fn list_names(
        &mut self,
        job: JobId,
        asked: AskedOf<'_>,
        client: &mut dyn Client,
    ) -> Result<Option<Answer>, JobError> {
        let begun = Instant::now();
        let found = match ListQuestion::parse(asked.question) {
            _ if asked.options.by == SearchBy::Points => None,
            Some(wanted) => self.listed(asked, &wanted)?,
            None if asks_how_many_of(asked.question) => self.counted(asked)?,
            None if asks_who_somebody_is(asked.question) => self.described(asked)?,
            None => None,
        };
        let Some(found) = found else { return Ok(None) };
        let hash = self.access.read()?.graph(asked.graphs[0])?.model_hash;
        let writer = self.access.write()?;
        let (id, model) = (writer.next_question()?, writer.model_name(&hash)?);
        let answer = found.answer(asked, AnswerRecord { id, model, begun });
        writer.save_answer(&answer, &hash)?;
        // The answer is written as one piece; it is too late to stop.
        let _ = client.report(job, Event::Token { text: answer.answer.clone() });
        Ok(Some(answer))
    }

    /// Finds everyone of whom something is said.
    pub(crate) fn listed(
        &mut self,
        asked: AskedOf<'_>,
        wanted: &ListQuestion<'_>,
    ) -> Result<Option<EntityListing>, Failure> {
        let library = self.access.read()?;
        let asks = if wanted.counts { ListQuestionKind::HowMany } else { ListQuestionKind::Which };
        let mut found = EntityListing { asks, ..EntityListing::default() };
        for (part, until) in parts(library, asked)? {
            let names: &NameCache = &self.names;
            if !found.look_through((library, names), wanted, (&part, until))? {
                return Ok(None);
            }
            found.parts.push(part);
        }
        Ok((!found.list.names.is_empty()).then_some(found))
    }

    /// Counts those of several of whom something is said.
    fn counted(&mut self, asked: AskedOf<'_>) -> Result<Option<EntityListing>, Failure> {
        let library = self.access.read()?;
        let mut found =
            EntityListing { asks: ListQuestionKind::HowMany, ..EntityListing::default() };
        let Some(indices) = found.read_all(library, &self.names, asked)? else {
            return Ok(None);
        };
        let mut search = EntitySearch::new(asked.question, Grains::SENTENCES);
        for (part, index) in found.parts.iter().zip(&indices) {
            search.add(part.document, Arc::clone(index), chunk_ends(part));
        }
        search.begin(self.models.embedder()?)?;
        let Some((document, counted)) = search.counted() else { return Ok(None) };
        let at = found.parts.iter().position(|part| part.document == document);
        let Some(at) = at else { return Ok(None) };
        found.take_counted(self.access.read()?, (at, &indices[at]), counted)?;
        Ok(Some(found))
    }

    /// Describes who someone is, from the first document that names them.
    fn described(&mut self, asked: AskedOf<'_>) -> Result<Option<EntityListing>, Failure> {
        let library = self.access.read()?;
        let mut found = EntityListing { asks: ListQuestionKind::Who, ..EntityListing::default() };
        let Some(indices) = found.read_all(library, &self.names, asked)? else {
            return Ok(None);
        };
        let known = indices
            .iter()
            .enumerate()
            .find_map(|(at, index)| Some((at, index, asked_about(asked.question, index)?)));
        let Some((at, index, entity)) = known else { return Ok(None) };
        found.cite(library, (at, index), &description(index, entity))?;
        Ok((!found.evidence.is_empty()).then_some(found))
    }
}
