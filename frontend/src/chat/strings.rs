//! Messages about questions and answers.

use protocol::{Answer, AnswerSentence, Score, Step, StopReason};

use crate::app::strings as app_strings;
use crate::format::share;
use crate::format::written::decimal;
use crate::graph::strings as graph_strings;
use crate::i18n::messages;
use crate::library::strings as library_strings;

messages! {
    "questions"
    ask;
    ask_placeholder;
    ask_placeholder_here;
    ask_placeholder_of(name: &str);
    asked_of;
    ask_read(place: &str);
    ask_read_title;
    this_document;
    /// Leads to questions on all documents of a collection.
    ask_collection(name: &str);
    all_in_collection(name: &str, documents: &str);
    part_of_collection(name: &str, asked: usize, all: usize);
    ask_first;
    ask_first_hint;
    ask_nothing;
    ask_growing;
    asking_elsewhere(title: &str);
    asked_growing;
    ask_no_graph;
    looking;
    looking_at_points(points: usize);
    not_found;
    closest_passages;
    what_was_read;
    look_further;
    answer_anyway;
    best_effort;
    /// For an answer whose words do not occur in the visited nodes.
    unsupported_answer;
    ask_stopped;
    empty_answer;
    copy;
    copied;
    show_on_graph;
    path;
    round_names(query: &str, names: &str);
    round_all(query: &str);
    searched_on;
    looked_at;
    similarity;
    shared_words;
    enough;
    enough_alone;
    engine_again;
    engine_idle;
    /// What the parts of a step's score are, and what `enough_title` refers to.
    numbers_explained;
    score_title;
    score_parts(attention: &str, similarity: &str, words: &str);
    enough_title;
    enough_alone_title;
    enough_needed(found: &str, needed: &str);
    recall_answered;
    recall_looked_at;

    model_read(what: &str);
    points_of(points: usize, all: u32);
    passages_of(passages: usize, all: u32);
    with_passages(points: &str, passages: &str);
    passages_shown(passages: usize);
    passages_shown_of(shown: usize, passages: usize);
    /// How much text was read, compared with the book.
    share_of_book(share: &str);
    more_than_book;
    /// The computation done, and that for reading everything.
    arithmetic_of_all(operations: &str, whole: &str);
    show_more(next: usize);
    show_more_of(next: usize, left: usize);

    find_questions;
    ask_again;
    ask_again_title;
    ask_on;
    ask_on_title;
    ask_afresh;
    forget;
    question_leaving;
    /// The earlier question that this one follows.
    follows(question: &str);
    /// The same, if that question was removed.
    follows_removed;
    export;
    save_answer;
    answer_file;

    looked_at_none;
    looked_most_at(points: &str);
    point_share(point: &str, share: &str);
    /// The nodes with which every search begins.
    top_level(points: usize);

    stopped_sufficient;
    stopped_window;
    stopped_exhausted;
    stopped_unconfirmed;
    stopped_limit;
    stopped_fixed;
    stopped_unjudged;
    stopped_passages;
    stopped_listed;
    stopped_described;
    /// The number of sentences searched for a list of names.
    list_sentences(sentences: u32);
    list_without_text(pages: u32);
    passages_instead;
    stopped_by_you;

    cost_tokens(evaluated: u64, restored: u64);
    cost_whole(tokens: u64);
    cost_asks(asks: u32);
    cost_arithmetic(operations: &str);
    /// The explanation beside the passages.
    shares_explained;
    weighed(share: &str);
    changed_since;

    page_passages;
    page_step;
    page_point;
    page_top;
}

/// The placeholder of the question field: for a collection, for the open document, or for neither.
pub fn ask_what(collection: Option<&str>, is_open: bool) -> String {
    match (collection, is_open) {
        (Some(name), _) => ask_placeholder_of(name),
        (None, true) => ask_placeholder_here().to_owned(),
        (None, false) => ask_placeholder().to_owned(),
    }
}

/// A collection as something to ask, with the number of its documents that are asked.
pub fn all_of(name: &str, asked: usize, size: usize) -> String {
    match asked == size {
        true => all_in_collection(name, &library_strings::documents(size)),
        false => part_of_collection(name, asked, size),
    }
}

/// What an answer lacks, if anything.
pub fn shortfall(
    found: bool,
    supported: bool,
    reason: StopReason,
    answer: &str,
) -> Option<&'static str> {
    let silent = answer.trim().is_empty();
    match reason {
        StopReason::Stopped => Some(ask_stopped()),
        StopReason::Passages => Some(passages_instead()),
        _ if !silent && !supported => Some(unsupported_answer()),
        _ if protocol::best_effort(found, reason, answer) => Some(best_effort()),
        _ if !silent => None,
        StopReason::Fixed | StopReason::Unjudged => Some(empty_answer()),
        _ if found => Some(empty_answer()),
        _ => Some(not_found()),
    }
}

/// An answer together with what it lacks.
pub fn answer_told(answer: &str, shortfall: Option<&str>) -> String {
    [Some(answer.trim()), shortfall].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Leads to the path of an earlier question, or to the evidence of its answer, if it has any.
pub fn recall(has_evidence: bool) -> &'static str {
    if has_evidence { recall_answered() } else { recall_looked_at() }
}

/// The text during the search.
pub fn looking_at(points: usize) -> String {
    match points {
        0 => looking().to_owned(),
        many => looking_at_points(many),
    }
}

/// The number of points to name for a sentence.
const NAMED: usize = 3;

