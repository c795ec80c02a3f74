//! A comparison as Markdown: a whole page, and the parts of a docs page.

use super::lengths::over_lengths;
use super::notes::{counted, matched, seconds};
use super::numbers::Numbers;
use super::plots::Plot;
use super::printable::printable;
use super::records::{distinct, methods};
use super::relations::relations_table;
use super::table::plain;
use super::tables::{choices, full_table, key_table};
use crate::comparison::Results;
use crate::comparison::methods::legend;

/// The page's folder of pictures.
pub const PLOTS: &str = "plots";

const LEGEND: &str = "\
Scores are in percent, of the questions that were run and have an answer, with 95% intervals. F1 as \
shown counts an answer as none if the method says that it did not find enough. Cut: not everything that \
was chosen fitted the window. Tokens, TFLOPs and seconds are the mean of a question that has an answer, \
if any has one, without building. Differences are question by question, over those that both ran.";

/// Returns everything: how it was made, and for every data set the numbers that matter most, then all.
pub fn page(numbers: &Numbers<'_>, plots: &[Plot]) -> String {
    let results = numbers.results;
    let mut page = format!(
        "# Ways to answer, compared\n\n{}",
        origin(results, &format!("Pecan {}", results.version))
    );
    if results.choosing {
        return page + &choices(numbers).markdown() + "\n" + &remarks(numbers);
    }
    page.push_str(&format!("{LEGEND}\n\n{}\n", meanings(results)));
    for dataset in numbers.datasets() {
        let own = numbers.on(dataset);
        let (key, full) =
            (key_table(dataset, &own).markdown(), full_table(dataset, &own).markdown());
        page.push_str(&format!("## {}\n\n{key}\n{full}\n", plain(dataset)));
    }
    page + &side_by_side(numbers) + &pictures(plots) + &remarks(numbers)
}

/// Returns a list of the kinds of methods that took part, each with what it shows the model.
fn meanings(results: &Results) -> String {
    let kinds: Vec<(&str, &str)> = methods(results).into_iter().filter_map(legend).collect();
    let forms = distinct(kinds.iter().map(|(form, _)| *form)).into_iter();
    let meaning = |form| kinds.iter().find(|(own, _)| *own == form).map(|(_, meaning)| *meaning);
    forms.filter_map(|form| Some(format!("- `{form}`: {}\n", meaning(form)?))).collect()
}

/// Returns tables over the lengths of documents, and which relations of the papers hold; empty if data
/// sets are not named after lengths and no such methods took part.
pub fn side_by_side(numbers: &Numbers<'_>) -> String {
    let tables = over_lengths(&numbers.table).into_iter().chain(relations_table(numbers));
    tables.map(|table| table.markdown() + "\n").collect()
}

fn pictures(plots: &[Plot]) -> String {
    let picture = |Plot { file, caption, .. }: &Plot| {
        format!("![{}]({PLOTS}/{file})\n\n", plain(caption).replace(['[', ']'], ""))
    };
    plots.iter().map(picture).collect()
}

/// Describes with what a comparison was made, by `version`, and the command that repeats it.
pub fn origin(results: &Results, version: &str) -> String {
    let Results { machine, command, seconds: own, models, .. } = results;
    let models = models.iter().map(|(role, file, hash)| format!("{role} {file} (`{hash}`)"));
    let models = models.collect::<Vec<_>>().join(", ");
    format!(
        "Machine: {}. {version}. {own:.0} s of this run. Models: {}. {}\n\n    {}\n\n",
        plain(machine),
        printable(&models),
        seconds(results),
        printable(command)
    )
}

/// Returns how methods were matched, and what was left out.
fn remarks(numbers: &Numbers<'_>) -> String {
    let Results { problems, left_out, .. } = numbers.results;
    let count = counted(problems.len(), *left_out);
    let lines = matched(numbers).into_iter().chain(problems.iter().cloned()).chain(count);
    lines.map(|line| format!("- {}\n", plain(&line))).collect()
}

/// Returns the numbers of every data set that matter most, as a part of a docs page.
pub fn every_set(numbers: &Numbers<'_>) -> String {
    let sets = numbers.datasets();
    // The last of several is all of them.
    let own = &sets[..sets.len() - usize::from(sets.len() > 1)];
    let tables = own.iter().map(|set| key_table(set, &numbers.on(set)).markdown() + "\n");
    let relations = relations_table(numbers).map(|table| table.markdown() + "\n");
    tables.chain(relations).chain([remarks(numbers)]).collect()
}

/// Returns the numbers of all data sets together that matter most, as a part of a docs page.
pub fn together(numbers: &Numbers<'_>) -> String {
    let all = numbers.datasets().pop().map(|all| key_table(all, &numbers.on(all)).markdown());
    format!("{}\n{}", all.unwrap_or_default(), remarks(numbers))
}

/// Returns how often chosen passages hold what answers follow from, as a part of a docs page.
pub fn chosen(numbers: &Numbers<'_>) -> String {
    choices(numbers).markdown() + "\n"
}
