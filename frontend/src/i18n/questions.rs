//! Questions and answers.

use protocol::{
    Answer, AnswerSentence, DocumentId, Evidence, ExportForm, NameList, Score, Sheet, Step,
    StopReason, file_name, path_rows,
};

use super::{documents, list, made_by, named, numbered_page, quoted};
use crate::format::{decimal, flops, flops_beside, seconds, share};
use crate::language;

messages! {
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
        true => all_in_collection(name, &documents(size)),
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

/// The quiet line under an answer; `shown` is the number of visible passages.
pub fn quiet_line(answer: &Answer, shown: usize) -> String {
    if let Some(list) = &answer.list {
        return list_line(answer, list, shown);
    }
    let passages_shown = passages(shown, answer.evidence.len());
    if answer.stop.is_without_model() {
        let parts = passages_shown.into_iter().chain([seconds(answer.cost.seconds)]);
        return parts.collect::<Vec<_>>().join(" · ");
    }
    let read: u64 = answer.steps.iter().map(|step| u64::from(step.tokens)).sum();
    // Points are not part of the book: those of a short one may be longer than it.
    let book = match read {
        0 => None,
        more if more > answer.tokens_total => Some(more_than_book().to_owned()),
        part => Some(share_of_book(&share(part as f64 / answer.tokens_total.max(1) as f64))),
    };
    let passages = passages_shown.filter(|_| !answer.is_closest_passages());
    let (nodes, took) = (model_read(&visited(answer)), seconds(answer.cost.seconds));
    let parts = [nodes].into_iter().chain(passages).chain(book).chain([took]);
    parts.collect::<Vec<_>>().join(" · ")
}

/// The same line under a list of names: the source of the list.
fn list_line(answer: &Answer, list: &NameList, shown: usize) -> String {
    let passages = passages(shown, answer.evidence.len());
    let without = (list.pages_without_text > 0).then(|| list_without_text(list.pages_without_text));
    let parts = [list_sentences(list.sentences)].into_iter().chain(without).chain(passages);
    parts.chain([seconds(answer.cost.seconds)]).collect::<Vec<_>>().join(" · ")
}

/// How many nodes the model read, and out of how many: points, and passages if there were any.
pub fn visited(answer: &Answer) -> String {
    let points = answer.steps.iter().filter(|step| step.level > 1).count();
    let all = answer.nodes_total.saturating_sub(answer.chunks_total);
    match answer.steps.len() - points {
        0 => points_of(points, all),
        read => with_passages(&points_of(points, all), &passages_of(read, answer.chunks_total)),
    }
}

/// The computation done, and that for reading everything, if it is known.
fn arithmetic(answer: &Answer) -> String {
    let own = answer.cost.flops;
    match answer.whole_flops {
        Some(whole) => {
            let [own, whole] = flops_beside(own, whole);
            arithmetic_of_all(&own, &whole)
        }
        None => cost_arithmetic(&flops(own)),
    }
}

fn passages(shown: usize, of: usize) -> Option<String> {
    match (shown, of) {
        (_, 0) => None,
        (all, of) if all == of => Some(passages_shown(of)),
        _ => Some(passages_shown_of(shown, of)),
    }
}

/// Leads to the next passages, out of those that are left.
pub fn more_passages(next: usize, left: usize) -> String {
    if next < left { show_more_of(next, left) } else { show_more(next) }
}

/// The formats of a saved answer, by name.
pub const EXPORT_FORMS: [(ExportForm, &str); 3] =
    [(ExportForm::Markdown, "Markdown"), (ExportForm::Html, "HTML"), (ExportForm::Json, "JSON")];

/// The default name of a saved answer: its question.
pub fn file_of(question: &str, form: ExportForm) -> String {
    let ending = match form {
        ExportForm::Markdown => "md",
        ExportForm::Html => "html",
        ExportForm::Json => "json",
    };
    format!("{}.{ending}", file_name(question).unwrap_or_else(|| answer_file().to_owned()))
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
        false => looked_most_at(&list(named)),
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

/// The full cost of an answer.
pub fn cost(answer: &Answer) -> [String; 4] {
    let cost = &answer.cost;
    [
        cost_tokens(cost.tokens_evaluated, cost.tokens_restored),
        cost_whole(answer.tokens_total),
        cost_asks(cost.asks),
        arithmetic(answer),
    ]
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
    let page = page.map(|page| numbered_page(&page));
    let place = list(names.into_iter().chain(page).chain(changed));
    (!place.is_empty()).then_some(place)
}

/// A question with its answer and the passages on which it rests, for pasting elsewhere. `title`
/// returns a document's title.
pub fn copied_answer(answer: &Answer, title: impl Fn(DocumentId) -> Option<String>) -> String {
    let mut text = format!("{}\n\n{}\n", answer.question, answer.answer.trim());
    if let Some(shortfall) = shortfall(answer.found, answer.supported, answer.stop, &answer.answer)
    {
        text += &format!("\n{shortfall}\n");
    }
    for (number, evidence) in answer.passages().iter().enumerate() {
        let quote = quoted(&evidence.text.split_whitespace().collect::<Vec<_>>().join(" "));
        let quote = match cited(title(evidence.document), evidence.cited_page(), evidence.changed) {
            Some(place) => named(&place, &quote),
            None => quote,
        };
        text += &format!("\n[{}] {quote}\n", number + 1);
    }
    text
}

/// An answer as a page for other programs. `title` returns a document's title.
pub fn sheet(answer: &Answer, title: impl Fn(DocumentId) -> Option<String>) -> Sheet {
    let lacks =
        shortfall(answer.found, answer.supported, answer.stop, &answer.answer).map(str::to_owned);
    let said = Some(answer.answer.clone()).filter(|said| !said.trim().is_empty());
    let place = |(at, evidence): (usize, &Evidence)| {
        let (title, page) = (title(evidence.document), evidence.cited_page());
        let place = cited(title, page, evidence.changed).unwrap_or_default();
        let place = format!("[{}] {place} ({})", at + 1, share(evidence.weight));
        (place, evidence.text.clone())
    };
    let grew = answer.growing.then(|| asked_growing().to_owned());
    let stopped = grew.into_iter().chain([stop(answer.stop).to_owned()]);
    Sheet {
        language: language::current().tag(),
        title: answer.question.clone(),
        paragraphs: said.into_iter().chain(lacks).collect(),
        passages_heading: page_passages(),
        passages: answer.passages().iter().enumerate().map(place).collect(),
        path_heading: path(),
        columns: [page_step(), page_point(), looked_at(), similarity(), shared_words(), enough()],
        rows: path_rows(answer, page_top(), &decimal),
        notes: stopped.chain(made_by(answer)).chain(cost(answer)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use protocol::QuestionCost;

    use super::*;
    use crate::fixtures::{answer, evidence, step};
    use crate::i18n::translations::speaking;
    use crate::language::Language;

    #[test]
    fn the_quiet_line_says_how_many_passages_there_are_and_are_shown() {
        for (shown, of, expected) in [
            (0, 0, ""),
            (1, 1, "rests on 1 passage · "),
            (3, 3, "rests on 3 passages · "),
            (1, 3, "rests on 3 passages, 1 shown · "),
            (5, 1_055, "rests on 1,055 passages, 5 shown · "),
        ] {
            let answer = Answer {
                steps: vec![Step { level: 2, ..step(1, 0.1) }, Step { level: 3, ..step(2, 0.1) }],
                evidence: vec![evidence(0.1, "x"); of],
                nodes_total: 418,
                cost: QuestionCost { seconds: 4.2, ..QuestionCost::default() },
                ..answer()
            };
            let expected = format!(
                "Read 2 of 412 points · {expected}as much text as 2.0% of the book · 4.2 s"
            );
            assert_eq!(quiet_line(&answer, shown), expected);
        }
        assert_eq!(more_passages(10, 1_050), "Show 10 more of 1,050");
        assert_eq!(more_passages(7, 7), "Show 7 more");
    }

    #[test]
    fn passages_that_were_looked_at_are_no_points() {
        let point = Step { level: 2, ..step(1, 0.1) };
        let answer = Answer { steps: vec![point, step(2, 0.1)], whole_flops: None, ..answer() };
        assert_eq!(visited(&answer), "1 of 4 points and 1 of 6 passages");
        assert!(quiet_line(&answer, 0).starts_with("Read 1 of 4 points and 1 of 6 passages · "));
        assert_eq!(arithmetic(&answer), "0 FLOP of computation");
    }

    #[test]
    fn copied_answers_have_the_passages_shown_and_no_others() {
        let mut answer = answer();
        let key = evidence(0.5, "She hid the\nsilver key.");
        let cellar = evidence(0.35, "The cellar is cold.");
        let rest = evidence(0.15, "Nothing of note.");
        let cellar = Evidence { document: 2, ..cellar };
        answer.evidence = vec![Evidence { page: Some(41), ..key }, cellar, rest];
        let titles = |document| (document == 1).then(|| "Emma".to_owned());
        assert_eq!(
            copied_answer(&answer, titles),
            "Where is the key?\n\nThe cellar.\n\n[1] Emma, p. 41: “She hid the silver key.”\n\n\
             [2] “The cellar is cold.”\n"
        );
        answer.evidence[0].label = Some("xli".to_owned());
        let titles = |document| Some(format!("Book {document}"));
        let copied = copied_answer(&answer, titles);
        assert!(copied.contains("[1] Book 1, p. xli: ") && copied.contains("[2] Book 2: “The"));
        assert!(!copied.contains("[3]"), "{copied}");
    }

    #[test]
    fn what_was_needed_is_said_where_it_is_known() {
        assert_eq!(sufficient(0.874, Some(0.5)), "0.87 (0.50 needed)");
        assert_eq!(sufficient(0.874, None), "0.87");
    }

    #[test]
    fn an_answer_is_saved_under_its_question() {
        let long = "Where ".repeat(50);
        let cut = format!("{}.md", long[..60].trim());
        for (question, expected) in [
            ("Where is the key?", "Where is the key.md"),
            (" ../../etc/passwd\n\u{7}", "etc passwd.md"),
            ("A\\B: \"C\" <*|>", "A B C.md"),
            ("a\u{202e}dm.exe", "a dm.exe.md"),
            ("Wo ist der Schlüssel？", "Wo ist der Schlüssel？.md"),
            ("?", "answer.md"),
            ("", "answer.md"),
            (&*long, &*cut),
        ] {
            assert_eq!(file_of(question, ExportForm::Markdown), expected, "{question}");
        }
        assert!(file_of("Who?", ExportForm::Html).ends_with("Who.html"));
    }

    #[test]
    fn a_page_is_in_the_language_that_is_spoken() {
        let answer = Answer {
            steps: vec![step(1, 0.1)],
            evidence: vec![Evidence { page: Some(3), ..evidence(0.75, "Text.") }],
            ..answer()
        };
        let german = speaking(Language::German, || sheet(&answer, |_| Some("Emma".to_owned())));
        assert_eq!((german.language, german.passages_heading), ("de", "Stellen"));
        assert_eq!(german.columns[4..], ["gemeinsame Wörter", "genug?"]);
        assert!(german.passages[0].0.starts_with("[1] Emma, "), "{:?}", german.passages);
        let model = "Modell: Reader".to_owned();
        assert_eq!(german.notes[..2], [stop_in_german(), model]);
    }

    fn stop_in_german() -> String {
        speaking(Language::German, || stop(StopReason::Sufficient)).to_owned()
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
    fn a_guess_is_copied_as_a_guess() {
        let answer = Answer { found: false, stop: StopReason::Limit, ..answer() };
        let copied = copied_answer(&answer, |_| None);
        assert_eq!(copied, format!("Where is the key?\n\nThe cellar.\n\n{}\n", best_effort()));
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
