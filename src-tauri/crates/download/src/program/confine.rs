//! What the system can forbid this process: writing outside one folder, reading what belongs to the
//! user, and connections to other ports.

use std::path::Path;

/// Forbids this thread, and the threads it starts, to write anywhere but below `folder`, to read
/// anything but that and what TLS and name resolution need, to start programs, to connect to other
/// TCP ports than these, to wait for connections, and to send signals, as far as the system allows.
/// Returns true if files are protected.
#[cfg(target_os = "linux")]
pub fn confine(folder: Option<&Path>, ports: &[u16]) -> bool {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, NetPort, RestrictionStatus, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, make_bitflags, path_beneath_rules,
    };
    // An older kernel enforces the subset that it knows. Later versions restrict UDP, too, which
    // name resolution needs in ways that differ between systems.
    const NEWEST: ABI = ABI::V9;
    let files = AccessFs::from_all(NEWEST);
    let reading = make_bitflags!(AccessFs::{ReadFile | ReadDir});
    let asking = reading | AccessFs::ResolveUnix;
    let writing = make_bitflags!(AccessFs::{
        ReadFile | ReadDir | WriteFile | Truncate | MakeReg | MakeDir | RemoveFile | RemoveDir
    });
    let confined = || -> Result<RestrictionStatus, RulesetError> {
        Ruleset::default()
            .handle_access(files)?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(READABLE, reading))?
            .add_rules(path_beneath_rules(certificates(), reading))?
            .add_rules(path_beneath_rules(RESOLVERS, asking))?
            .add_rules(path_beneath_rules(folder, writing))?
            .add_rules(
                ports
                    .iter()
                    .map(|&port| Ok::<_, RulesetError>(NetPort::new(port, AccessNet::ConnectTcp))),
            )?
            .restrict_self()
    };
    confined().is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

/// Other systems have no such confinement.
#[cfg(not(target_os = "linux"))]
pub fn confine(_folder: Option<&Path>, _ports: &[u16]) -> bool {
    false
}

/// Where systems keep certificates, the settings of name resolution, and its libraries. The user's
/// own files are elsewhere.
#[cfg(target_os = "linux")]
const READABLE: [&str; 10] = [
    "/etc",
    "/usr",
    "/lib",
    "/lib64",
    "/nix/store",
    "/gnu/store",
    "/var/lib/ca-certificates",
    "/run/NetworkManager",
    "/run/resolvconf",
    "/mnt/wsl",
];

/// The folders of programs that resolve names for others.
#[cfg(target_os = "linux")]
const RESOLVERS: [&str; 4] =
    ["/run/systemd/resolve", "/run/nscd", "/var/run/nscd", "/run/avahi-daemon"];

/// The certificates that the environment names.
#[cfg(target_os = "linux")]
fn certificates() -> impl Iterator<Item = std::ffi::OsString> {
    ["SSL_CERT_FILE", "SSL_CERT_DIR"].into_iter().filter_map(std::env::var_os)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::net::{TcpListener, TcpStream};
    use std::process::Command;
    use std::thread;

    use super::*;

    #[test]
    fn who_is_confined_writes_into_one_folder_and_connects_to_few_ports() {
        let root = tempfile::tempdir().unwrap();
        let (own, other) = (root.path().join("own"), root.path().join("other"));
        fs::create_dir(&own).unwrap();
        fs::write(&other, "a secret").unwrap();
        let [near, far] = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let port = |listener: &TcpListener| listener.local_addr().unwrap().port();
        let try_all = || {
            if !confine(Some(&own), &[port(&near)]) {
                return println!("skipped: this kernel has no Landlock");
            }
            fs::create_dir(own.join("a.part")).unwrap();
            fs::write(own.join("a.part/b"), "bytes").unwrap();
            fs::rename(own.join("a.part"), own.join("a")).unwrap();
            assert_eq!(fs::read_to_string(own.join("a/b")).unwrap(), "bytes");
            fs::remove_dir_all(own.join("a")).unwrap();
            let tried = [
                fs::read(&other).map(drop),
                fs::write(&other, "x"),
                fs::write(root.path().join("new"), "x"),
                fs::rename(&other, own.join("moved")),
                fs::remove_file(&other),
                Command::new("/bin/true").status().map(drop),
            ];
            assert!(tried.iter().all(Result::is_err), "{tried:?}");
            assert!(fs::read_dir("/etc").is_ok(), "it reads certificates");
            TcpStream::connect(("127.0.0.1", port(&near))).unwrap();
            match TcpStream::connect(("127.0.0.1", port(&far))) {
                Ok(_) => println!("not tried: connections, which this kernel does not forbid"),
                Err(error) => assert_eq!(error.kind(), ErrorKind::PermissionDenied),
            }
        };
        // The restriction covers one thread and no other.
        thread::scope(|scope| scope.spawn(try_all).join().unwrap());
        assert_eq!(fs::read_to_string(&other).unwrap(), "a secret");
    }
}
