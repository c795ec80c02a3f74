//! Pecan's window: wiring only. The window's page sends requests through [`commands`]; the
//! [`EngineProcess`] passes its jobs to the engine's process and the engine's events back. That process
//! is this same program, started with `--engine`.

mod args;
mod commands;
mod engine_main;
mod menu;
mod pages;
mod place;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use engine::sample;
use page_images::{DocumentPasswords, PageImages};
use protocol::AppDetails;
use supervisor::{EngineProcess, Jobs, Launch, Log, SavedQueue};
use tauri::webview::{PageLoadEvent, WebviewWindowBuilder};
use tauri::{App, Emitter, Manager, RunEvent};

use crate::args::DesktopArguments;
use crate::menu::Bar;

/// The proxy of the page, through which it would reach other machines: nothing answers there.
#[cfg(target_os = "linux")]
const NOWHERE: &str = "http://127.0.0.1:1";

/// Runs the program as its command line says: as the window, or as the window's engine.
pub fn run() -> ExitCode {
    engine::fail_at_file_limits();
    let arguments = DesktopArguments::parse();
    let ended = if arguments.engine { engine_main::run(arguments) } else { open_window(arguments) };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pecan-desktop: {error}");
            ExitCode::FAILURE
        }
    }
}

fn open_window(arguments: DesktopArguments) -> Result<(), Box<dyn Error>> {
    let has_display =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if cfg!(target_os = "linux") && !has_display {
        let message = "There is no display to open a window on. Use the `pecan` command in a \
                       terminal instead.";
        return Err(message.into());
    }
    let app = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .invoke_handler(tauri::generate_handler![
            commands::submit,
            commands::left,
            commands::decline,
            commands::try_page,
            commands::pick_files,
            commands::pick_folders,
            commands::save_text,
            commands::save_folder,
            commands::read_address,
            commands::open_address,
            commands::about,
            commands::quit,
            menu::show_menu,
            menu::paint_menu
        ])
        .manage(Bar::default())
        .on_menu_event(|app, event| menu::chosen(app, &event))
        .register_asynchronous_uri_scheme_protocol(pages::SCHEME, pages::serve)
        .setup(move |app| set_up(app, &arguments))
        .build(context())?;
    app.run(|app, event| {
        if matches!(event, RunEvent::Exit) {
            app.state::<EngineProcess>().close();
        }
    });
    Ok(())
}

fn set_up(app: &mut App, arguments: &DesktopArguments) -> Result<(), Box<dyn Error>> {
    let config = engine::Config::new(arguments.library.clone(), arguments.model.clone())?;
    // Without the sample book the window is as empty as one for a folder that the user names.
    let first = arguments.library.is_none() && sample::begin(&config);
    let log = Arc::new(Log::open(&config.library));
    let version = app.package_info().version.to_string();
    log.line(&format!("Pecan {version} opens {}", config.library.display()));
    app.manage(AppDetails {
        version,
        log: log.path().display().to_string(),
        files: arguments.files.iter().map(|file| file.display().to_string()).collect(),
        sample: sample::find(),
        first,
    });
    let kept = SavedQueue::open(&config.library, Arc::clone(&log));
    let folder = config.library.clone();
    let keys = DocumentPasswords::default();
    let jobs = Jobs::new(kept, keys.clone());
    app.manage(PageImages::new(config, keys));
    let launch = Launch { program: std::env::current_exe()?, arguments: arguments.for_engine() };
    let window = app.handle().clone();
    let dispatch = EngineProcess::new(launch, log, jobs, move |died| {
        // Without a window no one needs to know.
        let _ = window.emit("engine_died", died);
    });
    // The engine is ready by the time the page is.
    dispatch.wake();
    app.manage(dispatch);
    let window = app.config().app.windows.first().ok_or("no window is configured")?;
    let window = WebviewWindowBuilder::from_config(app.handle(), window)?
        .enable_clipboard_access()
        .on_navigation(addresses::is_own_page)
        .on_page_load(|window, load| {
            if load.event() == PageLoadEvent::Started {
                window.state::<EngineProcess>().turn_over();
            }
        });
    // WebKit connects to the machine of a link before it asks whether the link may be followed.
    #[cfg(target_os = "linux")]
    let window = window.proxy_url(NOWHERE.parse()?);
    place::keep(&window.build()?, &folder);
    #[cfg(target_os = "linux")]
    keep_no_pictures(app.handle())?;
    Ok(())
}

/// Makes WebKit keep no picture that is off screen: decoded, a page takes some 10 MB. The [`PageImages`]
/// keeps the last ones encoded.
#[cfg(target_os = "linux")]
fn keep_no_pictures(app: &tauri::AppHandle) -> tauri::Result<()> {
    use webkit2gtk::{CacheModel, WebContextExt, WebViewExt};
    app.webview_windows().values().try_for_each(|window| {
        window.with_webview(|view| {
            if let Some(context) = view.inner().context() {
                context.set_cache_model(CacheModel::DocumentViewer);
            }
        })
    })
}

/// The page and the settings, as the build script packed them.
#[allow(clippy::unwrap_used)] // Tauri's own code, generated.
fn context() -> tauri::Context {
    tauri::tauri_build_context!()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    /// The sources the page may load from: the program itself.
    const OWN: [&str; 7] = [
        "'none'",
        "'self'",
        "'wasm-unsafe-eval'",
        "ipc:",
        "http://ipc.localhost",
        "page:",
        "http://page.localhost",
    ];

    #[test]
    fn the_page_may_reach_no_address() {
        let config: Value = serde_json::from_str(include_str!("../tauri.conf.json")).unwrap();
        let policy = config["app"]["security"]["csp"].as_object().unwrap();
        for shut in ["default-src", "base-uri", "form-action"] {
            assert_eq!(policy[shut], "'none'", "{shut}");
        }
        for (kind, sources) in policy {
            for source in sources.as_str().unwrap().split_whitespace() {
                assert!(OWN.contains(&source), "{kind} from {source}");
            }
        }
    }

    #[test]
    fn no_page_from_elsewhere_may_call_the_program() {
        let window: Value =
            serde_json::from_str(include_str!("../capabilities/window.json")).unwrap();
        assert!(window["permissions"].is_array());
        assert_eq!(window["remote"], Value::Null);
    }
}
