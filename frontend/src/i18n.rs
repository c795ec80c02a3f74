//! Messages in the languages of the window. Each feature declares its own in its `strings`; those
//! of failures and measures are here. The translations are in the files of `locales`:
//! `strings::zoom_in()` returns the message `zoom-in`.

pub mod failure_texts;
pub mod failures;
pub mod fluent;
pub mod measures;
#[cfg(test)]
pub mod translations;
pub mod user_message;

/// Declares functions that return the messages of a file, which is named first: `zoom_in;` without
/// arguments, and `numbered_level(level: u32);` with arguments.
macro_rules! messages {
    ($file:literal $($(#[$note:meta])* $name:ident $(($($given:ident: $kind:ty),+))?;)+) => {
        $($crate::i18n::message! { $(#[$note])* $name $(($($given: $kind),+))? })+

        #[cfg(test)]
        #[test]
        fn every_language_says_this() {
            $crate::i18n::translations::check($file, &[
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

pub(crate) use {message, messages};
