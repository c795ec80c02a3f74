//! Tests of llama.cpp with tiny models of random weights, which the tests create.

mod broken;
mod default_model;
mod embedding;
mod forgetful;
mod golden;
mod kinds;
mod oracle;
mod other_files;
mod reranker;
mod saved;
mod sequence;
mod side_by_side;
mod slots;
mod text;
mod tiny;
mod tiny_encoder;
mod tiny_memory;
mod tiny_vocabulary;
