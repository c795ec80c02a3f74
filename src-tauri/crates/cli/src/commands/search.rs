//! `pecan search`.

use clap::Args;
use protocol::{DocumentId, Until};

use crate::document_number::document_number;

/// `pecan search`.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// The words to find; words in quotation marks must follow one another, and the last word may be
    /// the beginning of one. Case and accents do not matter
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// Search only this document
    #[arg(long, value_name = "ID", value_parser = document_number)]
    document: Option<DocumentId>,
    /// Print at most N places
    #[arg(long, value_name = "N", default_value_t = 50,
          value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Search only the text before this character of the document, or up to the end of a page or chapter, as in page:12
    /// or chapter:3
    #[arg(long, value_name = "N", requires = "document")]
    until: Option<Until>,
}

impl From<SearchArguments> for protocol::Request {
    fn from(SearchArguments { words, document, most, until }: SearchArguments) -> Self {
        Self::Search { words: words.join(" "), document, most, until }
    }
}
