//! A graph, level by level.

use protocol::GraphView;

use super::wording::plain;

/// The maximum number of words of a node that are printed.
const WORDS: usize = 24;

pub(super) fn graph(view: &GraphView) -> String {
    let mut out = String::new();
    let top = view.nodes.iter().map(|node| node.level).max().unwrap_or(0);
    for level in (1..=top).rev() {
        out.push_str(&format!("Level {level}\n"));
        for node in view.nodes.iter().filter(|node| node.level == level) {
            let line = plain(&beginning(&node.text));
            let line = if node.quoted { format!("“{line}”") } else { line.to_string() };
            out.push_str(&format!("{:>6}  {line}\n", node.id));
            let mut edges: Vec<_> = view.edges.iter().filter(|edge| edge.from == node.id).collect();
            edges.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            let strongest: Vec<String> = edges
                .iter()
                .take(4)
                .filter(|edge| edge.weight >= 0.05)
                .map(|edge| format!("{} ({:.2})", edge.to, edge.weight))
                .collect();
            if !strongest.is_empty() {
                out.push_str(&format!("        rests on {}\n", strongest.join(", ")));
            }
        }
    }
    out
}

/// Returns the first words of a node.
fn beginning(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.len() > WORDS {
        true => format!("{} …", words[..WORDS].join(" ")),
        false => words.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_is_cut_short_says_so() {
        assert_eq!(beginning("Mira keeps\nthe lamp."), "Mira keeps the lamp.");
        let long = "lamp ".repeat(WORDS + 1);
        assert!(beginning(&long).ends_with("lamp …"));
    }
}
