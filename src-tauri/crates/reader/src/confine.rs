//! What the system can forbid a reading process: changing files and contacting anyone.

/// Forbids this thread, and the threads it starts, to create, write or remove files, to open
/// connections and to send signals, as far as the system allows; PDFium's library and fonts stay
/// readable. Returns true if files are protected. If they are not, on a kernel before 5.13 or one
/// without Landlock, reading continues under the limits alone.
#[cfg(target_os = "linux")]
pub(crate) fn confine() -> bool {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, RestrictionStatus, Ruleset, RulesetAttr, RulesetError,
        RulesetStatus, Scope,
    };
    // An older kernel enforces the subset that it knows.
    const NEWEST: ABI = ABI::V10;
    let confined = || -> Result<RestrictionStatus, RulesetError> {
        Ruleset::default()
            .handle_access(AccessFs::from_write(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .restrict_self()
    };
    confined().is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

/// Other systems have only the resource limits.
#[cfg(not(target_os = "linux"))]
pub(crate) fn confine() -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::net::{TcpListener, TcpStream};
    use std::thread;

    use super::*;

    #[test]
    fn who_is_confined_reads_and_does_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (file, other) = (folder.path().join("here"), folder.path().join("there"));
        fs::write(&file, "words").unwrap();
        let try_all = || {
            if !confine() {
                return println!("skipped: this kernel has no Landlock");
            }
            assert_eq!(fs::read_to_string(&file).unwrap(), "words");
            let tried = [
                fs::write(&file, "others"),
                fs::write(&other, ""),
                fs::create_dir(&other),
                fs::rename(&file, &other),
                fs::remove_file(&file),
            ];
            assert!(tried.iter().all(Result::is_err), "{tried:?}");
            match TcpStream::connect(listener.local_addr().unwrap()) {
                Ok(_) => println!("not tried: connections, which this kernel does not forbid"),
                Err(error) => assert_eq!(error.kind(), ErrorKind::PermissionDenied),
            }
        };
        // The restriction covers one thread and no other.
        thread::scope(|scope| scope.spawn(try_all).join().unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), "words");
        fs::remove_file(&file).unwrap();
    }
}
