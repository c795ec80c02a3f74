//! Messages about two runs of one question.

use protocol::{Answer, AskOptions, SearchBy, Until};

use crate::app::strings as app_strings;
use crate::chat::answer_numbers::{self, visited};
use crate::chat::strings;
use crate::format::written::decimal;
use crate::graph::strings as graph_strings;
use crate::i18n::messages;
use crate::settings::strings as settings_strings;

messages! {
    "comparison"
    compare;
    compare_with(date: &str);
    run_model;
    run_answer;
    run_stop;
    run_looked_at;
    run_cost;
    looked_at_by_both(points: &str);
    looked_at_only_here;
    none_only_here;
    as_suits_model;
    switched_on;
    switched_off;
    setting_balance;
    setting_fixed;
    setting_similarity;
    setting_shared_words;
    setting_attention;
    setting_best_effort;
    setting_seed;
    setting_nodes_first;
    setting_sparing;
    setting_rerank;
    setting_rounds;
    /// What a question searches.
    search_by;
    search_auto;
    search_points;
    search_names;
    search_both;
    setting_until;
    numbered_character(character: u32);
    numbered_chapter(chapter: u32);
}

/// A line of a comparison: its subject, and the value in each run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunComparisonRow {
    /// The subject.
    pub name: &'static str,
    /// The value in each run.
    pub values: [String; 2],
}

impl RunComparisonRow {
    /// Whether the runs differ in this line.
    pub fn differs(&self) -> bool {
        self.values[0] != self.values[1]
    }
}

/// What two runs of a question have in common and how they differ, apart from the nodes visited.
pub fn compared(runs: [&Answer; 2]) -> Vec<RunComparisonRow> {
    let line = |name, say: fn(&Answer) -> String| RunComparisonRow { name, values: runs.map(say) };
    let mut lines = vec![
        line(run_answer(), said),
        line(run_stop(), |run| strings::stop(run.stop).to_owned()),
        line(run_model(), |run| run.model.clone()),
    ];
    lines.extend(settings(runs));
    lines.push(line(run_looked_at(), visited));
    lines.push(line(run_cost(), spent));
    lines
}

/// The model and the settings that made an answer, without default settings.
pub fn made_by(run: &Answer) -> Vec<String> {
    let model = app_strings::named(run_model(), &run.model);
    let settings = settings([run, run]).into_iter();
    let settings = settings
        .map(|RunComparisonRow { name, values: [value, _] }| app_strings::named(name, &value));
    [model].into_iter().chain(settings).collect()
}

fn said(run: &Answer) -> String {
    strings::answer_told(
        &run.answer,
        strings::shortfall(run.found, run.supported, run.stop, &run.answer),
    )
}

/// One item per line.
fn spent(run: &Answer) -> String {
    answer_numbers::cost(run).join("\n")
}

/// The settings that differ from the default in either run.
fn settings(runs: [&Answer; 2]) -> Vec<RunComparisonRow> {
    let usual = AskOptions::default();
    let [one, other] = runs.map(|run| all_settings(&run.options));
    let both = one.into_iter().zip(other).zip(all_settings(&usual));
    let lines = both.map(|(((name, one), (_, other)), (_, usual))| (name, [one, other], usual));
    let shown = lines.filter(|(_, values, usual)| values.iter().any(|value| value != usual));
    shown.map(|(name, values, _)| RunComparisonRow { name, values }).collect()
}

/// Every setting with its name and its value.
fn all_settings(options: &AskOptions) -> [(&'static str, String); 17] {
    let part = |value: Option<f32>| {
        value.map_or_else(|| as_suits_model().to_owned(), |value| decimal(value.into(), 2))
    };
    let number = |number: Option<u32>| {
        number.map_or_else(|| as_suits_model().to_owned(), |number| number.to_string())
    };
    let wanted = |value: Option<String>| value.unwrap_or_else(|| switched_off().to_owned());
    let is = |on: bool| if on { switched_on() } else { switched_off() }.to_owned();
    [
        (settings_strings::patience(), options.patience.to_string()),
        (settings_strings::confidence(), part(options.confidence)),
        (setting_balance(), part(options.balance)),
        (settings_strings::max_nodes(), number(options.max_nodes)),
        (setting_fixed(), wanted(options.fixed_nodes.map(|nodes| nodes.to_string()))),
        (setting_similarity(), is(options.embedding)),
        (setting_attention(), is(options.attention)),
        (setting_shared_words(), is(options.words)),
        (setting_best_effort(), is(options.best_effort)),
        (setting_seed(), wanted(options.seed.map(|seed| seed.to_string()))),
        (setting_nodes_first(), is(options.nodes_first)),
        (setting_sparing(), is(options.sparing_asks)),
        (setting_rerank(), number(options.rerank)),
        (settings_strings::thinking(), options.thinking.to_string()),
        (setting_until(), wanted(options.until.map(place))),
        (search_by(), searched(options.by).to_owned()),
        (setting_rounds(), number(options.rounds)),
    ]
}

/// What a question searches.
pub fn searched(by: SearchBy) -> &'static str {
    match by {
        SearchBy::Auto => search_auto(),
        SearchBy::Points => search_points(),
        SearchBy::Entities => search_names(),
        SearchBy::Both => search_both(),
    }
}

/// How far the reader had read.
fn place(until: Until) -> String {
    match until {
        Until::Character(character) => numbered_character(character),
        Until::Page(page) => graph_strings::numbered_page(&page.to_string()),
        Until::Chapter(chapter) => numbered_chapter(chapter),
    }
}

#[cfg(test)]
mod tests {
    use protocol::QuestionId;

    use super::*;
    use crate::fixtures::answer;

    #[test]
    fn default_settings_of_both_runs_are_left_out() {
        let options = AskOptions {
            confidence: Some(0.7),
            embedding: false,
            follows: Some(QuestionId(3)),
            ..AskOptions::default()
        };
        let other = Answer { options, model: "Other".to_owned(), ..answer() };
        let lines = compared([&answer(), &other]);
        let shown: Vec<_> = lines.iter().map(|line| (line.name, line.differs())).collect();
        let expected = [
            ("Answer", false),
            ("Why it stopped", false),
            ("Model", true),
            ("Confidence", true),
            ("Use similarity", true),
            ("Looked at", false),
            ("Cost", false),
        ];
        assert_eq!(shown, expected);
        assert_eq!(lines[3].values, ["model default", "0.70"]);
        assert_eq!(lines[4].values, ["yes", "no"]);
        assert_eq!(
            made_by(&other),
            ["Model: Other", "Confidence: 0.70", "Use similarity: no"].map(str::to_owned)
        );
    }
}
