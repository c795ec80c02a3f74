//! The gender that English given names indicate.

use crate::given_names::{MEN, WOMEN};

/// The gender that a name indicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gender {
    /// A woman or a girl.
    Female,
    /// A man or a boy.
    Male,
}

/// Returns the usual gender of a given name in lower case.
pub fn gender_of_given_name(name: &str) -> Option<Gender> {
    match (MEN.binary_search(&name), WOMEN.binary_search(&name)) {
        (Ok(_), _) => Some(Gender::Male),
        (_, Ok(_)) => Some(Gender::Female),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(MEN.is_sorted() && WOMEN.is_sorted());
    }
}
