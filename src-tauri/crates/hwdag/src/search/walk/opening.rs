//! The beginning of a walk: the question and the top level are read, in either order, or an earlier walk is resumed.

use super::GraphWalk;
use crate::scores::NodeScore;
use crate::search::events::{SearchEvent, SearchWatcher};
use crate::search::outcome::Visit;
use crate::search::settings::PromptOrder;
use crate::sequence::go_on;
use crate::similarity::top_k;
use crate::{Error, LanguageModel, Token};

impl<M: LanguageModel> GraphWalk<'_, '_, M> {
    /// Reads the question and the top level, or resumes an earlier search.
    pub(super) fn open(&mut self, watch: SearchWatcher<'_>) -> Result<(), Error<M::Error>> {
        let nodes = self.first_nodes();
        let same = |(visit, &node): (&Visit, _)| visit.node == self.space.key(node);
        if !self.begun_before.is_empty()
            && self.begun_before.len() >= nodes.len()
            && self.begun_before.iter().zip(&nodes).all(same)
        {
            self.begun = nodes.len();
            return self.take_up(watch);
        }
        match self.settings.order {
            PromptOrder::QuestionFirst => self.read_question_first(&nodes, watch)?,
            PromptOrder::NodesFirst => self.read_nodes_first(&nodes, watch)?,
        }
        self.begun = self.path.len();
        go_on(watch(SearchEvent::Began(&self.path)))
    }

    /// Reads the words before the nodes, the same every time; then the question; then the nodes.
    fn read_question_first(
        &mut self,
        nodes: &[usize],
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        self.sequence.open(&self.pieces.open)?;
        let question = self.ask_what();
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        self.sequence.read(&question, 0..0, &mut poll)?;
        let nodes: Vec<_> = nodes.iter().map(|&node| (node, NodeScore::default())).collect();
        self.visit(&nodes, watch)
    }

    /// Reads the words before the nodes and a whole top level, both the same for every question; then the question,
    /// whose attention to the nodes is their relevance.
    fn read_nodes_first(
        &mut self,
        nodes: &[usize],
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        let mut tokens = self.pieces.open.clone();
        let places = self.lay_out(nodes.iter().copied(), 0, &mut tokens);
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        let whole = nodes.len() == self.space.top().len();
        if !(whole && self.sequence.recall(&tokens)?) {
            self.sequence.open(&self.pieces.open)?;
            self.sequence.read(&tokens[self.pieces.open.len()..], 0..0, &mut poll)?;
            if whole {
                self.sequence.keep()?;
            }
        }
        let watched = places.first().map_or(0..0, |first| first.start..tokens.len());
        let (start, question) = (self.sequence.len(), self.ask_what());
        let looked = self.sequence.read(&question, watched.clone(), &mut poll)?;
        // Without nodes, nothing is watched.
        debug_assert!(watched.is_empty() || looked.rows == (start..start + question.len()));
        // The question comes after all these nodes.
        let position = nodes.len() + 1;
        for (&node, place) in nodes.iter().zip(places) {
            let mean = looked.mean(self.question.clone(), place.clone());
            self.note(node, NodeScore::default(), mean * position as f64, place);
        }
        self.visited = self.sequence.len();
        Ok(())
    }

    /// Returns the question with the words around it and records its position at the current end of the sequence.
    fn ask_what(&mut self) -> Vec<Token> {
        let (words, place) = self.pieces.asked();
        let start = self.sequence.len();
        self.question = start + place.start..start + place.end;
        words
    }

    /// Resumes an earlier search that began with the same nodes and was stopped. The relevance of its nodes is known;
    /// their tokens are recalled, or else read again.
    fn take_up(&mut self, watch: SearchWatcher<'_>) -> Result<(), Error<M::Error>> {
        let visits = self.begun_before;
        let tokens = self.lay_out_again(visits);
        // Recorded before reading, which may be stopped.
        self.path = visits.iter().map(|visit| Visit { alone: None, ..*visit }).collect();
        if !self.sequence.recall(&tokens)? {
            self.sequence.open(&self.pieces.open)?;
            let mut poll = |tokens| watch(SearchEvent::Read { tokens });
            self.sequence.read(&tokens[self.sequence.len()..], 0..0, &mut poll)?;
        }
        for visit in visits {
            self.scores.visit(self.space.number(visit.node), visit.relevance, &self.space);
        }
        self.visited = self.sequence.len();
        if let Some(last) = self.path.last_mut() {
            // The model is asked about it now, possibly again.
            last.p_yes = None;
        }
        let sufficient = |visit: &&Visit| visit.p_yes > Some(self.settings.confidence);
        self.sufficient = self.path.iter().filter(sufficient).count();
        go_on(watch(SearchEvent::Began(&self.path[..self.begun])))?;
        self.path[self.begun..]
            .iter()
            .try_for_each(|visit| go_on(watch(SearchEvent::Visited(visit))))
    }

    /// Returns the tokens of a walk that came this far, and records their positions in `places` and `question`.
    fn lay_out_again(&mut self, visits: &[Visit]) -> Vec<Token> {
        let mut tokens = self.pieces.open.clone();
        let (words, place) = self.pieces.asked();
        let (first, further) = visits.split_at(self.begun);
        let nodes = |visits: &[Visit]| -> Vec<usize> {
            visits.iter().map(|visit| self.space.number(visit.node)).collect()
        };
        let (first, further) = (nodes(first), nodes(further));
        let mut places = Vec::new();
        if self.settings.order == PromptOrder::NodesFirst {
            places.extend(self.lay_out(first.iter().copied(), 0, &mut tokens));
        }
        self.question = tokens.len() + place.start..tokens.len() + place.end;
        tokens.extend(words);
        if self.settings.order == PromptOrder::QuestionFirst {
            places.extend(self.lay_out(first, 0, &mut tokens));
        }
        if !further.is_empty() {
            tokens.extend_from_slice(&self.pieces.further);
            places.extend(self.lay_out(further, 0, &mut tokens));
        }
        self.places = places;
        tokens
    }

    /// Returns the nodes to begin with: the top level in order. If it does not fit, the nodes that match the question
    /// best take half of the room, which leaves room to visit the nodes below them. With a fixed count, at most that
    /// count ÷ levels begin, again the best matching ones.
    fn first_nodes(&self) -> Vec<usize> {
        let top = self.space.top();
        let cost = |node: usize| self.lines.cost(self.space.node(node));
        let room = self.window().saturating_sub(self.pieces.head() + self.reserve());
        let fits = top.iter().map(|&node| cost(node)).sum::<usize>() <= room;
        let mut left = if fits { room } else { room / 2 };
        let count = self
            .settings
            .fixed_nodes
            .map_or(top.len(), |count| (count / self.space.levels().max(1)).max(1).min(count));
        let scores: Vec<f32> =
            top.iter().map(|&node| self.scores.score_before_visits(node) as f32).collect();
        let mut chosen = Vec::new();
        for node in top_k(&scores, top.len()).into_iter().map(|index| top[index]) {
            if chosen.len() < count && cost(node) <= left {
                left -= cost(node);
                chosen.push(node);
            }
        }
        chosen.sort_unstable();
        chosen
    }
}
