use protocol::{
    Answer, AskOptions, DocumentId, HistoryEntry, QuestionCost, QuestionId, Round, Step, StopReason,
};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use super::running_searches::{self, RunningSearchKey};
use super::{evidence, from_json, from_word, models, question_documents, steps, to_json, to_word};
use crate::error::{Error, Result};
use crate::{Library, Writer};

impl Library {
    /// Returns an answer with its whole path, as it was given.
    ///
    /// # Errors
    ///
    /// [`Error::QuestionUnknown`].
    pub fn answer(&self, id: QuestionId) -> Result<Answer> {
        self.read(|connection| load(connection, id))
    }

    /// Returns every question, or every question about a document, newest first.
    pub fn history(&self, document: Option<DocumentId>) -> Result<Vec<HistoryEntry>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, question, found, stop, answer, asked, options, growing, supported FROM questions
                 WHERE ?1 IS NULL
                    OR id IN (SELECT question FROM question_documents WHERE document = ?1)
                 ORDER BY id DESC",
            )?;
            let entries = statement.query_and_then([document], |row| entry(connection, row))?;
            entries.collect()
        })
    }

    /// Returns the path of this question if, when it was last asked in the same way of the same
    /// graphs, it was stopped, or its program ended before it was answered; otherwise empty.
    /// Sentences that were searched before the graph are no part of it.
    pub fn interrupted(&self, asked: &RunningSearchKey<'_>) -> Result<Vec<Step>> {
        self.read(|connection| {
            if let Some(path) = running_searches::load(connection, asked)? {
                return Ok(path);
            }
            let mut statement = connection.prepare_cached(
                "SELECT q.id, q.stop, q.rounds FROM questions q JOIN models m ON m.id = q.model
                 WHERE q.question = ?1 AND q.options = ?2 AND m.hash = ?3 ORDER BY q.id DESC",
            )?;
            let rows = statement.query_map(
                params![asked.question, to_json(asked.options)?, asked.model_hash],
                |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?)),
            )?;
            for row in rows {
                let (id, stop, rounds): (QuestionId, String, String) = row?;
                if question_documents::load(connection, id)?.1 != asked.graphs {
                    continue;
                }
                if from_word::<StopReason>(stop)? != StopReason::Stopped {
                    return Ok(Vec::new());
                }
                let rounds: Vec<Round> = from_json(&rounds)?;
                let sentences = rounds.last().map_or(0, |last| last.steps as usize);
                let path: Vec<Step> =
                    steps::load(connection, id)?.into_iter().skip(sentences).collect();
                // A question that was stopped before its first step says nothing about the one
                // before.
                if !path.is_empty() {
                    return Ok(path);
                }
            }
            Ok(Vec::new())
        })
    }
}

impl Writer {
    /// Returns the number of the next answer, which no earlier one has had.
    pub fn next_question(&self) -> Result<QuestionId> {
        let sql = "SELECT seq FROM sqlite_sequence WHERE name = 'questions'";
        let last: Option<i64> = self.connection.query_row(sql, [], |row| row.get(0)).optional()?;
        Ok(QuestionId(last.unwrap_or(0) + 1))
    }

    /// Stores an answer with its path, under its number, which is that of
    /// [`next_question`](Self::next_question). The model's name in the answer is ignored.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`] and [`Error::GraphUnknown`], as when a document was removed
    /// meanwhile; [`Error::Refused`] unless every document comes with its graph, no other document
    /// is visited or cited, and every passage is equal to its range of the document's text.
    pub fn save_answer(&mut self, answer: &Answer, model_hash: &str) -> Result<()> {
        check_documents(answer)?;
        self.write(|transaction| {
            let model = models::key(transaction, model_hash)?;
            running_searches::forget(transaction, answer, model)?;
            insert(transaction, answer, model)?;
            let id = answer.id;
            question_documents::insert(transaction, id, &answer.documents, &answer.graphs)?;
            steps::insert(transaction, id, &answer.steps)?;
            evidence::insert(transaction, id, &answer.evidence)
        })
    }
}

impl Writer {
    /// Removes a question, with its answer and its path. Questions that followed it stay.
    ///
    /// # Errors
    ///
    /// [`Error::QuestionUnknown`].
    pub fn forget_question(&mut self, id: QuestionId) -> Result<()> {
        self.write(|transaction| {
            match transaction.execute("DELETE FROM questions WHERE id = ?1", [id])? {
                0 => Err(Error::QuestionUnknown(id)),
                _ => Ok(()),
            }
        })?;
        self.clear_up();
        Ok(())
    }
}

/// Checks that only the question's documents are used: an answer stays whole as long as these
/// exist.
pub(crate) fn check_documents(answer: &Answer) -> Result<()> {
    let visited = answer.steps.iter().map(|step| step.document);
    let cited = answer.evidence.iter().map(|passage| passage.document);
    match visited.chain(cited).find(|document| !answer.documents.contains(document)) {
        Some(other) => Err(Error::Refused(format!("document {other} was not asked about"))),
        None => Ok(()),
    }
}