/// The points to which a sentence of an answer attended most, with their shares, in descending
/// order.
pub fn most_looked_at<'a>(
    answer: &'a Answer,
    sentence: &'a AnswerSentence,
) -> Vec<(&'a Step, f64)> {
    let points = answer.steps.iter().zip(sentence.looked.iter().copied());
    let mut points: Vec<_> = points.filter(|(_, share)| *share > 0.0).collect();
    points.sort_by(|one, other| other.1.total_cmp(&one.1));
    points.truncate(NAMED);
    points
}

/// The points on which a sentence of an answer rests, by name.
pub fn rests_on(points: &[(String, f64)]) -> String {
    let named = points.iter().map(|(name, part)| point_share(name, &share(*part)));
    match points.is_empty() {
        true => looked_at_none().to_owned(),
        false => looked_most_at(&app_strings::list(named)),
    }
}

/// Why a search ended, in a sentence.
pub fn stop(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Sufficient => stopped_sufficient(),
        StopReason::Window => stopped_window(),
        StopReason::Exhausted => stopped_exhausted(),
        StopReason::Unconfirmed => stopped_unconfirmed(),
        StopReason::Limit => stopped_limit(),
        StopReason::Fixed => stopped_fixed(),
        StopReason::Unjudged => stopped_unjudged(),
        StopReason::Passages => stopped_passages(),
        StopReason::NamesListed => stopped_listed(),
        StopReason::NameDescribed => stopped_described(),
        StopReason::Stopped => stopped_by_you(),
    }
}

/// Why a node came next: the parts of its score.
pub fn score(score: &Score) -> String {
    let Score { attention, similarity, words, .. } = score;
    let [attention, similarity, words] =
        [attention, similarity, words].map(|part| decimal(*part, 3));
    score_parts(&attention, &similarity, &words)
}

/// How far it was enough, and how far it had to be, if that is known.
pub fn sufficient(p_yes: f64, needed: Option<f64>) -> String {
    let found = decimal(p_yes, 2);
    match needed {
        Some(needed) => enough_needed(&found, &decimal(needed, 2)),
        None => found,
    }
}

/// The meaning of a passage's weight.
pub fn weight_title(weight: f64) -> String {
    weighed(&share(weight))
}

/// A citation's place, with the known ones of document, part and page, and whether it has changed
/// since.
pub fn cited(
    names: impl IntoIterator<Item = String>,
    page: Option<String>,
    changed: bool,
) -> Option<String> {
    let changed = changed.then(|| changed_since().to_owned());
    let page = page.map(|page| graph_strings::numbered_page(&page));
    let place = app_strings::list(names.into_iter().chain(page).chain(changed));
    (!place.is_empty()).then_some(place)
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::fixtures::{answer, step};

    #[test]
    fn what_was_needed_is_said_where_it_is_known() {
        assert_eq!(sufficient(0.874, Some(0.5)), "0.87 (0.50 needed)");
        assert_eq!(sufficient(0.874, None), "0.87");
    }

    #[test]
    fn the_points_that_a_sentence_rests_on_come_by_their_shares() {
        let steps = vec![step(1, 0.1), step(2, 0.1), step(3, 0.1)];
        let answer = Answer { steps, ..answer() };
        let looked = |shares: [f64; 3]| AnswerSentence { start: 0, end: 1, looked: shares.into() };
        let sentence = looked([0.25, 0.0, 0.75]);
        let points = most_looked_at(&answer, &sentence);
        let nodes: Vec<u32> = points.iter().map(|(step, _)| step.node).collect();
        assert_eq!(nodes, [3, 1]);
        let named = points.iter().map(|(step, part)| (format!("point {}", step.node), *part));
        let said = rests_on(&named.collect::<Vec<_>>());
        assert!(said.ends_with("point 3 (75%), point 1 (25%)"), "{said}");
        assert!(most_looked_at(&answer, &looked([0.0; 3])).is_empty());
        assert_eq!(rests_on(&[]), looked_at_none());
    }

    #[test]
    fn how_many_documents_of_a_collection_are_asked_is_said() {
        assert_eq!(all_of("Deeds", 12, 12), "all of “Deeds” (12 documents)");
        assert_eq!(all_of("Deeds", 7, 12), "“Deeds” (7 of 12 documents)");
    }

    #[test]
    fn what_an_answer_lacks_is_said_alike_everywhere() {
        use StopReason::{
            Exhausted, Fixed, Limit, Passages, Stopped, Sufficient, Unjudged, Window,
        };
        for (found, reason, answer, expected) in [
            (true, Sufficient, "The cellar.", None),
            (true, Sufficient, " ", Some(empty_answer())),
            (false, Fixed, "The cellar.", None),
            (false, Fixed, "", Some(empty_answer())),
            (false, Unjudged, "The cellar.", None),
            (false, Passages, "", Some(passages_instead())),
            (false, Limit, "", Some(not_found())),
            (false, Exhausted, "", Some(not_found())),
            (false, Window, "The cellar.", Some(best_effort())),
            (false, Stopped, "", Some(ask_stopped())),
        ] {
            let lacks = shortfall(found, true, reason, answer);
            assert_eq!(lacks, expected, "{found} {reason:?} {answer:?}");
        }
        let lacks = |found, answer| shortfall(found, false, Sufficient, answer);
        assert_eq!(lacks(true, "The cellar."), Some(unsupported_answer()));
        assert_eq!(lacks(true, ""), Some(empty_answer()));
        assert_eq!(shortfall(false, false, Limit, "The cellar."), Some(unsupported_answer()));
    }
}
