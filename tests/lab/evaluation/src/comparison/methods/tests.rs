//! Names, needs and keys of all methods.

use super::*;
use crate::comparison::keys::tests::facts;
use crate::comparison::prepared::{Embedded, GraphKind};
use crate::comparison::store;

#[test]
fn what_is_written_is_read_back() {
    let cases = [
        ("pecan", "pecan"),
        ("garlic:tree", "garlic:tree"),
        ("pecan:confidence=0.6:patience=3", "pecan:patience=3:confidence=0.6"),
        ("pecan:fixed=matched", "pecan:fixed=matched"),
        ("pecan:fixed=12:no-attention", "pecan:no-attention:fixed=12"),
        ("pecan:most=0:sparing:normalised", "pecan:normalised:sparing:most=0"),
        ("pecan:normalised:balance=0.25", "pecan:normalised:balance=0.25"),
        ("garlic:most=3:candidates", "garlic:candidates:most=3"),
        ("pecan:balance=-0", "pecan:balance=0"),
        ("mkrag", "mkrag"),
        ("mkrag:rounds=3:both", "mkrag:both:rounds=3"),
        ("mkrag:rounds=1:reranked", "mkrag:reranked:rounds=1"),
        ("mkrag:micro:rounds=3:sentence", "mkrag:sentence:micro:rounds=3"),
        ("pecan:no-attention:balance=0.3", "pecan:no-attention:balance=0.3"),
        ("pecan:no-attention:normalised", "pecan:normalised:no-attention"),
        ("pecan:no-words:no-attention", "pecan:no-attention:no-words"),
        ("pecan:no-embedding:no-attention", "pecan:no-attention:no-embedding"),
        ("bm25", "bm25:5"),
        ("dense:matched", "dense:matched"),
        ("dual:7", "dual:7"),
        ("raptor-tree", "raptor-tree:5"),
        ("raptor-collapsed", "raptor-collapsed:20"),
        ("longllmlingua:800", "longllmlingua:800"),
        ("memwalker", "memwalker"),
        ("whole", "whole"),
        (" closed ", "closed"),
    ];
    for (written, expected) in cases {
        let method: Method = written.parse().unwrap();
        assert_eq!(method.to_string(), expected);
        assert_eq!(expected.parse(), Ok(method));
    }
}

/// Keys under which answers were stored before each method had a file of its own. They may change only
/// with [`EDITION`](crate::comparison::keys::EDITION), a prompt or a setting of Pecan's, because
/// everything stored under others is made again.
const STORED: [(&str, &str); 14] = [
    ("pecan", "b6b37b0037fb28a69d1af739ac3e11f4"),
    ("pecan:tree:no-embedding", "a687685898aa38c335c531f295882527"),
    ("garlic:patience=3", "608dfbecdb0240a2fb53e7576d6e9269"),
    ("mkrag", "ff628b47679083f602222e25021a1560"),
    ("mkrag:both:sentence:reranked:rounds=2", "291a6fdcfce70426339f1b1f82c126f3"),
    ("bm25:7", "772f9c9ea41f7c9be6cc0650422f7ca4"),
    ("dense:5", "9e265bf7bacf60c399907fd2a9b4c337"),
    ("dual:5", "8853278db2a66293ed6431499b7f9536"),
    ("raptor-tree:3", "14ae8467785e0ab403e1957c841d9f79"),
    ("raptor-collapsed:20", "36d7cd624b6147abde0422a31faa6f33"),
    ("memwalker", "2a848c8fa4b23deb9e6a3ec8df0caa6b"),
    ("longllmlingua:2000", "57c88e5912db781fa7262733e7e849ee"),
    ("whole", "b981505f9af7b218ae8e521ba648aa10"),
    ("closed", "5ca870817ab94b62d9cb7b80c14c89af"),
];

#[test]
fn answers_stay_where_they_are_stored() {
    let facts = facts();
    for (written, expected) in STORED {
        let method: Method = written.parse().unwrap();
        // Documents without text, so that graphs have no nodes.
        let nodes = method.construction().map(|_| store::key([])).unwrap_or_default();
        let parts = method.key_parts(&facts, nodes, "the question").unwrap();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        assert_eq!(facts.key("the documents", &parts), expected, "{written}: {parts:?}");
    }
}

