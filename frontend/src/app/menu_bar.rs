//! The menu bar, which the shell draws: its items, its look, and the user's choice.

use leptos::prelude::*;
use protocol::{Menu, MenuItem, MenuLooks};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::app::App;
use crate::app::action::{Action, MENUS};
use crate::{ipc, language};

/// Whether an action is possible, and whether its setting is on.
type MenuItemState = (bool, Option<bool>);

/// Keeps the menu bar in step with the window for the window's lifetime.
pub fn follow(app: App) {
    ipc::on_menu(move |id| {
        if let Some(action) = Action::of(&id) {
            app.act(action);
        }
    });
    let states: Memo<Vec<MenuItemState>> = Memo::new(move |_| {
        Action::all().map(|action| (action.is_possible(app), action.is_so(app))).collect()
    });
    Effect::new(move |_| {
        language::track();
        ipc::show_menu(&states.with(|states| bar(states)));
    });
    Effect::new(move |_| {
        app.appearance.system.track();
        app.appearance.looks.track();
        if let Some(looks) = looks() {
            ipc::paint_menu(&looks);
        }
    });
}

/// Returns the whole bar. States come in the order of actions.
fn bar(states: &[MenuItemState]) -> Vec<Menu> {
    let mut states = states.iter();
    let mut group = |group: &&[Action]| group.iter().zip(states.by_ref()).map(item).collect();
    let menus = MENUS.iter().map(|(menu, groups)| Menu {
        name: menu.name().to_owned(),
        groups: groups.iter().map(&mut group).collect(),
    });
    menus.collect()
}

fn item((&action, &(possible, checked)): (&Action, &MenuItemState)) -> MenuItem {
    let keys = action.key().map(Into::into);
    MenuItem { id: action.id(), name: action.name(), keys, possible, checked }
}

/// Returns the page's current colours.
fn looks() -> Option<MenuLooks> {
    let body = document().body()?;
    let letters = computed(&body, "font-size")?.strip_suffix("px")?.parse().ok()?;
    let probe: HtmlElement = document().create_element("span").ok()?.unchecked_into();
    body.append_child(&probe).ok()?;
    let colour = |token: &str| {
        probe.style().set_property("color", &format!("var(--{token})")).ok()?;
        parts(&computed(&probe, "color")?)
    };
    let looks = [colour("paper"), colour("ink"), colour("muted"), colour("line")];
    let [accent, on_accent] = [colour("accent"), colour("on-accent")];
    probe.remove();
    let [paper, ink, muted, line] = looks;
    Some(MenuLooks {
        paper: paper?,
        ink: ink?,
        muted: muted?,
        line: line?,
        accent: accent?,
        on_accent: on_accent?,
        letters,
    })
}

fn computed(element: &HtmlElement, property: &str) -> Option<String> {
    window().get_computed_style(element).ok()??.get_property_value(property).ok()
}

/// Parses the red, green and blue of a colour as browsers write it.
fn parts(colour: &str) -> Option<[u8; 3]> {
    let parts = colour.strip_prefix("rgb(")?.strip_suffix(')')?.split(',');
    let parts: Result<Vec<u8>, _> = parts.map(|part| part.trim().parse()).collect();
    parts.ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_has_every_action_with_its_own_state() {
        let states: Vec<MenuItemState> = (0..Action::all().count())
            .map(|nth| (nth % 2 == 0, (nth % 3 == 0).then_some(true)))
            .collect();
        let menus = bar(&states);
        let items: Vec<&MenuItem> =
            menus.iter().flat_map(|menu| menu.groups.iter().flatten()).collect();
        let ids: Vec<String> = Action::all().map(Action::id).collect();
        assert_eq!(items.iter().map(|item| item.id.clone()).collect::<Vec<_>>(), ids);
        let shown: Vec<MenuItemState> =
            items.iter().map(|item| (item.possible, item.checked)).collect();
        assert_eq!(shown, states);
        assert!(menus.iter().all(|menu| menu.groups.iter().all(|group| !group.is_empty())));
    }

    #[test]
    fn colours_are_read_as_browsers_write_them() {
        assert_eq!(parts("rgb(251, 250, 247)"), Some([251, 250, 247]));
        for other in ["rgba(0, 0, 0, 0.5)", "rgb(1, 2)", "rgb(300, 0, 0)", "#fff", ""] {
            assert_eq!(parts(other), None, "{other}");
        }
    }
}
