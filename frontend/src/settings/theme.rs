//! Light, dark and high-contrast themes, and the size of letters.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::dom::media;
use crate::storage;

/// The key under which the user's choice is stored.
const LOOKS: &str = "looks";

/// The colours of the window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system prefers.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Maximum contrast, dark on light or light on dark as the system prefers.
    Contrast,
    /// Maximum contrast, dark on light.
    ContrastLight,
    /// Maximum contrast, light on dark.
    ContrastDark,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 6] = [
        Self::System,
        Self::Light,
        Self::Dark,
        Self::Contrast,
        Self::ContrastLight,
        Self::ContrastDark,
    ];

    /// Its name in the style sheet.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
            Self::ContrastLight => "contrast-light",
            Self::ContrastDark => "contrast-dark",
        }
    }

    /// The theme with this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// The look of printed pages in the dark theme.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DarkPages {
    /// Light letters on dark paper, and unchanged pictures.
    #[default]
    Dark,
    /// As printed.
    Printed,
}

impl DarkPages {
    /// Both looks.
    pub const ALL: [Self; 2] = [Self::Dark, Self::Printed];

    /// Its name in the settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Printed => "printed",
        }
    }

    /// The look with this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pages| pages.name() == name)
    }
}

/// The look of the window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AppearanceSettings {
    /// Its colours.
    pub theme: Theme,
    /// The size of letters relative to the usual one, in per cent.
    pub scale: u32,
    /// The look of printed pages in the dark theme.
    pub pages: DarkPages,
}

impl Default for AppearanceSettings {
    fn default() -> Self {
        let pages = DarkPages::default();
        Self { theme: Theme::default(), scale: Self::SCALES[1], pages }
    }
}

impl AppearanceSettings {
    /// Selectable sizes of letters, in per cent; the second is the usual one.
    pub const SCALES: [u32; 5] = [90, 100, 115, 130, 150];

    /// The user's stored choice.
    pub fn begin() -> RwSignal<Self> {
        RwSignal::new(storage::load(LOOKS).unwrap_or_default())
    }

    /// Letters larger or smaller by a step, if there is one, or, with none, of the usual size.
    pub fn scaled(self, larger: Option<bool>) -> Self {
        let mut scales = Self::SCALES.into_iter();
        let scale = match larger {
            Some(true) => scales.find(|&scale| scale > self.scale),
            Some(false) => scales.rfind(|&scale| scale < self.scale),
            None => Some(Self::default().scale),
        };
        Self { scale: scale.unwrap_or(self.scale), ..self }
    }

    /// The theme in effect.
    fn worn(self, system: System) -> Theme {
        match self.theme {
            Theme::System if system.contrast => Theme::Contrast,
            theme => theme,
        }
    }

    /// Whether printed pages have light letters on dark paper.
    pub fn has_dark_pages(self, system: System) -> bool {
        let is_dark = match self.worn(system) {
            Theme::System | Theme::Contrast => system.dark,
            Theme::Light | Theme::ContrastLight => false,
            Theme::Dark | Theme::ContrastDark => true,
        };
        is_dark && self.pages == DarkPages::Dark
    }

    /// Stores the look.
    pub fn keep(self) {
        storage::save(LOOKS, &self);
    }

    fn show(self, system: System) {
        let Some(page) = document().document_element() else { return };
        // Such plain names are never refused.
        let _ = match self.worn(system) {
            Theme::System => page.remove_attribute("data-theme"),
            theme => page.set_attribute("data-theme", theme.name()),
        };
        let scale = (f64::from(self.scale) / 100.0).to_string();
        let _ = page.unchecked_ref::<HtmlElement>().style().set_property("--scale", &scale);
    }
}

/// The user's system-wide colour preferences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct System {
    /// Whether letters are light on dark paper.
    pub dark: bool,
    /// Whether contrast is high.
    pub contrast: bool,
}

impl System {
    /// The current preferences, updated when they change.
    pub fn begin() -> RwSignal<Self> {
        let system = RwSignal::new(Self::default());
        media::follow("(prefers-color-scheme: dark)", move |dark| {
            system.update(|system| system.dark = dark);
        });
        media::follow("(prefers-contrast: more)", move |contrast| {
            system.update(|system| system.contrast = contrast);
        });
        system
    }
}

