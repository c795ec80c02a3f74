//! What the system can forbid the server: to open connections, and to listen anywhere else.

/// Forbids this thread, and the threads and programs that it starts, to open connections and to listen at a further
/// address, as far as the kernel's Landlock knows how: TCP from Linux 6.7 on. What already listens goes on. Returns
/// whether connections are forbidden.
#[cfg(target_os = "linux")]
pub fn confine() -> bool {
    use landlock::{
        ABI, Access, AccessNet, RestrictionStatus, Ruleset, RulesetAttr, RulesetError,
        RulesetStatus,
    };
    // An older kernel enforces the subset that it knows.
    const NEWEST: ABI = ABI::V10;
    let confined = || -> Result<RestrictionStatus, RulesetError> {
        Ruleset::default().handle_access(AccessNet::from_all(NEWEST))?.create()?.restrict_self()
    };
    confined().is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

/// Other systems forbid nothing.
#[cfg(not(target_os = "linux"))]
pub fn confine() -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::ErrorKind;
    use std::net::{TcpListener, TcpStream};
    use std::thread;

    use super::*;

    #[test]
    fn who_is_confined_accepts_and_does_not_connect() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let inside = thread::spawn(move || {
            if !confine() {
                return None;
            }
            // The visitor comes from a thread that is not confined.
            let accepted = listener.accept().map(drop);
            let connected = TcpStream::connect(address).map(drop);
            Some((accepted, connected, TcpListener::bind("127.0.0.1:0").map(drop)))
        });
        let _visitor = TcpStream::connect(address).unwrap();
        let Some((accepted, connected, bound)) = inside.join().unwrap() else {
            eprintln!("skipped: this kernel cannot forbid connections");
            return;
        };
        accepted.unwrap();
        assert_eq!(connected.unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert_eq!(bound.unwrap_err().kind(), ErrorKind::PermissionDenied);
    }
}
