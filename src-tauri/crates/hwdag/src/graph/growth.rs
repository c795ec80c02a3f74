//! Growing a graph, and rebuilding it from its parts.

use super::{Batch, Edge, Graph, Inconsistent, Node, PendingStep, Point};

impl Graph {
    /// Returns the graph with these nodes, edges and batches, each in the order in which the graph
    /// returned them. The position of a discarded batch's outputs does not matter as long as they
    /// are empty.
    ///
    /// # Errors
    ///
    /// [`Inconsistent`] if they do not form one graph.
    pub fn from_parts(
        mut nodes: Vec<Node>,
        edges: Vec<Edge>,
        batches: Vec<Batch>,
    ) -> Result<Self, Inconsistent> {
        let points = nodes.split_off(nodes.partition_point(|node| node.level == 1));
        let mut graph = Self::of_chunks(nodes);
        let mut points = points.into_iter();
        let mut edges = edges.as_slice();
        for batch in batches {
            let written = points.by_ref().take(batch.outputs.len()).collect();
            let own = edges.partition_point(|edge| edge.from < batch.outputs.end);
            let (first, rest) =
                if batch.outputs.is_empty() { (&edges[..0], edges) } else { edges.split_at(own) };
            graph.attach(batch, written, first)?;
            edges = rest;
        }
        if points.len() > 0 || !edges.is_empty() {
            return Err(Inconsistent("nodes or edges that no batch has written"));
        }
        Ok(graph)
    }

    /// Adds a batch with its points and their edges, which already have their final numbers.
    ///
    /// # Errors
    ///
    /// [`Inconsistent`] if the batch is not this graph's next one; the graph is then unchanged.
    pub fn apply(
        &mut self,
        batch: &Batch,
        points: &[Point],
        edges: &[Edge],
    ) -> Result<(), Inconsistent> {
        let node = |point: &Point| Node {
            level: batch.level,
            text: point.text.clone(),
            tokens: point.tokens.clone(),
            range: None,
        };
        self.attach(batch.clone(), points.iter().map(node).collect(), edges)
    }

    /// Removes the highest level and marks it as tried: its batches stay, with no outputs. Does
    /// nothing to level 1 or to a level that is not the highest.
    pub fn discard(&mut self, level: usize) {
        if level < 2 || level != self.levels() {
            return;
        }
        let first = self.level(level).start;
        self.levels.pop();
        self.nodes.truncate(first);
        self.edges.truncate(self.first_edge[first]);
        self.first_edge.truncate(first + 1);
        self.incoming.truncate(first);
        for edges in &mut self.incoming {
            edges.retain(|&edge| edge < self.edges.len());
        }
        for batch in self.batches.iter_mut().filter(|batch| batch.level == level) {
            batch.outputs = first..first;
        }
    }

    fn attach(
        &mut self,
        batch: Batch,
        points: Vec<Node>,
        edges: &[Edge],
    ) -> Result<(), Inconsistent> {
        self.check(&batch, &points, edges)?;
        let first = self.nodes.len();
        let end = first + points.len();
        for edge in edges {
            self.incoming[edge.to].push(self.edges.len());
            self.edges.push(*edge);
        }
        for node in first..end {
            self.first_edge.push(self.edges.partition_point(|edge| edge.from <= node));
        }
        self.incoming.resize(end, Vec::new());
        self.nodes.extend(points);
        match self.levels.get_mut(batch.level - 1) {
            Some(level) => level.end = end,
            None if end > first => self.levels.push(first..end),
            None => {}
        }
        self.batches.push(Batch { outputs: first..end, ..batch });
        Ok(())
    }

    fn check(&self, batch: &Batch, points: &[Node], edges: &[Edge]) -> Result<(), Inconsistent> {
        let outputs = self.nodes.len()..self.nodes.len() + points.len();
        let PendingStep::Batch { level, inputs } = self.pending() else {
            return Err(Inconsistent("a batch after the last one"));
        };
        let reads_on = batch.inputs.start == inputs.start && batch.inputs.end <= inputs.end;
        if batch.level != level || batch.inputs.is_empty() || !reads_on {
            return Err(Inconsistent("a batch that is not the next one"));
        }
        if !batch.outputs.is_empty() && batch.outputs != outputs
            || points.len() != batch.outputs.len()
            || points.iter().any(|point| point.level != level)
        {
            return Err(Inconsistent("a batch with other points than it wrote"));
        }
        let belongs = |edge: &Edge| outputs.contains(&edge.from) && batch.inputs.contains(&edge.to);
        if !edges.iter().all(|edge| belongs(edge) && (0.0..=1.0).contains(&edge.weight)) {
            return Err(Inconsistent("an edge between nodes that were never in one batch"));
        }
        if !edges.is_sorted_by(|a, b| (a.from, a.to) < (b.from, b.to)) {
            return Err(Inconsistent("edges out of order"));
        }
        Ok(())
    }
}
