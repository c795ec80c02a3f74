//! How a walk begins: the question and the top level are read, in the one order or the other, or
//! what an earlier walk had read is taken up.

use super::Walk;
use crate::scores::Score;
use crate::search::{Order, SearchEvent, SearchWatcher, Visit};
use crate::sequence::go_on;
use crate::similarity::top_k;
use crate::{Error, LanguageModel, Token};

impl<M: LanguageModel> Walk<'_, '_, M> {
    /// Reads the question and the top level, or takes up what was read earlier.
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
            Order::QuestionFirst => self.read_question_first(&nodes, watch)?,
            Order::NodesFirst => self.read_nodes_first(&nodes, watch)?,
        }
        self.begun = self.path.len();
        go_on(watch(SearchEvent::Began(&self.path)))
    }

    /// The words before the nodes, the same every time; the question; the nodes.
    fn read_question_first(
        &mut self,
        nodes: &[usize],
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        self.sequence.open(&self.pieces.open)?;
        let question = self.ask_what();
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        self.sequence.read(&question, 0..0, &mut poll)?;
        let nodes: Vec<_> = nodes.iter().map(|&node| (node, Score::default())).collect();
        self.visit(&nodes, watch)
    }

    /// The words before the nodes and a whole top level, both the same for every question; then the
    /// question, whose looking at the nodes is their relevance.
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
        let looked = self.sequence.read(&question, watched, &mut poll)?;
        debug_assert_eq!(looked.rows, start..start + question.len());
        // The question comes after so many nodes.
        let position = nodes.len() + 1;
        for (&node, place) in nodes.iter().zip(places) {
            let mean = looked.mean(self.question.clone(), place.clone());
            self.note(node, Score::default(), mean * position as f64, place);
        }
        self.visited = self.sequence.len();
        Ok(())
    }

    /// The question with the words around it, where the sequence ends now.
    fn ask_what(&mut self) -> Vec<Token> {
        let (words, place) = self.pieces.asked();
        let start = self.sequence.len();
        self.question = start + place.start..start + place.end;
        words
    }

    /// Goes on where an earlier search that began with the same nodes was stopped. What its nodes
    /// looked at is known; their tokens are recalled, or else read again.
    fn take_up(&mut self, watch: SearchWatcher<'_>) -> Result<(), Error<M::Error>> {
        let visits = self.begun_before;
        let tokens = self.lay_out_again(visits);
        // Known from now on, also if reading is stopped.
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
            // It is asked about now, perhaps once more.
            last.p_yes = None;
        }
        let sufficient = |visit: &&Visit| visit.p_yes > Some(self.settings.confidence);
        self.sufficient = self.path.iter().filter(sufficient).count();
        go_on(watch(SearchEvent::Began(&self.path[..self.begun])))?;
        self.path[self.begun..]
            .iter()
            .try_for_each(|visit| go_on(watch(SearchEvent::Visited(visit))))
    }

    /// The tokens of a walk that came this far, and in `places` and `question` where they stand.
    fn lay_out_again(&mut self, visits: &[Visit]) -> Vec<Token> {
        let mut tokens = self.pieces.open.clone();
        let (words, place) = self.pieces.asked();
        let (first, further) = visits.split_at(self.begun);
        let nodes = |visits: &[Visit]| -> Vec<usize> {
            visits.iter().map(|visit| self.space.number(visit.node)).collect()
        };
        let (first, further) = (nodes(first), nodes(further));
        let mut places = Vec::new();
        if self.settings.order == Order::NodesFirst {
            places.extend(self.lay_out(first.iter().copied(), 0, &mut tokens));
        }
        self.question = tokens.len() + place.start..tokens.len() + place.end;
        tokens.extend(words);
        if self.settings.order == Order::QuestionFirst {
            places.extend(self.lay_out(first, 0, &mut tokens));
        }
        if !further.is_empty() {
            tokens.extend_from_slice(&self.pieces.further);
            places.extend(self.lay_out(further, 0, &mut tokens));
        }
        self.places = places;
        tokens
    }

    /// The nodes to begin with: the top level in order. If it does not fit, those of its nodes that
    /// match the question best take half of the room, so that what lies below them can still be looked
    /// at; with a fixed count, at most that count ÷ levels begin, again those that match best.
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