/// Returns an answer with its whole path, or fails with [`Error::QuestionUnknown`].
pub(crate) fn load(connection: &Connection, id: QuestionId) -> Result<Answer> {
    let mut statement = connection.prepare_cached(
        "SELECT q.*, m.hash AS model_hash, m.info AS model_info
         FROM questions q JOIN models m ON m.id = q.model WHERE q.id = ?1",
    )?;
    let found = statement.query_row([id], |row| Ok(answer(connection, row))).optional()?;
    found.ok_or(Error::QuestionUnknown(id))?
}

fn insert(transaction: &Transaction<'_>, answer: &Answer, model: i64) -> Result<()> {
    let cost = &answer.cost;
    transaction.execute(
        "INSERT INTO questions (id, question, asked, model, options, found, answer, stop, nodes_total,
            tokens_total, tokens_evaluated, tokens_restored, tokens_template_again,
            tokens_distinct, asks, flops, seconds, sentences, chunks_total, whole_flops,
            confidence, growing, supported, rounds, listed)
         VALUES (:id, :question, :asked, :model, :options, :found, :answer, :stop, :nodes_total,
            :tokens_total, :tokens_evaluated, :tokens_restored, :tokens_template_again,
            :tokens_distinct, :asks, :flops, :seconds, :sentences, :chunks_total, :whole_flops,
            :confidence, :growing, :supported, :rounds, :listed)",
        named_params! {
            ":id": answer.id,
            ":question": answer.question,
            ":asked": answer.asked,
            ":model": model,
            ":options": to_json(&answer.options)?,
            ":found": answer.found,
            ":answer": answer.answer,
            ":stop": to_word(&answer.stop)?,
            ":nodes_total": answer.nodes_total,
            ":tokens_total": answer.tokens_total.cast_signed(),
            ":tokens_evaluated": cost.tokens_evaluated.cast_signed(),
            ":tokens_restored": cost.tokens_restored.cast_signed(),
            ":tokens_template_again": cost.tokens_template_again.cast_signed(),
            ":tokens_distinct": cost.tokens_distinct.cast_signed(),
            ":asks": cost.asks,
            ":flops": cost.flops,
            ":seconds": cost.seconds,
            ":sentences": to_json(&answer.sentences)?,
            ":chunks_total": answer.chunks_total,
            ":whole_flops": answer.whole_flops,
            ":confidence": answer.confidence,
            ":growing": answer.growing,
            ":supported": answer.supported,
            ":rounds": to_json(&answer.rounds)?,
            ":listed": answer.list.as_ref().map(to_json).transpose()?,
        },
    )?;
    Ok(())
}

fn answer(connection: &Connection, row: &Row<'_>) -> Result<Answer> {
    let id = row.get("id")?;
    let (documents, graphs) = question_documents::load(connection, id)?;
    let info: Option<String> = row.get("model_info")?;
    Ok(Answer {
        id,
        question: row.get("question")?,
        options: from_json(&row.get::<_, String>("options")?)?,
        confidence: row.get("confidence")?,
        growing: row.get("growing")?,
        supported: row.get("supported")?,
        model: models::name(&row.get::<_, String>("model_hash")?, info.as_deref()),
        documents,
        graphs,
        found: row.get("found")?,
        answer: row.get("answer")?,
        sentences: from_json(&row.get::<_, String>("sentences")?)?,
        stop: from_word(row.get("stop")?)?,
        steps: steps::load(connection, id)?,
        evidence: evidence::load(connection, id)?,
        rounds: from_json(&row.get::<_, String>("rounds")?)?,
        list: row.get::<_, Option<String>>("listed")?.map(|list| from_json(&list)).transpose()?,
        cost: cost(row)?,
        nodes_total: row.get("nodes_total")?,
        chunks_total: row.get("chunks_total")?,
        tokens_total: unsigned(row, "tokens_total")?,
        whole_flops: row.get("whole_flops")?,
        asked: row.get("asked")?,
    })
}

fn cost(row: &Row<'_>) -> Result<QuestionCost> {
    let evaluated = unsigned(row, "tokens_evaluated")?;
    let restored = unsigned(row, "tokens_restored")?;
    let again = unsigned(row, "tokens_template_again")?;
    let distinct = unsigned(row, "tokens_distinct")?;
    Ok(QuestionCost {
        tokens_evaluated: evaluated,
        tokens_restored: restored,
        tokens_template_again: again,
        // All others are known.
        tokens_thought: (evaluated + restored).saturating_sub(again + distinct),
        tokens_distinct: distinct,
        asks: row.get("asks")?,
        flops: row.get("flops")?,
        seconds: row.get("seconds")?,
    })
}

fn unsigned(row: &Row<'_>, column: &str) -> Result<u64> {
    Ok(row.get::<_, i64>(column)?.cast_unsigned())
}

fn entry(connection: &Connection, row: &Row<'_>) -> Result<HistoryEntry> {
    let id = row.get(0)?;
    let (documents, _) = question_documents::load(connection, id)?;
    Ok(HistoryEntry {
        id,
        question: row.get(1)?,
        documents,
        found: row.get(2)?,
        stop: from_word(row.get(3)?)?,
        answer: row.get(4)?,
        asked: row.get(5)?,
        follows: from_json::<AskOptions>(&row.get::<_, String>(6)?)?.follows,
        growing: row.get(7)?,
        supported: row.get(8)?,
    })
}
