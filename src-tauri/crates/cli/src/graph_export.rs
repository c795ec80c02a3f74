//! The graph in file formats that other programs draw.

use std::fmt::Write;

use protocol::GraphView;

/// Returns the graph as a Graphviz file, one rank per level.
pub fn dot(view: &GraphView) -> String {
    let mut out = String::from("digraph pecan {\n  rankdir=TB;\n  node [shape=box];\n");
    for node in &view.nodes {
        let label = quoted(&short(&node.text));
        let _ = writeln!(out, "  n{} [label={label}, level={}];", node.id, node.level);
    }
    let top = view.nodes.iter().map(|node| node.level).max().unwrap_or(0);
    for level in 1..=top {
        out.push_str("  { rank=same;");
        for node in view.nodes.iter().filter(|node| node.level == level) {
            let _ = write!(out, " n{};", node.id);
        }
        out.push_str(" }\n");
    }
    for edge in &view.edges {
        let width = 0.5 + 3.5 * edge.weight;
        let _ = writeln!(
            out,
            "  n{} -> n{} [weight={:.6}, penwidth={width:.2}];",
            edge.from, edge.to, edge.weight
        );
    }
    out.push_str("}\n");
    out
}

/// Returns the graph as a GraphML file.
pub fn graphml(view: &GraphView) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n  \
         <key id=\"level\" for=\"node\" attr.name=\"level\" attr.type=\"int\"/>\n  \
         <key id=\"text\" for=\"node\" attr.name=\"text\" attr.type=\"string\"/>\n  \
         <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n  \
         <graph edgedefault=\"directed\">\n",
    );
    for node in &view.nodes {
        let _ = writeln!(
            out,
            "    <node id=\"n{}\"><data key=\"level\">{}</data><data key=\"text\">{}</data></node>",
            node.id,
            node.level,
            escaped(&node.text)
        );
    }
    for edge in &view.edges {
        let _ = writeln!(
            out,
            "    <edge source=\"n{}\" target=\"n{}\"><data key=\"weight\">{:.6}</data></edge>",
            edge.from, edge.to, edge.weight
        );
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

fn short(text: &str) -> String {
    const MOST: usize = 80;
    let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > MOST {
        line = line.chars().take(MOST - 1).collect();
        line.push('…');
    }
    line
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns XML text: markup escaped, characters that XML 1.0 does not allow left out.
fn escaped(text: &str) -> String {
    text.chars()
        .filter(|&c| {
            matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'))
        })
        .fold(String::with_capacity(text.len()), |mut out, c| {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                c => out.push(c),
            }
            out
        })
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, GraphId, GraphViewEdge, GraphViewNode};

    use super::*;

    fn view() -> GraphView {
        let node = |id, level, text: &str| GraphViewNode {
            id,
            level,
            text: text.into(),
            place: None,
            quoted: false,
        };
        GraphView {
            document: DocumentId(1),
            graph: GraphId(1),
            complete: true,
            nodes: vec![node(0, 1, "a \"quoted\" \\ chunk"), node(1, 2, "x < y & z\u{1}")],
            edges: vec![GraphViewEdge { from: 1, to: 0, weight: 1.0 }],
            unsupported: 0,
        }
    }

    #[test]
    fn text_never_becomes_markup() {
        assert!(dot(&view()).contains(r#"[label="a \"quoted\" \\ chunk", level=1]"#));
        assert!(graphml(&view()).contains("x &lt; y &amp; z</data>"));
    }

    #[test]
    fn edges_run_from_the_predecessor() {
        assert!(dot(&view()).contains("n1 -> n0 [weight=1.000000, penwidth=4.00]"));
        assert!(graphml(&view()).contains("source=\"n1\" target=\"n0\""));
    }
}