/// Applies the look to the page for the page's lifetime.
pub fn wear(looks: RwSignal<AppearanceSettings>, system: RwSignal<System>) {
    Effect::new(move |_| looks.get().show(system.get()));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const STYLE: &str = include_str!("../../static/style.css");

    type Colours = BTreeMap<String, [[f64; 3]; 2]>;

    /// The colours of a rule, light and dark.
    fn colours(rule: &str) -> Colours {
        let start = STYLE.find(rule).unwrap_or_else(|| panic!("there is no {rule}"));
        let body = STYLE[start..].split_once('}').unwrap().0;
        let set = body.lines().filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": light-dark(")?;
            let (light, dark) = value.strip_suffix(");")?.split_once(", ")?;
            Some((name.to_owned(), [parts(light), parts(dark)]))
        });
        set.collect()
    }

    /// Red, green and blue from 0 to 1.
    fn parts(colour: &str) -> [f64; 3] {
        let digits = colour.strip_prefix('#').expect("colours are written in hexadecimal");
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        [0, 2, 4].map(|at| f64::from(part(at)) / 255.0)
    }

    /// The relative luminance of a colour (WCAG 2).
    fn luminance(colour: [f64; 3]) -> f64 {
        let linear = |part: f64| match part <= 0.040_45 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        };
        let [red, green, blue] = colour.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// All pairs of text and background colours in the style sheet.
    const PAIRS: [(&str, &str); 9] = [
        ("ink", "paper"),
        ("ink", "raised"),
        ("ink", "marked"),
        ("muted", "paper"),
        ("muted", "raised"),
        ("accent", "paper"),
        ("accent", "raised"),
        ("on-accent", "accent"),
        ("failed", "paper"),
    ];

    #[test]
    fn what_is_written_can_be_read_in_every_theme() {
        let usual = colours(":root {");
        let more = colours(":root[data-theme^=\"contrast\"] {");
        assert_eq!(usual.keys().collect::<Vec<_>>(), more.keys().collect::<Vec<_>>());
        for (colours, least) in [(usual, 4.5), (more, 7.0)] {
            for (front, back) in PAIRS {
                for (front_colour, back_colour) in colours[front].into_iter().zip(colours[back]) {
                    let found = contrast(front_colour, back_colour);
                    assert!(found >= least, "{front} on {back}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(parts("#ffffff"), parts("#000000")) - 21.0).abs() < 1e-9);
        assert!((contrast(parts("#777777"), parts("#ffffff")) - 4.48).abs() < 0.01);
    }

    #[test]
    fn letters_grow_and_shrink_as_far_as_there_are_sizes() {
        let scaled = |scale, larger| {
            AppearanceSettings { scale, ..AppearanceSettings::default() }.scaled(larger).scale
        };
        assert_eq!([100, 150].map(|scale| scaled(scale, Some(true))), [115, 150]);
        assert_eq!([100, 90].map(|scale| scaled(scale, Some(false))), [90, 90]);
        assert_eq!(scaled(130, None), 100);
    }

    #[test]
    fn pages_are_dark_where_the_window_is_unless_they_are_to_be_as_printed() {
        for (theme, system, dark) in [
            (Theme::System, [false, false], false),
            (Theme::System, [true, false], true),
            (Theme::System, [true, true], true),
            (Theme::Light, [true, false], false),
            (Theme::Dark, [false, true], true),
            (Theme::Contrast, [true, true], true),
            (Theme::Contrast, [false, true], false),
            (Theme::ContrastLight, [true, true], false),
            (Theme::ContrastDark, [false, false], true),
        ] {
            let [is_dark, contrast] = system;
            let system = System { dark: is_dark, contrast };
            for pages in DarkPages::ALL {
                let looks = AppearanceSettings { theme, pages, ..AppearanceSettings::default() };
                let expected = dark && pages == DarkPages::Dark;
                assert_eq!(looks.has_dark_pages(system), expected, "{theme:?}, {pages:?}");
            }
        }
        assert_eq!(
            DarkPages::ALL.map(|pages| DarkPages::of(pages.name())),
            DarkPages::ALL.map(Some)
        );
    }

    #[test]
    fn contrast_is_worn_where_the_system_asks_for_it_unless_the_user_chose() {
        let system = System { dark: true, contrast: true };
        for theme in Theme::ALL {
            let looks = AppearanceSettings { theme, ..AppearanceSettings::default() };
            let worn = if theme == Theme::System { Theme::Contrast } else { theme };
            assert_eq!(looks.worn(system), worn);
            assert_eq!(looks.worn(System::default()), theme);
        }
    }

    #[test]
    fn themes_are_known_by_their_names() {
        for theme in Theme::ALL {
            assert_eq!(Theme::of(theme.name()), Some(theme));
        }
        assert_eq!(Theme::of("pink"), None);
    }
}
