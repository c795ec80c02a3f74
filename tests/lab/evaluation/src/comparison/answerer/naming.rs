//! Answers from the sentences about the names in a question, as Pecan gives them with `--by entities`.

use std::collections::HashMap;
use std::sync::Arc;

use engine::{
    Candidates, CountedName, EntitySearch, MicroPair, PairWriter, ROUNDS, Unpaired, read_of,
    rerank_sentences,
};
use hwdag::similarity::cosines;
use hwdag::{Graph, Query, SearchCost, SearchOutcome as Found, SearchSettings, shared_words};
use protocol::{DocumentId, Failure, Grains};

use super::walking::given;
use super::{Answerer, no_reranker};
use crate::comparison::answer_record::{AnswerRecord, QuestionOutcome, ShownNode};
use crate::comparison::passages::vector;
use crate::comparison::{Material, NameSearchOptions, WalkOptions};

/// The edition of this method. It is raised whenever the results of the search for names change.
pub(super) const EDITION: &str = "names 3";

/// The questions that sentences answer, by material, document, entity and sentence.
pub(super) type KnownPairs = HashMap<(String, DocumentId, usize, usize), Vec<MicroPair>>;

/// The graphs searched in a round: the built graph, if it takes part, then the candidates of each document.
struct Searched {
    graphs: Vec<Arc<Graph>>,
    cosines: Vec<f32>,
    words: Vec<f32>,
    /// For each graph of candidates, the number of the chunk of each candidate.
    chunks: Vec<Vec<usize>>,
}

impl Answerer {
    pub(super) fn names(
        &mut self,
        names: NameSearchOptions,
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        if !self.sees() {
            return Ok(QuestionOutcome::NotRun("attention".into()));
        }
        let mut entities = self.begun(material, question, names.grains)?;
        if let Some((document, counted)) = entities.counted() {
            return Ok(QuestionOutcome::Answered(self.count((document, &counted), material)));
        }
        let graph = names.both.then(|| self.whole_graph(material, question)).transpose()?;
        let (mut path, mut cost) = (Vec::new(), SearchCost::default());
        let mut rounds = names.rounds.unwrap_or(ROUNDS);
        loop {
            rounds -= 1;
            cost = cost + self.find_by_pairs(&mut entities, material)?;
            if names.reranked {
                cost.flops += self.rerank(&mut entities)?;
            }
            let searched = self.searched(graph.as_ref(), &entities, material)?;
            let mut settings = self.walk_settings(&WalkOptions::default())?;
            if !names.both {
                settings = SearchSettings { max_nodes: entities.most_read(), ..settings };
            }
            let graphs: Vec<&Graph> = searched.graphs.iter().map(|graph| &**graph).collect();
            let asked = Query {
                cosines: &searched.cosines,
                words: &searched.words,
                begun: &path,
                ..Query::new(question, &graphs)
            };
            let mut found = self.search(&asked, &settings)?;
            found.cost = cost + found.cost;
            let is_last = rounds == 0 || found.found();
            entities.read_so_far(found.path.len());
            let read = read_of(&found.path, usize::from(names.both));
            if is_last || !entities.go_on(&read, self.embedder())? {
                return Ok(QuestionOutcome::Answered(with_texts(found, &searched, names.both)));
            }
            (path, cost) = (found.path, found.cost);
        }
    }

    /// Begins a search of the sentences of all documents, with its first round.
    fn begun(
        &mut self,
        material: &Material,
        question: &str,
        grains: Grains,
    ) -> Result<EntitySearch, Failure> {
        let sentences = self.sentences(material);
        let mut search = EntitySearch::new(question, grains);
        for (at, (index, source)) in sentences.iter().zip(&material.documents).enumerate() {
            let chunks = material.chunks[source.chunks.clone()].iter();
            let ends = chunks.map(|chunk| chunk.range.end).collect();
            search.add(at as DocumentId, Arc::clone(index), ends);
        }
        search.begin(self.embedder())?;
        Ok(search)
    }

