//! The rounds in which sentences are found and shown.

use engine::{
    Candidates, CountedName, EntitySearch, MicroPair, PairWriter, ROUNDS, SentenceIndex, Unpaired,
    read_of, rerank_sentences,
};
use entities::{Corrections, Entities};
use hwdag::similarity::cosines;
use hwdag::{Graph, Query, SearchCost, SearchOutcome, SearchSettings, shared_words};
use protocol::{Code, DocumentId, Failure};
use std::collections::HashMap;
use std::sync::Arc;

use super::options::NameSearchOptions;
use crate::comparison::answer_record::{AnswerRecord, EVIDENCE, QuestionOutcome, ShownNode};
use crate::comparison::context::Context;
use crate::comparison::methods::pecan::options::WalkOptions;
use crate::comparison::prepared::GraphKind;

/// The questions that sentences answer, by document, entity and sentence.
type KnownPairs = HashMap<(String, DocumentId, usize, usize), Vec<MicroPair>>;

/// The documents' sentences and the names in them, document by document.
type DocumentSentences = Arc<Vec<Arc<SentenceIndex>>>;

/// The graphs searched in a round: the built graph, if it takes part, then the candidates of each
/// document.
#[derive(Default)]
struct Searched {
    graphs: Vec<Arc<Graph>>,
    cosines: Vec<f32>,
    words: Vec<f32>,
    /// For each graph of candidates, the number of the chunk of each candidate.
    chunks: Vec<Vec<usize>>,
}

/// A search of the documents' sentences for the names in a question.
pub struct NameSearch<'a> {
    context: &'a mut Context,
    question: &'a str,
    options: NameSearchOptions,
    sentences: DocumentSentences,
    entities: EntitySearch,
}

impl<'a> NameSearch<'a> {
    /// Begins a search of the sentences of all documents, with its first round.
    ///
    /// # Errors
    ///
    /// If the embedder fails.
    pub fn new(
        context: &'a mut Context,
        question: &'a str,
        options: NameSearchOptions,
    ) -> Result<Self, Failure> {
        let sentences = sentences(context);
        let mut entities = EntitySearch::new(question, options.grains);
        for (at, (index, source)) in sentences.iter().zip(&context.material.documents).enumerate() {
            let chunks = context.material.chunks[source.chunks.clone()].iter();
            let ends = chunks.map(|chunk| chunk.range.end).collect();
            entities.add(DocumentId(at as i64), Arc::clone(index), ends);
        }
        entities.begin(&mut context.embedder)?;
        Ok(Self { context, question, options, sentences, entities })
    }