#[test]
fn graphs_and_vectors_stay_where_they_are_stored() {
    let facts = facts();
    let graph = |kind| format!("{:?}", facts.construction(kind));
    let raptor = raptor::settings(&facts);
    for (settings, expected) in [
        (graph(GraphKind::Graph), "c3a31d8f4d446500b656a5eb0e2c6da0"),
        (graph(GraphKind::Tree), "81b1bd5c8aada812436e8811c2cdd485"),
        (raptor, "f849843ea5700db547e4e7d0240ada36"),
    ] {
        assert_eq!(facts.built_key("the documents", &settings), expected, "{settings}");
    }
    let chunks = facts.chunks_key("the documents", &facts.embedder);
    assert_eq!(chunks, "c9f6645839a3f5ec8b3a1e11bf7a1a1c");
}

#[test]
fn what_is_no_method_is_rejected() {
    let cases = [
        (
            "pecann",
            "The method “pecann” does not exist. The methods are pecan, mkrag, garlic, bm25, dense, \
             dual, raptor-tree, raptor-collapsed, memwalker, longllmlingua, whole and closed.",
        ),
        ("", "The method “” does not exist."),
        ("whole:3", "The method whole has no option “3”."),
        ("bm25:0", "“0” is not a value for a count: it must be a number of at least 1."),
        ("bm25:3:4", "The method bm25 has no option “4”."),
        ("pecan:tall", "The method pecan has no option “tall”."),
        ("mkrag:rounds=5", "“5” is not a value for rounds: it must be a number from 1 to 4."),
        ("mkrag:small", "The method mkrag has no option “small”."),
        ("mkrag:both:both", "The method mkrag has the option “both” twice."),
        ("pecan:tree=1", "The method pecan has no option “tree=1”."),
        ("pecan:balance=2", "“2” is not a value for balance: it must lie between 0 and 1."),
        ("pecan:patience", "“” is not a value for patience: it must be a number of at least 1."),
        ("pecan:tree:tree", "The method pecan has the option “tree” twice."),
        ("pecan:most=3:most=4", "The method pecan has the option “most” twice."),
        ("pecan:fixed=3:patience=2", "In “pecan:patience=2:fixed=3”, the option patience has"),
        ("garlic:no-attention:candidates", "In “garlic:candidates:no-attention”, the option"),
        ("garlic:no-words", "In “garlic:no-words”, the option no-words has no effect"),
        (
            "pecan:no-attention:no-embedding:balance=0.3",
            "In “pecan:no-attention:no-embedding:balance=0.3”, the option balance has no",
        ),
        (
            "pecan:no-attention:no-embedding:normalised",
            "In “pecan:normalised:no-attention:no-embedding”, the option normalised has no \
             effect",
        ),
        ("pecan:no-words:no-embedding:candidates", "In “pecan:candidates:no-embedding:no-words”"),
        ("garlic:candidates:no-embedding", "In “garlic:candidates:no-embedding”, the option"),
        ("pecan:fixed=3:sparing", "In “pecan:sparing:fixed=3”, the option sparing has no effect"),
        ("garlic:no-attention:balance=0.5", "In “garlic:no-attention:balance=0.5”, the option"),
        ("garlic:no-embedding:no-attention", "In “garlic:no-attention:no-embedding”, nodes"),
        (
            "pecan:no-words:no-embedding:no-attention",
            "In “pecan:no-attention:no-embedding:no-words”, nodes",
        ),
    ];
    for (written, expected) in cases {
        let text = written.parse::<Method>().unwrap_err().to_string();
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn what_is_embedded_depends_on_who_looks_at_it() {
    let embedded = |written: &str| written.parse::<Method>().unwrap().embedded();
    assert_eq!(embedded("pecan"), [Embedded::Chunks, Embedded::Points(GraphKind::Graph)]);
    assert_eq!(embedded("garlic:tree"), [Embedded::Chunks, Embedded::Points(GraphKind::Tree)]);
    for written in ["dense", "raptor-tree", "raptor-collapsed:matched"] {
        assert_eq!(embedded(written), [Embedded::Chunks], "{written}");
    }
    assert_eq!(embedded("dual"), [Embedded::Passages]);
    for written in ["pecan:no-embedding", "bm25", "memwalker", "longllmlingua", "closed"] {
        assert!(embedded(written).is_empty(), "{written}");
    }
}

#[test]
fn matched_counts_are_filled_in() {
    for (written, expected) in [
        ("bm25:matched", "bm25:9"),
        ("raptor-tree:matched", "raptor-tree:9"),
        ("raptor-collapsed:matched", "raptor-collapsed:9"),
        ("pecan:tree:fixed=matched", "pecan:tree:fixed=9"),
    ] {
        let method: Method = written.parse().unwrap();
        assert!(method.is_matched());
        assert_eq!(method.with_count(9).unwrap().to_string(), expected);
    }
    assert!(!"bm25".parse::<Method>().unwrap().is_matched());
}
