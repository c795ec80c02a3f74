//! The menu bar, in the system's own widgets. The page defines its content and what its items do:
//! it has the words, and the keys that do the same.

#[cfg(target_os = "linux")]
mod gtk;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{KeyCombination, Menu as Wanted, MenuItem as Item, MenuLooks};
use tauri::menu::{
    CheckMenuItem, Menu, MenuEvent, MenuItem, MenuItemKind, PredefinedMenuItem, Submenu,
};
use tauri::{AppHandle, Emitter, Manager, State, Wry};

/// The event that reports a choice to the page.
const CHOSEN: &str = "menu";

/// The menu bar as shown.
#[derive(Default)]
pub struct Bar(Mutex<MenuBarState>);

#[derive(Default)]
struct MenuBarState {
    menus: Vec<Wanted>,
    /// Whatever can change without rebuilding the bar, by id.
    items: HashMap<String, MenuItemKind<Wry>>,
}

impl Bar {
    /// The widgets behind a poisoned lock are intact: each is changed in one step.
    fn shown(&self) -> MutexGuard<'_, MenuBarState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows a menu bar in place of the previous one. If only enabled and checked states have changed,
/// an open menu stays open.
#[tauri::command]
pub fn show_menu(app: AppHandle, bar: State<'_, Bar>, menus: Vec<Wanted>) -> Result<(), String> {
    let mut shown = bar.shown();
    let changed = if shown.menus.iter().map(Wanted::words).eq(menus.iter().map(Wanted::words)) {
        update(&shown.items, &shown.menus, &menus)
    } else {
        make(&app, &menus).map(|items| shown.items = items)
    };
    shown.menus = menus;
    changed.map_err(|error| error.to_string())
}

/// Gives the menu bar the page's colours, where the system supports colours.
#[tauri::command]
pub fn paint_menu(app: AppHandle, looks: MenuLooks) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    app.run_on_main_thread(move || gtk::paint(&looks)).map_err(|error| error.to_string())?;
    #[cfg(not(target_os = "linux"))]
    let _ = (app, looks);
    Ok(())
}

/// Reports to the page what was chosen. The system toggles an item's mark by itself; only the page
/// knows the actual state, and reports it when it has changed.
pub fn chosen(app: &AppHandle, event: &MenuEvent) {
    let id = &event.id().0;
    let bar = app.state::<Bar>();
    let shown = bar.shown();
    let item = items(&shown.menus).find(|item| item.id == *id);
    if let (Some(MenuItemKind::Check(mark)), Some(checked)) =
        (shown.items.get(id), item.and_then(|item| item.checked))
    {
        let _ = mark.set_checked(checked);
    }
    // Without a window no one chooses anything.
    let _ = app.emit(CHOSEN, id);
}

fn items(menus: &[Wanted]) -> impl Iterator<Item = &Item> {
    menus.iter().flat_map(Wanted::items)
}

fn update(
    shown: &HashMap<String, MenuItemKind<Wry>>,
    before: &[Wanted],
    now: &[Wanted],
) -> tauri::Result<()> {
    let both = items(before).zip(items(now));
    for (_, item) in both.filter(|(before, now)| before != now) {
        match shown.get(&item.id) {
            Some(MenuItemKind::MenuItem(plain)) => plain.set_enabled(item.possible)?,
            Some(MenuItemKind::Check(mark)) => {
                mark.set_enabled(item.possible)?;
                mark.set_checked(item.checked.unwrap_or_default())?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Builds the bar.
fn make(app: &AppHandle, menus: &[Wanted]) -> tauri::Result<HashMap<String, MenuItemKind<Wry>>> {
    let bar = Menu::new(app)?;
    let (mut made, mut taken) = (HashMap::new(), BTreeSet::new());
    for menu in menus {
        let submenu = Submenu::new(app, with_letter(&menu.name, &mut taken), true)?;
        let mut taken = BTreeSet::new();
        for (nth, group) in menu.groups.iter().enumerate() {
            if nth > 0 {
                submenu.append(&PredefinedMenuItem::separator(app)?)?;
            }
            for item in group {
                let kind = make_item(app, item, &with_letter(&item.name, &mut taken))?;
                submenu.append(&kind)?;
                made.insert(item.id.clone(), kind);
            }
        }
        bar.append(&submenu)?;
    }
    app.set_menu(bar)?;
    #[cfg(target_os = "linux")]
    gtk::tell_keys(app, menus)?;
    Ok(made)
}

fn make_item(app: &AppHandle, item: &Item, name: &str) -> tauri::Result<MenuItemKind<Wry>> {
    let Item { id, keys, possible, checked, .. } = item;
    let keys = keys.as_ref().and_then(accelerator);
    Ok(match *checked {
        Some(checked) => {
            MenuItemKind::Check(CheckMenuItem::with_id(app, id, name, *possible, checked, keys)?)
        }
        None => MenuItemKind::MenuItem(MenuItem::with_id(app, id, name, *possible, keys)?),
    })
}

/// Returns the keys that the system handles for the page. GTK would take them from the page's
/// fields: there they are only shown, and the page handles them itself. On other systems only keys
/// with Control count, so that a letter can be typed.
fn accelerator(keys: &KeyCombination) -> Option<String> {
    if cfg!(target_os = "linux") || !keys.control {
        return None;
    }
    let shift = if keys.shift { "Shift+" } else { "" };
    Some(format!("CmdOrCtrl+{shift}{}", keys.key))
}

/// Marks the letter of a name that chooses it, with Alt in the bar, alone in a menu: the first
/// letter that no other name has.
fn with_letter(name: &str, taken: &mut BTreeSet<char>) -> String {
    let mut marked = String::with_capacity(name.len() + 1);
    let mut found = false;
    for sign in name.chars() {
        let letter = sign.to_ascii_lowercase();
        if !found && letter.is_ascii_alphanumeric() && taken.insert(letter) {
            found = true;
            marked.push('&');
        }
        if sign == '&' {
            marked.push('&');
        }
        marked.push(sign);
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_letter_of_its_own_as_long_as_there_are_some() {
        let mut taken = BTreeSet::new();
        let names = ["File", "Fit", "R&D", "Ää", "文件", "fi"];
        let marked = names.map(|name| with_letter(name, &mut taken));
        assert_eq!(marked, ["&File", "F&it", "&R&&D", "Ää", "文件", "fi"]);
    }

    #[test]
    fn a_letter_alone_can_still_be_typed() {
        let keys =
            |control, key: &str| KeyCombination { control, shift: false, key: key.to_owned() };
        assert_eq!(accelerator(&keys(false, "g")), None);
        let expected = (!cfg!(target_os = "linux")).then(|| "CmdOrCtrl+o".to_owned());
        assert_eq!(accelerator(&keys(true, "o")), expected);
    }
}
