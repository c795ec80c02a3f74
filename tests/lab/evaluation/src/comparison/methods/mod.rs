//! Every way to answer. This list is the only place that knows all of them.

use std::str::FromStr;

use protocol::Failure;

use self::pecan::options::WalkOptions;
use super::keys::ModelFacts;
use super::method::Method;
use super::method_kind::MethodKind;
use super::method_text::{MethodText, MethodTextError};
use super::record::Usual;

mod bm25;
mod closed;
mod dense;
mod dual;
mod garlic;
mod longllmlingua;
mod memwalker;
mod mkrag;
pub mod pecan;
mod raptor;
mod raptor_collapsed;
mod raptor_tree;
mod whole;

/// The kinds of methods, in the order in which messages list them.
const KINDS: [&MethodKind; 12] = [
    &pecan::KIND,
    &mkrag::KIND,
    &garlic::KIND,
    &bm25::KIND,
    &dense::KIND,
    &dual::KIND,
    &raptor_tree::KIND,
    &raptor_collapsed::KIND,
    &memwalker::KIND,
    &longllmlingua::KIND,
    &whole::KIND,
    &closed::KIND,
];

/// Reads a method as on a command line.
impl FromStr for Method {
    type Err = MethodTextError;

    fn from_str(text: &str) -> Result<Self, MethodTextError> {
        let text = MethodText::new(text);
        match kind(text.name) {
            Some(kind) => (kind.read)(&text),
            None => Err(MethodTextError::Name(text.name.into(), listed())),
        }
    }
}

/// Returns how a legend writes the kind of a method, and what that kind shows the model. None if the
/// text is not that of a method.
pub fn legend(method: &str) -> Option<(&'static str, &'static str)> {
    method.parse::<Method>().ok()?;
    kind(MethodText::new(method).name).map(|kind| (kind.form, kind.meaning))
}

/// Returns the settings of a walk whose method does not name them.
///
/// # Errors
///
/// Never: no number of nodes is to be matched.
pub fn usual(models: &ModelFacts) -> Result<Usual, Failure> {
    WalkOptions::default().search_settings(models).map(Usual::from)
}

fn kind(name: &str) -> Option<&'static MethodKind> {
    KINDS.into_iter().find(|kind| kind.name == name)
}

/// Returns the names of all kinds as an enumeration.
fn listed() -> String {
    let names = KINDS.map(|kind| kind.name);
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{} and {last}", others.join(", "))
}

#[cfg(test)]
mod tests;
