//! Questions and texts stay on this machine: the command cannot open a connection at all, and the
//! program that other programs ask can only be connected to. The one program that can open
//! connections is started only for downloads, and sees no documents. The end-to-end test checks that
//! the window opens none.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::program;

/// Without one of these a program has no way to another machine. A pair of connected sockets, as
/// starting a program takes (`socketpair`, `sendmsg`, `recvmsg`, `recv`), is no way out: neither
/// can be connected with anything else without these.
const DOORS: &[&str] = &[
    "accept",
    "accept4",
    "bind",
    "connect",
    "getaddrinfo",
    "gethostbyname",
    "gethostbyname2",
    "gethostbyname_r",
    "getnameinfo",
    "listen",
    "recvfrom",
    "recvmmsg",
    "res_query",
    "res_search",
    "send",
    "sendmmsg",
    "sendto",
    "socket",
];

/// What a program needs that listens and never connects: `send` takes no address.
const LISTENING: &[&str] = &["accept4", "bind", "listen", "send", "socket"];

/// The libraries of every program. They could, but do nothing that they are not asked to.
const RUNTIME: &[&str] =
    &["ld-linux", "libc.so", "libgcc_s", "libgomp", "libm.so", "libstdc++", "linux-vdso"];

#[test]
fn the_command_has_no_door_to_the_network() {
    let programs = ["pecan", "pecan-reader"].map(program);
    let mut looked_at = programs.to_vec();
    looked_at.extend(programs.iter().flat_map(|program| libraries(program)));
    looked_at.extend(pdf_reader());
    for file in looked_at {
        let doors = doors(&file);
        assert!(doors.is_empty(), "{} can {doors:?}", file.display());
    }
}

/// The program that downloads models is the only one of the package with a door, and knows neither
/// the library nor the engine.
#[test]
fn only_the_program_that_downloads_has_a_door() {
    let program = program("pecan-download");
    let doors = doors(&program);
    assert!(doors.contains("socket") && doors.contains("connect"), "{doors:?}");
    assert!(!doors.contains("listen") && !doors.contains("accept4"), "it calls and is not called");
    let bytes = std::fs::read(program).unwrap();
    for foreign in [&b"library.db"[..], b"CREATE TABLE"] {
        assert!(!bytes.windows(foreign.len()).any(|window| window == foreign), "it has no library");
    }
}

/// `pecan serve` starts `pecan-serve`, which listens and never connects: it has neither `connect` nor a way to look up a
/// name. (Starting a program takes `sendmsg`, as above, which could address a datagram; Landlock forbids that where the
/// kernel can, and `serve.rs` tests that the server is confined.)
#[test]
fn the_server_has_no_door_that_leads_out() {
    let server = program("pecan-serve");
    let own: BTreeSet<String> = LISTENING.iter().map(|&name| name.to_owned()).collect();
    let others = doors(&server);
    let leading_out: Vec<&String> = others.difference(&own).collect();
    assert!(leading_out.is_empty(), "pecan-serve can {leading_out:?}");
    for library in libraries(&server) {
        let doors = doors(&library);
        assert!(doors.is_empty(), "{} can {doors:?}", library.display());
    }
}

/// The check works: this test could open a connection.
#[test]
fn a_program_with_a_door_is_noticed() {
    TcpListener::bind("127.0.0.1:0").unwrap();
    let doors = doors(&std::env::current_exe().unwrap());
    assert!(doors.contains("socket") && doors.contains("bind"), "{doors:?}");
}

/// The functions of the list that a program or library imports.
fn doors(file: &Path) -> BTreeSet<String> {
    let names = said(Command::new("nm").args(["-D", "--undefined-only"]).arg(file));
    let names = names.lines().filter_map(|line| line.split_whitespace().nth(1));
    // The version of the library may follow a name.
    let names: Vec<&str> = names.filter_map(|name| name.split('@').next()).collect();
    assert!(names.contains(&"malloc"), "{} takes something from others", file.display());
    names.into_iter().filter(|name| DOORS.contains(name)).map(str::to_owned).collect()
}

/// The shared libraries to which a program is linked, without those of every program.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let list = said(Command::new("ldd").arg(program));
    assert!(list.contains("libc.so"), "{list}");
    let others = list.lines().map(str::trim).filter(|line| {
        let name = line.rsplit('/').next().filter(|_| line.starts_with('/')).unwrap_or(line);
        !RUNTIME.iter().any(|known| name.starts_with(known))
    });
    let path = |line: &str| line.split(" => ").nth(1)?.split(" (").next().map(PathBuf::from);
    others.map(|line| path(line).unwrap_or_else(|| panic!("{line} was not found"))).collect()
}

/// The PDF reader, which is loaded when a PDF is added.
fn pdf_reader() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("PECAN_MODELS")?);
    Some(folder.join("libpdfium.so")).filter(|file| file.is_file())
}

fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
