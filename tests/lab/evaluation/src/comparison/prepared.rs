//! What was made from the current documents: graphs, vectors, and whatever a method keeps.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use hwdag::Graph;

use super::answer_record::ConstructionCost;

/// What Pecan builds of chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphKind {
    /// A graph whose nodes are points and whose edges are attention.
    Graph,
    /// A tree with one summary per batch.
    Tree,
}

impl GraphKind {
    /// Returns its name in results.
    pub fn word(self) -> &'static str {
        match self {
            Self::Graph => "graph",
            Self::Tree => "tree",
        }
    }
}

/// What is embedded. Points come last, because they must be written first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Embedded {
    /// The chunks, by the sentence embedder.
    Chunks,
    /// The chunks, by the encoder of passages.
    Passages,
    /// The points written about chunks.
    Points(GraphKind),
}

/// A graph, and what building it took.
pub type BuiltGraph = (Arc<Graph>, ConstructionCost);

/// What was made from the most recent documents.
#[derive(Default)]
pub struct PreparedDocuments {
    /// Graphs and trees, in the building model's tokens.
    pub graphs: HashMap<GraphKind, BuiltGraph>,
    /// The same in the answering model's tokens, if those are others.
    pub searchable: HashMap<GraphKind, Arc<Graph>>,
    /// Vectors by their keys.
    pub vectors: HashMap<String, Arc<Vec<f32>>>,
    /// Keys of the nodes of what was built, by its name.
    pub node_keys: HashMap<&'static str, String>,
    /// What a single method made.
    pub others: ByType,
}

/// At most one value of each type.
#[derive(Default)]
pub struct ByType(HashMap<TypeId, Box<dyn Any>>);

impl ByType {
    /// Takes out the value of a type; the type's default value if there is none.
    pub fn take<T: Any + Default>(&mut self) -> T {
        let value = self.0.remove(&TypeId::of::<T>()).and_then(|value| value.downcast().ok());
        value.map_or_else(T::default, |value| *value)
    }

    /// Puts in a value in place of the one of its type.
    pub fn put<T: Any>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_apart_by_their_types() {
        let mut values = ByType::default();
        values.put(7_u32);
        values.put("seven".to_owned());
        values.put(8_u32);
        assert_eq!((values.take::<u32>(), values.take::<u32>()), (8, 0));
        assert_eq!(values.take::<String>(), "seven");
    }
}
