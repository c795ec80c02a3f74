//! GTK's additional abilities: showing keys without taking them, and wearing the page's colours.

use std::fmt::Write;

use gtk::prelude::*;
use gtk::{AccelLabel, CssProvider, MenuBar, MenuItem, gdk};
use protocol::{KeyCombination, Menu as Wanted, MenuLooks};
use tauri::{AppHandle, Manager};

thread_local! {
    /// The colours of menus. There is one thread for widgets.
    static WORN: CssProvider = worn();
}

/// Writes the keys beside every item of the bar that was just built.
pub fn tell_keys(app: &AppHandle, menus: &[Wanted]) -> tauri::Result<()> {
    let (windows, menus) = (app.webview_windows(), menus.to_vec());
    app.run_on_main_thread(move || {
        let boxes = windows.values().filter_map(|window| window.default_vbox().ok());
        let widgets = boxes.flat_map(|widgets| widgets.children());
        for bar in widgets.filter_map(|widget| widget.downcast::<MenuBar>().ok()) {
            tell_keys_in(&bar, &menus);
        }
    })
}

fn tell_keys_in(bar: &MenuBar, menus: &[Wanted]) {
    for (menu, wanted) in bar.children().into_iter().zip(menus) {
        let submenu = menu.downcast::<MenuItem>().ok().and_then(|menu| menu.submenu());
        let submenu = submenu.and_then(|submenu| submenu.downcast::<gtk::Menu>().ok());
        let labels = submenu.into_iter().flat_map(|submenu| submenu.children()).filter_map(label);
        for (label, item) in labels.zip(wanted.groups.iter().flatten()) {
            if let Some(keys) = &item.keys {
                label.set_accel(value(&keys.key), held(keys));
            }
        }
    }
}

/// Returns an item's label; separators have none.
fn label(item: gtk::Widget) -> Option<AccelLabel> {
    item.downcast::<MenuItem>().ok()?.child()?.downcast().ok()
}

/// Returns GTK's value of a key.
fn value(key: &str) -> u32 {
    let name = match key {
        "Enter" => "Return",
        arrow if arrow.starts_with("Arrow") => &arrow["Arrow".len()..],
        key => key,
    };
    let mut signs = name.chars();
    *match (signs.next(), signs.next()) {
        (Some(sign), None) => gdk::keys::Key::from_unicode(sign),
        _ => gdk::keys::Key::from_name(name),
    }
}

fn held(keys: &KeyCombination) -> gdk::ModifierType {
    let mut held = gdk::ModifierType::empty();
    held.set(gdk::ModifierType::CONTROL_MASK, keys.control);
    held.set(gdk::ModifierType::SHIFT_MASK, keys.shift);
    held
}

/// Gives menus these colours.
pub fn paint(looks: &MenuLooks) {
    WORN.with(|worn| {
        if let Err(error) = worn.load_from_data(style(looks).as_bytes()) {
            eprintln!("pecan: the menu bar keeps the system's colours: {error}");
        }
    });
}

fn worn() -> CssProvider {
    let worn = CssProvider::new();
    if let Some(screen) = gdk::Screen::default() {
        let priority = gtk::STYLE_PROVIDER_PRIORITY_APPLICATION;
        gtk::StyleContext::add_provider_for_screen(&screen, &worn, priority);
    }
    worn
}

/// Returns the part of the page's style sheet that concerns menus, in GTK's vocabulary.
fn style(looks: &MenuLooks) -> String {
    let &MenuLooks { paper, ink, muted, line, accent, on_accent, letters } = looks;
    let [paper, ink, muted, line, accent, on_accent] =
        [paper, ink, muted, line, accent, on_accent].map(colour);
    let bare = "border: none; background: none; box-shadow: none";
    let mut style = String::new();
    for (what, how) in [
        ("menubar, menu", format!("background: {paper}; color: {ink}; font-size: {letters}px")),
        ("menubar", format!("padding: 0 8px; border-bottom: 1px solid {line}; box-shadow: none")),
        ("menu", format!("padding: 4px 0; border: 1px solid {line}")),
        ("menu separator", format!("margin: 4px 0; background: {line}")),
        ("menuitem", format!("color: {ink}; text-shadow: none")),
        ("menubar > menuitem", "padding: 4px 8px".to_owned()),
        ("menu menuitem", "padding: 4px 10px".to_owned()),
        ("menuitem > label > accelerator", format!("color: {muted}")),
        // Shows only the mark, and nothing without one.
        ("menuitem check", format!("{bare}; color: {accent}")),
        ("menuitem:disabled *", format!("color: {muted}")),
        ("menuitem:hover", format!("background: {accent}; color: {on_accent}; box-shadow: none")),
        // Items in an open submenu are not meant.
        (
            "menuitem:hover > label, menuitem:hover > box > label, \
             menuitem:hover > label > accelerator, menuitem:hover > check",
            format!("color: {on_accent}"),
        ),
        // A disabled item does not stand out.
        ("menu menuitem:disabled:hover", "background: none".to_owned()),
        ("menuitem:disabled:hover *", format!("color: {muted}")),
    ] {
        // Writing into a string does not fail.
        let _ = writeln!(style, "{what} {{ {how}; }}");
    }
    style
}

fn colour([red, green, blue]: [u8; 3]) -> String {
    format!("rgb({red}, {green}, {blue})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_to_gtk() {
        for (key, expected) in [
            ("o", u32::from('o')),
            ("?", u32::from('?')),
            (" ", u32::from(' ')),
            ("Escape", 0xff1b),
            ("Enter", 0xff0d),
            ("ArrowLeft", 0xff51),
        ] {
            assert_eq!(value(key), expected, "{key}");
        }
    }

    #[test]
    fn menus_wear_the_colours_of_the_page() {
        let looks = MenuLooks {
            paper: [251, 250, 247],
            ink: [30, 29, 26],
            muted: [107, 103, 94],
            line: [228, 224, 214],
            accent: [138, 75, 42],
            on_accent: [251, 250, 247],
            letters: 13.0,
        };
        let style = style(&looks);
        assert!(style.contains("menubar, menu { background: rgb(251, 250, 247); color: rgb(30"));
        assert_eq!(style.matches('{').count(), style.matches('}').count());
    }
}
