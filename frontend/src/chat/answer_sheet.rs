//! Answers for other programs: as files, and for pasting.

use protocol::{Answer, DocumentId, Evidence, ExportForm, Sheet, file_name, path_rows};

use crate::app::strings as app_strings;
use crate::chat::{answer_numbers, comparison_strings, strings};
use crate::format::share;
use crate::format::written::decimal;
use crate::language;

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
    format!("{}.{ending}", file_name(question).unwrap_or_else(|| strings::answer_file().to_owned()))
}

/// A question with its answer and the passages on which it rests, for pasting elsewhere. `title`
/// returns a document's title.
pub fn copied_answer(answer: &Answer, title: impl Fn(DocumentId) -> Option<String>) -> String {
    let mut text = format!("{}\n\n{}\n", answer.question, answer.answer.trim());
    if let Some(shortfall) =
        strings::shortfall(answer.found, answer.supported, answer.stop, &answer.answer)
    {
        text += &format!("\n{shortfall}\n");
    }
    for (number, evidence) in answer.passages().iter().enumerate() {
        let quote =
            app_strings::quoted(&evidence.text.split_whitespace().collect::<Vec<_>>().join(" "));
        let quote =
            match strings::cited(title(evidence.document), evidence.cited_page(), evidence.changed)
            {
                Some(place) => app_strings::named(&place, &quote),
                None => quote,
            };
        text += &format!("\n[{}] {quote}\n", number + 1);
    }
    text
}

/// An answer as a page for other programs. `title` returns a document's title.
pub fn sheet(answer: &Answer, title: impl Fn(DocumentId) -> Option<String>) -> Sheet {
    let lacks = strings::shortfall(answer.found, answer.supported, answer.stop, &answer.answer)
        .map(str::to_owned);
    let said = Some(answer.answer.clone()).filter(|said| !said.trim().is_empty());
    let place = |(at, evidence): (usize, &Evidence)| {
        let (title, page) = (title(evidence.document), evidence.cited_page());
        let place = strings::cited(title, page, evidence.changed).unwrap_or_default();
        let place = format!("[{}] {place} ({})", at + 1, share(evidence.weight));
        (place, evidence.text.clone())
    };
    let grew = answer.growing.then(|| strings::asked_growing().to_owned());
    let stopped = grew.into_iter().chain([strings::stop(answer.stop).to_owned()]);
    Sheet {
        language: language::current().tag(),
        title: answer.question.clone(),
        paragraphs: said.into_iter().chain(lacks).collect(),
        passages_heading: strings::page_passages(),
        passages: answer.passages().iter().enumerate().map(place).collect(),
        path_heading: strings::path(),
        columns: [
            strings::page_step(),
            strings::page_point(),
            strings::looked_at(),
            strings::similarity(),
            strings::shared_words(),
            strings::enough(),
        ],
        rows: path_rows(answer, strings::page_top(), &decimal),
        notes: stopped
            .chain(comparison_strings::made_by(answer))
            .chain(answer_numbers::cost(answer))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{answer, evidence, step};
    use crate::i18n::translations::speaking;
    use crate::language::Language;
    use protocol::StopReason;

    #[test]
    fn copied_answers_have_the_passages_shown_and_no_others() {
        let mut answer = answer();
        let key = evidence(0.5, "She hid the\nsilver key.");
        let cellar = evidence(0.35, "The cellar is cold.");
        let rest = evidence(0.15, "Nothing of note.");
        let cellar = Evidence { document: DocumentId(2), ..cellar };
        answer.evidence = vec![Evidence { page: Some(41), ..key }, cellar, rest];
        let titles = |document| (document == DocumentId(1)).then(|| "Emma".to_owned());
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

    #[test]
    fn a_guess_is_copied_as_a_guess() {
        let answer = Answer { found: false, stop: StopReason::Limit, ..answer() };
        let copied = copied_answer(&answer, |_| None);
        assert_eq!(
            copied,
            format!("Where is the key?\n\nThe cellar.\n\n{}\n", strings::best_effort())
        );
    }

    fn stop_in_german() -> String {
        speaking(Language::German, || strings::stop(StopReason::Sufficient)).to_owned()
    }
}