    /// Has a search find its candidates again by questions about them, if its grains ask for it. Returns the cost of
    /// writing the questions.
    fn find_by_pairs(
        &mut self,
        search: &mut EntitySearch,
        material: &Material,
    ) -> Result<SearchCost, Failure> {
        let mut cost = SearchCost::default();
        for Unpaired { document, entity, sentences } in search.unpaired() {
            let index = Arc::clone(&self.sentences(material)[document as usize]);
            let mut pairs = Vec::new();
            let mut new = Vec::new();
            for sentence in sentences {
                let key = (material.key.clone(), document, entity, sentence);
                match self.pairs.get(&key) {
                    Some(known) => pairs.extend(known.iter().cloned()),
                    None => new.push(sentence),
                }
            }
            if !new.is_empty() {
                let mut writer = PairWriter::new(&self.language.model, self.stop.clone())?;
                let name = index.name(entity);
                writer.write(&index, name, &new, |group| -> Result<(), Failure> {
                    for &sentence in group.shown {
                        let own = group.pairs.iter().filter(|(at, _)| *at == sentence);
                        let micro: Vec<MicroPair> = own
                            .map(|(_, pair)| {
                                MicroPair::new(entity, sentence, (&pair.question, &pair.answer))
                            })
                            .collect();
                        pairs.extend(micro.iter().cloned());
                        self.pairs
                            .insert((material.key.clone(), document, entity, sentence), micro);
                    }
                    cost.evaluated += group.cost.tokens_evaluated;
                    cost.distinct += group.cost.tokens_evaluated;
                    cost.flops += group.cost.flops;
                    Ok(())
                })?;
            }
            search.take_pairs(document, pairs);
        }
        search.find_again(self.embedder())?;
        Ok(cost)
    }

    /// Has the cross-encoder compare the candidates of the current round with their queries. Returns the floating point
    /// operations.
    fn rerank(&mut self, search: &mut EntitySearch) -> Result<f64, Failure> {
        let reranker = &mut self.reranker.as_mut().ok_or_else(no_reranker)?.model;
        rerank_sentences(search, reranker)
    }

    /// Answers how many of several names the text says something of. The names, which Pecan writes beside the number,
    /// are left out: the question has them.
    fn count(
        &mut self,
        (document, counted): (DocumentId, &[CountedName]),
        material: &Material,
    ) -> AnswerRecord {
        // Documents are numbered in order.
        let sentences = Arc::clone(&self.sentences(material)[document as usize]);
        let count = counted.iter().filter(|one| one.counts).count();
        let texts: Vec<String> = counted
            .iter()
            .filter_map(|one| Some(sentences.text(one.sentence?).to_owned()))
            .collect();
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
    fn whole_graph(&mut self, material: &Material, question: &str) -> Result<Searched, Failure> {
        let graph = self.searchable(material, false)?;
        let vectors = self.node_vectors(material, &graph, false)?;
        let cosines = cosines(&vector(self.embedder(), question)?, &vectors);
        let words = shared_words(question, &[&*graph]);
        Ok(Searched { graphs: vec![graph], cosines, words, chunks: Vec::new() })
    }

    fn searched(
        &mut self,
        graph: Option<&Searched>,
        entities: &EntitySearch,
        material: &Material,
    ) -> Result<Searched, Failure> {
        let (mut graphs, mut cosines, mut words) = graph.map_or_else(Default::default, |whole| {
            (whole.graphs.clone(), whole.cosines.clone(), whole.words.clone())
        });
        let mut all = Vec::new();
        for (found, source) in
            entities.candidates(self.session())?.into_iter().zip(&material.documents)
        {
            let Candidates { graph, chunks, cosines: alike, words: shared, .. } = found;
            graphs.push(Arc::new(graph));
            cosines.extend(alike);
            words.extend(shared);
            all.push(chunks.into_iter().map(|chunk| source.chunks.start + chunk).collect());
        }
        Ok(Searched { graphs, cosines, words, chunks: all })
    }
}

/// Returns the result with the texts of the sentences, because chunks and points do not record what was shown.
fn with_texts(found: Found, searched: &Searched, both: bool) -> AnswerRecord {
    let text = |key: hwdag::NodeKey| searched.graphs[key.graph].nodes()[key.node].text.clone();
    let texts = found.path.iter().map(|visit| text(visit.node)).collect();
    let evidence: Vec<_> = found.evidence.iter().take(super::EVIDENCE).cloned().collect();
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
    AnswerRecord { shown, texts, cited, evidence, ..given(found, true) }
}
