//! Every text on the screen, in one file for each view. The translations are in the files of
//! `locales`: `i18n::zoom_in()` returns the message `zoom-in`.

/// Declares functions that return messages: `zoom_in;` without arguments, and
/// `numbered_level(level: u32);` with arguments.
macro_rules! messages {
    ($($(#[$note:meta])* $name:ident $(($($given:ident: $kind:ty),+))?;)+) => {
        $(message! { $(#[$note])* $name $(($($given: $kind),+))? })+

        #[cfg(test)]
        #[test]
        fn every_language_says_this() {
            $crate::i18n::translations::check(module_path!(), &[
                $((stringify!($name), &[$($((stringify!($given), stringify!($kind))),+)?])),+
            ]);
        }
    };
}

macro_rules! message {
    ($(#[$note:meta])* $name:ident) => {
        $(#[$note])*
        pub fn $name() -> &'static str {
            $crate::i18n::fluent::plain(stringify!($name))
        }
    };
    ($(#[$note:meta])* $name:ident ($($given:ident: $kind:ty),+)) => {
        $(#[$note])*
        pub fn $name($($given: $kind),+) -> String {
            let given = [$((stringify!($given), $given.into())),+];
            $crate::i18n::fluent::filled(stringify!($name), given)
        }
    };
}

mod actions;
mod comparison;
mod failures;
mod fluent;
mod graph;
mod keys;
mod library;
mod measures;
mod names;
mod questions;
mod reader;
mod settings;
#[cfg(test)]
mod translations;
mod window;

pub use actions::*;
pub use comparison::*;
pub use failures::*;
pub use graph::*;
pub use keys::*;
pub use library::*;
pub use measures::*;
pub use names::*;
pub use questions::*;
pub use reader::*;
pub use settings::*;
pub use window::*;
