//! Keys, and where they work.

use leptos::ev::KeyboardEvent;
use protocol::KeyCombination;

use crate::app::key_strings;

/// Where a key works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Wherever the focus is.
    Everywhere,
    /// Except where text is typed, to which the key would belong.
    OutsideFields,
    /// While the graph's picture has the focus.
    OnPicture,
    /// Handled by the browser itself.
    ByItself,
}

/// A key and its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Whether Control or Command is held.
    pub control: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The character, in lower case, or the key's name.
    pub key: &'static str,
    /// Where the key works.
    pub reach: Reach,
}

impl Key {
    /// Returns a key without modifiers, which works where no text is typed.
    pub const fn of(key: &'static str) -> Self {
        Self { control: false, shift: false, key, reach: Reach::OutsideFields }
    }

    /// Returns a key with Control, which works everywhere.
    pub const fn control(key: &'static str) -> Self {
        Self { control: true, ..Self::of(key) }.within(Reach::Everywhere)
    }

    /// Returns the key with Shift.
    pub const fn shift(self) -> Self {
        Self { shift: true, ..self }
    }

    /// Returns the key where it works.
    pub const fn within(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// Whether this key was pressed. Shift counts only if it does not produce another character.
    pub fn is(self, pressed: &Pressed) -> bool {
        let sign = if pressed.key == "=" { "+" } else { &pressed.key };
        let letter = self.key.chars().all(char::is_alphabetic);
        let minds_shift = letter && (self.control || self.key.len() > 1);
        sign.to_lowercase() == self.key.to_lowercase()
            && pressed.control == self.control
            && !pressed.alt
            && (!minds_shift || pressed.shift == self.shift)
    }

    /// Returns the keys to press, one by one, in words.
    pub fn words(self) -> Vec<String> {
        let control = self.control.then(|| key_strings::control().to_owned());
        let shift = self.shift.then(|| key_strings::shift().to_owned());
        control.into_iter().chain(shift).chain([key_strings::key(self.key)]).collect()
    }
}

impl From<Key> for KeyCombination {
    fn from(Key { control, shift, key, .. }: Key) -> Self {
        Self { control, shift, key: key.to_owned() }
    }
}

/// What the user pressed.
pub struct Pressed {
    /// The character, or the key's name.
    pub key: String,
    /// Whether Control or Command was held.
    pub control: bool,
    /// Whether Shift was held.
    pub shift: bool,
    /// Whether Alt was held.
    pub alt: bool,
}

impl From<&KeyboardEvent> for Pressed {
    fn from(event: &KeyboardEvent) -> Self {
        let control = event.ctrl_key() || event.meta_key();
        Self { key: event.key(), control, shift: event.shift_key(), alt: event.alt_key() }
    }
}