    /// Searches round by round until the model has seen enough, and answers.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn answer(mut self) -> Result<QuestionOutcome, Failure> {
        if let Some((document, counted)) = self.entities.counted() {
            return Ok(QuestionOutcome::Answered(self.count(document, &counted)));
        }
        let both = self.options.both;
        let graph = both.then(|| self.whole_graph()).transpose()?;
        let (mut path, mut cost) = (Vec::new(), SearchCost::default());
        let mut rounds = self.options.rounds.unwrap_or(ROUNDS);
        loop {
            rounds -= 1;
            cost = cost + self.find_by_pairs()?;
            if self.options.reranked {
                cost.flops += self.rerank()?;
            }
            let searched = self.searched(graph.as_ref())?;
            let mut settings = WalkOptions::default().search_settings(&self.context.facts)?;
            if !both {
                settings = SearchSettings { max_nodes: self.entities.most_read(), ..settings };
            }
            let graphs: Vec<&Graph> = searched.graphs.iter().map(|graph| &**graph).collect();
            let asked = Query {
                cosines: &searched.cosines,
                words: &searched.words,
                begun: &path,
                ..Query::new(self.question, &graphs)
            };
            let mut found = self.context.search(&asked, &settings)?;
            found.cost = cost + found.cost;
            let is_last = rounds == 0 || found.found();
            self.entities.read_so_far(found.path.len());
            let read = read_of(&found.path, usize::from(both));
            if is_last || !self.entities.go_on(&read, &mut self.context.embedder)? {
                return Ok(QuestionOutcome::Answered(with_texts(found, &searched, both)));
            }
            (path, cost) = (found.path, found.cost);
        }
    }

    /// Finds the candidates again by questions about them, if the grains ask for it. Returns the cost
    /// of writing the questions.
    fn find_by_pairs(&mut self) -> Result<SearchCost, Failure> {
        let mut known: KnownPairs = self.context.kept.take();
        let mut cost = SearchCost::default();
        let mut unpaired = self.entities.unpaired().into_iter();
        let written = unpaired.try_for_each(|one| {
            cost = cost + self.pair(one, &mut known)?;
            Ok::<(), Failure>(())
        });
        self.context.kept.put(known);
        written?;
        self.entities.find_again(&mut self.context.embedder)?;
        Ok(cost)
    }

    /// Takes the questions that some sentences answer. The model writes those that are not known yet.
    fn pair(&mut self, one: Unpaired, known: &mut KnownPairs) -> Result<SearchCost, Failure> {
        let Unpaired { document, entity, sentences } = one;
        let index = Arc::clone(&self.sentences[document.0 as usize]);
        let documents = self.context.material.key.clone();
        let key = |sentence| (documents.clone(), document, entity, sentence);
        let (mut pairs, mut new, mut cost) = (Vec::new(), Vec::new(), SearchCost::default());
        for sentence in sentences {
            match known.get(&key(sentence)) {
                Some(known) => pairs.extend(known.iter().cloned()),
                None => new.push(sentence),
            }
        }
        if !new.is_empty() {
            let mut writer = PairWriter::new(&self.context.language, self.context.stop())?;
            writer.write(&index, index.name(entity), &new, |group| -> Result<(), Failure> {
                for &sentence in group.shown {
                    let own = group.pairs.iter().filter(|(at, _)| *at == sentence);
                    let micro = own.map(|(_, pair)| {
                        MicroPair::new(entity, sentence, (&pair.question, &pair.answer))
                    });
                    let micro: Vec<MicroPair> = micro.collect();
                    pairs.extend(micro.iter().cloned());
                    known.insert(key(sentence), micro);
                }
                cost.evaluated += group.cost.tokens_evaluated;
                cost.distinct += group.cost.tokens_evaluated;
                cost.flops += group.cost.flops;
                Ok(())
            })?;
        }
        self.entities.take_pairs(document, pairs);
        Ok(cost)
    }

    /// Has the cross-encoder compare the candidates of the current round with their queries. Returns
    /// the floating point operations.
    fn rerank(&mut self) -> Result<f64, Failure> {
        let reranker = self.context.reranker.as_mut().ok_or_else(no_reranker)?;
        rerank_sentences(&mut self.entities, reranker)
    }

    /// Answers how many of several names the text says something of. The names, which Pecan writes
    /// beside the number, are left out: the question has them.
    fn count(&self, document: DocumentId, counted: &[CountedName]) -> AnswerRecord {
        // Documents are numbered in order.
        let sentences = &self.sentences[document.0 as usize];
        let count = counted.iter().filter(|one| one.counts).count();
        let text = |one: &CountedName| Some(sentences.text(one.sentence?).to_owned());
        let texts: Vec<String> = counted.iter().filter_map(text).collect();
        AnswerRecord {
            answer: count.to_string(),
            found: Some(count > 0),
            stop: "counted".into(),
            cited: texts.clone(),
            texts,
            ..AnswerRecord::default()
        }
    }

    /// Returns the graph, with the similarity of its nodes and their shared words.
    fn whole_graph(&mut self) -> Result<Searched, Failure> {
        let graph = self.context.searchable(GraphKind::Graph)?;
        let vectors = self.context.node_vectors(&graph, GraphKind::Graph)?;
        let cosines = cosines(&self.context.question_vector(self.question)?, &vectors);
        let words = shared_words(self.question, &[&*graph]);
        Ok(Searched { graphs: vec![graph], cosines, words, chunks: Vec::new() })
    }

    fn searched(&self, graph: Option<&Searched>) -> Result<Searched, Failure> {
        let mut all = graph.map_or_else(Searched::default, |whole| Searched {
            graphs: whole.graphs.clone(),
            cosines: whole.cosines.clone(),
            words: whole.words.clone(),
            chunks: Vec::new(),
        });
        let found = self.entities.candidates(&self.context.session)?;
        for (found, source) in found.into_iter().zip(&self.context.material.documents) {
            let Candidates { graph, chunks, cosines, words, .. } = found;
            all.graphs.push(Arc::new(graph));
            all.cosines.extend(cosines);
            all.words.extend(words);
            let chunk = |chunk| source.chunks.start + chunk;
            all.chunks.push(chunks.into_iter().map(chunk).collect());
        }
        Ok(all)
    }
}

/// Returns the sentences of each document and whom they name. No model is asked for the names.
fn sentences(context: &mut Context) -> DocumentSentences {
    let known: Option<DocumentSentences> = context.prepared.others.take();
    let read = |text: &str| {
        let named = Entities::read(text, |_| None, &Corrections::default());
        Arc::new(SentenceIndex::new(text.to_owned(), named, false))
    };
    let made = || Arc::new(context.material.documents.iter().map(|one| read(&one.text)).collect());
    let sentences = known.unwrap_or_else(made);
    context.prepared.others.put(Some(Arc::clone(&sentences)));
    sentences
}

/// Returns the result with the texts of the sentences, because chunks and points do not record what was
/// shown.
fn with_texts(found: SearchOutcome, searched: &Searched, both: bool) -> AnswerRecord {
    let text = |key: hwdag::NodeKey| searched.graphs[key.graph].nodes()[key.node].text.clone();
    let texts = found.path.iter().map(|visit| text(visit.node)).collect();
    let evidence: Vec<_> = found.evidence.iter().take(EVIDENCE).cloned().collect();
    let cited = evidence.iter().map(|one| text(one.chunk)).collect();
    let of_graph = usize::from(both);
    let chunk = |key: hwdag::NodeKey| match key.graph.checked_sub(of_graph) {
        Some(document) => searched.chunks[document][key.node],
        None => key.node,
    };
    let seen = found.path.iter().map(|visit| ShownNode {
        level: visit.level,
        node: (visit.node.graph < of_graph).then_some(visit.node.node),
        p_yes: visit.p_yes,
    });
    let shown = seen.collect();
    let evidence = evidence.iter().map(|one| (chunk(one.chunk), one.weight)).collect();
    AnswerRecord { shown, texts, cited, evidence, ..AnswerRecord::of_search(found, true) }
}

/// The failure that candidates are to be re-ranked and no cross-encoder was named.
pub fn no_reranker() -> Failure {
    let message = "Re-ranking needs a cross-encoder. Name one with --reranker.";
    Failure::new(Code::BadRequest, message)
}
