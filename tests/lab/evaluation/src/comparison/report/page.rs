//! The report as one self-contained page: no script, no font, no picture from elsewhere.

use super::Numbers;
use super::choices;
use super::escape::escaped;
use super::examples::examples;
use super::legend::legend;
use super::notes::{counted, matched, seconds};
use super::plots::{Plot, plots, plots_over_sets};
use super::tables::tables;
use crate::comparison::Results;

/// A browser that obeys it runs nothing and fetches nothing, whatever slipped in.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The style in light and dark.
pub const STYLE: &str = "
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1e1d1a;--muted:#6b675e;--line:#e4e0d6;
--c0:#8a4b2a;--c1:#2f6f9f;--c2:#4f7f3a;--c3:#a3457f;
--c4:#b07d12;--c5:#4c5bb0;--c6:#2a8a80;--c7:#77706a}
@media(prefers-color-scheme:dark){
:root{--paper:#171614;--ink:#ece8df;--muted:#a39d90;--line:#3a362f;
--c0:#d99a6c;--c1:#7fb6dc;--c2:#98c77f;--c3:#dc93be;
--c4:#e0b75c;--c5:#a5afee;--c6:#74c9bf;--c7:#b5aea5}}
body{margin:2rem auto;padding:0 1rem;max-width:76rem;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,sans-serif}
nav ul{columns:12rem;padding-left:1.25rem}a{color:inherit}
h1,h2,h3{line-height:1.25;font-weight:600}
h2{margin-top:3rem;border-top:1px solid var(--line);padding-top:1rem}
.wide{overflow-x:auto;margin:1.5rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--muted);padding-bottom:.5rem}
th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);text-align:right}
th:first-child,details td:last-child{text-align:left}
td span{white-space:nowrap;color:var(--muted)}
thead th{vertical-align:bottom}tbody th{font-weight:400}
figure{margin:2rem 0}figcaption,dt{color:var(--muted)}
dd,li{overflow-wrap:anywhere}summary{cursor:pointer;padding:.25rem 0}
svg{max-width:100%;height:auto;font-size:12px;fill:currentColor}
.axis{stroke:currentColor}.grid{stroke:var(--line)}
.guide{stroke:var(--muted);stroke-dasharray:4 4}.stroke,.curve{stroke:var(--c);fill:none}
.fill{fill:var(--c)}rect.fill{fill-opacity:.6}
.c0{--c:var(--c0)}.c1{--c:var(--c1)}.c2{--c:var(--c2)}.c3{--c:var(--c3)}
.c4{--c:var(--c4)}.c5{--c:var(--c5)}.c6{--c:var(--c6)}.c7{--c:var(--c7)}
";

/// Returns the whole page.
pub fn page(numbers: &Numbers<'_>) -> String {
    let datasets = match numbers.results.choosing {
        true => Vec::new(),
        false => numbers.datasets(),
    };
    let sets = datasets.iter().enumerate().map(|(at, dataset)| section(numbers, at, dataset));
    let sets = match numbers.results.choosing {
        true => titled("Choosing chunks only", &choices::table(numbers).html()),
        false => sets.collect(),
    };
    let contents = contents(&datasets);
    let over: String = plots_over_sets(numbers).iter().map(figure).collect();
    let over = titled("Across data sets", &over);
    let (origin, legend) = (origin(numbers), meanings(numbers.results));
    let problems = problems(numbers.results);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Pecan: ways to answer, compared</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <main>\n<h1>Ways to answer, compared</h1>\n{origin}{legend}{contents}{sets}{over}{problems}</main>\n\
         </body>\n</html>\n"
    )
}

/// Describes where and with what it was made.
fn origin(numbers: &Numbers<'_>) -> String {
    let results = numbers.results;
    let item = |name: &str, value: &str| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value))
    };
    let models = results
        .models
        .iter()
        .map(|(role, file, hash)| item(role, &format!("{file} (SHA-256 {hash})")));
    let items = [
        item("Pecan", &results.version),
        item("Machine", &results.machine),
        item("Command", &results.command),
        item("Reference", &results.reference),
        item("Seconds of this run", &format!("{:.0}", results.seconds)),
        item("Seconds of a question", &seconds(results)),
    ];
    let matched = matched(numbers);
    let matched = matched.iter().map(|line| item("Matched", line));
    let items: String = items.into_iter().chain(models).chain(matched).collect();
    format!("<dl>\n{items}</dl>\n")
}

/// Explains the methods' names for readers who want to know.
fn meanings(results: &Results) -> String {
    let items = legend(results).into_iter().map(|(name, meaning)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(meaning))
    });
    let items: String = items.collect();
    match items.is_empty() {
        true => items,
        false => format!(
            "<details>\n<summary>What each method shows the model</summary>\n<dl>\n{items}</dl>\n\
             </details>\n"
        ),
    }
}

