//! What the names of methods mean.

use super::cases::{self, distinct};
use crate::comparison::Results;
use crate::comparison::methods;

/// Returns the kinds of methods that took part, in order, each with what it shows the model.
pub fn legend(results: &Results) -> Vec<(&'static str, &'static str)> {
    let kinds: Vec<(&str, &str)> =
        cases::methods(results).into_iter().filter_map(methods::legend).collect();
    let names = distinct(kinds.iter().map(|(name, _)| *name)).into_iter();
    let meaning = |name| kinds.iter().find(|(own, _)| *own == name).map(|(_, meaning)| *meaning);
    names.filter_map(|name| Some((name, meaning(name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results};

    #[test]
    fn every_kind_of_method_is_listed_once() {
        let names = ["pecan", "bm25:5", "pecan:tree", "garlic", "bm25:matched", "another name"];
        let all = results(names.map(|name| answered("a", "1", name, 1.0)).into());
        let found: Vec<&str> = legend(&all).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, ["pecan", "bm25:K", "garlic"]);
    }
}
