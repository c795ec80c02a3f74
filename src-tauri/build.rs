//! Names the commands that the window may call, so that its capability can list each of them, and packs
//! the page.

fn main() {
    let commands = tauri_build::AppManifest::new().commands(&[
        "submit",
        "left",
        "decline",
        "try_page",
        "pick_files",
        "pick_folders",
        "save_text",
        "save_folder",
        "read_address",
        "open_address",
        "about",
        "quit",
        "show_menu",
        "paint_menu",
    ]);
    // The macro that packs the page would run once for the library and once for its tests, at the same
    // time and into the same files: the one might embed what the other had half written.
    let page = tauri_build::CodegenContext::new();
    if !std::path::Path::new("../frontend/dist").exists() {
        eprintln!("The window has no page yet. Run `cargo xtask frontend` first.");
        std::process::exit(1);
    }
    let attributes = tauri_build::Attributes::new().app_manifest(commands).codegen(page);
    if let Err(error) = tauri_build::try_build(attributes) {
        eprintln!("the window's configuration could not be read: {error:#}");
        std::process::exit(1);
    }
}