/// Returns links to several data sets.
fn contents(datasets: &[&str]) -> String {
    let items = datasets
        .iter()
        .enumerate()
        .map(|(at, dataset)| format!("<li><a href=\"#set-{at}\">{}</a></li>\n", escaped(dataset)));
    match datasets.len() {
        0 | 1 => String::new(),
        _ => format!("<nav>\n<ul>\n{}</ul>\n</nav>\n", items.collect::<String>()),
    }
}

/// Returns the section of a data set, which is the one at this position.
fn section(numbers: &Numbers<'_>, at: usize, dataset: &str) -> String {
    let tables: String = tables(numbers, dataset).iter().map(|table| table.html()).collect();
    let figures: String = plots(numbers, dataset).iter().map(figure).collect();
    let examples = examples(numbers.results, dataset);
    let examples = match examples.is_empty() {
        true => examples,
        false => format!("<h3>Where the methods differ most</h3>\n{examples}"),
    };
    let body = format!("{tables}{figures}{examples}");
    format!("<section id=\"set-{at}\">\n<h2>{}</h2>\n{body}</section>\n", escaped(dataset))
}

/// Returns a section, if it is not empty.
fn titled(title: &str, body: &str) -> String {
    match body.is_empty() {
        true => String::new(),
        false => format!("<section>\n<h2>{}</h2>\n{body}</section>\n", escaped(title)),
    }
}

fn figure(plot: &Plot) -> String {
    let pictures = plot.pictures.concat();
    let caption = escaped(&plot.caption);
    format!("<figure>\n{pictures}<figcaption>{caption}</figcaption>\n</figure>\n")
}

/// Returns what was left out and the other remarks, counted as on the terminal.
fn problems(results: &Results) -> String {
    let Results { problems, left_out, .. } = results;
    let items: String =
        problems.iter().map(|problem| format!("<li>{}</li>\n", escaped(problem))).collect();
    let count = counted(problems.len(), *left_out);
    let count = count.map_or_else(String::new, |count| format!("<p>{count}</p>\n"));
    match items.is_empty() {
        true => items,
        false => {
            titled("Left out, cut or counted differently", &format!("{count}<ul>\n{items}</ul>\n"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results, walked, with};
    use crate::comparison::{Record, Results};

    const EVIL: &str = "<img src=x onerror=alert(1)>";

    /// A comparison in which every text is malicious.
    fn evil() -> Results {
        let asks = [(Some(0.25), false), (Some(0.75), true)];
        let evil = |record: Record| {
            let record = with(record, |given| given.answer = "\"><script>1</script>".into());
            Record {
                question: EVIL.into(),
                kind: Some("</title>".into()),
                answers: vec!["</td><script src=\"x\">".into()],
                ..record
            }
        };
        let mut all = results(vec![
            evil(walked(answered("<b>-5K", "1", "pecan", 1.0), true, &asks)),
            evil(answered("<b>-5K", "1", "bm25:5", 0.0)),
            evil(walked(answered("<b>-9K", "1", "pecan", 0.5), true, &asks)),
            not_run("<b>-9K", "1", "<script>"),
        ]);
        all.problems = vec!["<script>: line 3".into()];
        all.command = "pecan-lab eval --data '<script>'".into();
        all.models[0].1 = "<script>.gguf".into();
        all
    }

    #[test]
    fn nothing_runs_and_nothing_is_fetched() {
        let all = evil();
        let html = page(&Numbers::of(&all));
        for never in ["<script", "<img", "<b>", "http:", "https:", "url(", "@import", "<link"] {
            assert!(!html.contains(never), "{never}");
        }
        assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;"), "stands as text");
        assert!(html.contains("<a href=\"#set-1\">&lt;b&gt;-9K</a>"), "{html}");
        assert!(html.contains("<section id=\"set-1\">"), "{html}");
        assert!(html.contains(&format!("content=\"{POLICY}\"")), "{html}");
        assert_eq!(html.matches("</title>").count(), 1 + html.matches("<svg").count());
    }

    #[test]
    fn every_element_is_closed() {
        let all = evil();
        let html = page(&Numbers::of(&all));
        for name in
            ["table", "caption", "tr", "th", "td", "figure", "figcaption", "svg", "desc", "section"]
        {
            let opened = html.matches(&format!("<{name}>")).count()
                + html.matches(&format!("<{name} ")).count();
            assert_eq!(opened, html.matches(&format!("</{name}>")).count(), "{name}");
            assert!(opened > 0, "{name}");
        }
    }

    #[test]
    fn it_says_where_it_comes_from() {
        let all = results(vec![answered("a", "1", "pecan", 1.0)]);
        let html = page(&Numbers::of(&all));
        for part in ["a machine", "1.2.3", "abc123", "pecan-lab eval --data a.jsonl", "<h2>a</h2>"]
        {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("Left out"), "there are no problems");
        assert!(html.contains("<dt>pecan</dt><dd>The points"), "{html}");
        assert!(!html.contains("<nav>"), "there is one data set");
        let noted = Results { problems: vec!["A.".into(), "B.".into()], left_out: 1, ..all };
        let html = page(&Numbers::of(&noted));
        assert!(html.contains("<p>One line or document was skipped; one note.</p>"), "{html}");
    }
}
