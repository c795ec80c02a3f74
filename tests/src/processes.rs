//! Running processes and their Internet sockets, from `/proc` on Linux; elsewhere none are found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The interval of a watch: the watched programs need the machine too.
const PAUSE: Duration = Duration::from_millis(200);

/// The processes whose command line contains all of these words.
pub fn with_words(words: &[&str]) -> Vec<u32> {
    let said = |id: &u32| {
        let line = fs::read(of(*id).join("cmdline")).unwrap_or_default();
        let line: Vec<&[u8]> = line.split(|&byte| byte == 0).collect();
        words.iter().all(|word| line.contains(&word.as_bytes()))
    };
    all().into_iter().filter(said).collect()
}

/// These processes and all their descendants.
pub fn families(roots: &[u32]) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for id in all() {
        if let Some(parent) = parent(id) {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut found = roots.to_vec();
    let mut at = 0;
    while let Some(id) = found.get(at) {
        found.extend(children.remove(id).unwrap_or_default());
        at += 1;
    }
    found
}

/// Ends a process, if it still exists.
pub fn end(id: u32) {
    signal("-TERM", id);
}

/// Kills processes, which cannot react to it.
pub fn kill(ids: &[u32]) {
    ids.iter().for_each(|id| signal("-KILL", *id));
}

/// Stops processes, or lets them continue.
pub fn hold(ids: &[u32], waits: bool) {
    ids.iter().for_each(|id| signal(if waits { "-STOP" } else { "-CONT" }, *id));
}

/// Whether a process has ended, apart from its entry in the table.
pub fn has_ended(id: u32) -> bool {
    let stat = fs::read_to_string(of(id).join("stat")).unwrap_or_default();
    stat.rsplit_once(')').is_none_or(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
}

fn signal(which: &str, id: u32) {
    // A process that has already ended cannot be signalled.
    let _ = Command::new("kill").args([which, &id.to_string()]).stderr(Stdio::null()).status();
}

fn of(id: u32) -> PathBuf {
    format!("/proc/{id}").into()
}

fn all() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The second word after the name, which is in parentheses and may itself contain some.
fn parent(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(of(id).join("stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// The age of a process in seconds.
pub fn seconds_old(id: u32) -> Option<f64> {
    /// The kernel's unit of such times.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string(of(id).join("stat")).ok()?;
    let began: f64 = stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()?;
    let up = fs::read_to_string("/proc/uptime").ok()?;
    let up: f64 = up.split_whitespace().next()?.parse().ok()?;
    Some(up - began / TICKS)
}

/// The bytes of main memory that a process takes; shared memory counts proportionally.
pub fn memory(id: u32) -> Option<u64> {
    let rollup = fs::read_to_string(of(id).join("smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1_024)
}

/// The two ends of an Internet socket; the unspecified address for a missing end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Socket {
    /// This end.
    pub local: IpAddr,
    /// The other end.
    pub remote: IpAddr,
}

impl Socket {
    /// Whether it leads, or admits connections, from outside this machine.
    pub fn leaves(&self) -> bool {
        let end = if self.remote.is_unspecified() { self.local } else { self.remote };
        !end.to_canonical().is_loopback()
    }
}

/// A process's Internet sockets.
pub fn sockets(id: u32) -> Vec<Socket> {
    let descriptors = fs::read_dir(of(id).join("fd")).into_iter().flatten().flatten();
    let open: BTreeSet<String> = descriptors
        .filter_map(|entry| fs::read_link(entry.path()).ok())
        .filter_map(|link| {
            Some(link.to_str()?.strip_prefix("socket:[")?.trim_end_matches(']').into())
        })
        .collect();
    let tables = ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"]
        .map(|name| fs::read_to_string(of(id).join("net").join(name)).unwrap_or_default());
    let rows = tables.iter().flat_map(|table| table.lines().skip(1));
    rows.filter_map(|row| {
        let columns: Vec<&str> = row.split_whitespace().collect();
        let end = |at: usize| address(columns.get(at)?.split(':').next()?);
        open.contains(*columns.get(9)?).then_some(Socket { local: end(1)?, remote: end(2)? })
    })
    .collect()
}

/// One or four words of 32 bits in hexadecimal, each as it lies in memory.
fn address(hexadecimal: &str) -> Option<IpAddr> {
    let word = |at: usize| {
        let digits = hexadecimal.get(at * 8..at * 8 + 8)?;
        u32::from_str_radix(digits, 16).ok().map(u32::to_ne_bytes)
    };
    match hexadecimal.len() {
        8 => Some(Ipv4Addr::from(word(0)?).into()),
        32 => {
            let words = [word(0)?, word(1)?, word(2)?, word(3)?].concat();
            Some(Ipv6Addr::from(<[u8; 16]>::try_from(words).ok()?).into())
        }
        _ => None,
    }
}

/// What a watch saw.
#[derive(Debug, Default)]
pub struct ObservedProcesses {
    /// The names of the processes, cut to 15 letters.
    pub names: BTreeSet<String>,
    /// Their sockets, by the name of the process.
    pub sockets: BTreeSet<(String, Socket)>,
}

/// Repeatedly looks at the sockets of the processes with some words on their command line, and of
/// all their descendants.
pub struct SocketMonitor {
    over: Arc<AtomicBool>,
    seen: JoinHandle<ObservedProcesses>,
}

impl SocketMonitor {
    /// Begins to watch.
    pub fn begin(words: &[&str]) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let until = Arc::clone(&over);
        let seen = thread::spawn(move || {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut seen = ObservedProcesses::default();
            while !until.load(Ordering::Relaxed) {
                families(&with_words(&words)).into_iter().for_each(|id| seen.look(id));
                thread::sleep(PAUSE);
            }
            seen
        });
        Self { over, seen }
    }

    /// Ends the watch.
    ///
    /// # Panics
    /// If the watching thread did.
    pub fn end(self) -> ObservedProcesses {
        self.over.store(true, Ordering::Relaxed);
        self.seen.join().expect("looking does not panic")
    }
}

impl ObservedProcesses {
    fn look(&mut self, id: u32) {
        let Ok(name) = fs::read_to_string(of(id).join("comm")) else { return };
        let name = name.trim().to_owned();
        self.sockets.extend(sockets(id).into_iter().map(|socket| (name.clone(), socket)));
        self.names.insert(name);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::time::Instant;

    use super::*;

    #[test]
    fn sockets_are_found_and_distinguished() {
        let own = std::process::id();
        let leaving = |id| sockets(id).iter().filter(|socket| socket.leaves()).count();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let _stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let _six = UdpSocket::bind("[::1]:0");
        assert!(sockets(own).len() >= 2, "{:?}", sockets(own));
        assert_eq!(leaving(own), 0, "{:?}", sockets(own));
        let _open = UdpSocket::bind("0.0.0.0:0").unwrap();
        assert_eq!(leaving(own), 1, "{:?}", sockets(own));
    }

    #[test]
    fn addresses_are_read_as_the_system_writes_them() {
        let four = u32::from_ne_bytes([93, 184, 216, 34]);
        assert_eq!(address(&format!("{four:08X}")), Some([93, 184, 216, 34].into()));
        let mapped: IpAddr = "::ffff:127.0.0.1".parse().unwrap();
        let unspecified = IpAddr::from([0; 4]);
        for (local, remote, leaves) in [
            (unspecified, [93, 184, 216, 34].into(), true),
            (unspecified, mapped, false),
            (mapped, unspecified, false),
            (unspecified, unspecified, true),
        ] {
            assert_eq!(Socket { local, remote }.leaves(), leaves, "{local} {remote}");
        }
    }

    #[test]
    fn this_process_is_young_and_takes_memory() {
        let own = std::process::id();
        assert!((0.0..3_600.0).contains(&seconds_old(own).unwrap()));
        assert!(memory(own).unwrap() > 100_000);
        assert_eq!(memory(u32::MAX), None);
    }

    #[test]
    fn a_child_belongs_to_the_family() {
        let mut child = std::process::Command::new("sleep").arg("77").spawn().unwrap();
        let family = families(&[std::process::id()]);
        // A process exists a moment before its command line does.
        let end = Instant::now() + Duration::from_secs(10);
        let mut named = Vec::new();
        while !named.contains(&child.id()) && Instant::now() < end {
            named = with_words(&["sleep", "77"]);
        }
        assert!(!has_ended(child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(has_ended(child.id()));
        assert!(family.contains(&child.id()), "{family:?}");
        assert!(named.contains(&child.id()), "{named:?}");
    }
}
