//! How a reading process ended.

use std::process::ExitStatus;

use crate::ReadLimits;

/// How a file ended its reader.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReaderExit {
    /// Reading took longer than the limits allow.
    #[error("takes more than {0} seconds to read")]
    TookTooLong(u64),
    /// Reading took more memory than the limits allow.
    #[error("takes more than {} MB of memory to read", .0 / 1_000_000)]
    TookTooMuch(u64),
    /// The system or a person ended the reader, for example because the machine ran short of memory
    /// or was shutting down. The file need not be to blame and may be readable next time.
    #[error(
        "was not read completely: another program or the system ended the program that reads \
         documents, perhaps because the machine ran out of memory"
    )]
    Killed,
    /// The reader crashed; the text says how.
    #[error("crashes the program that reads documents ({0})")]
    Crashed(String),
}

impl ReaderExit {
    /// Returns whether the file would cause this again.
    pub fn is_by_file(&self) -> bool {
        *self != Self::Killed
    }

    /// Returns the cause of death of a process under these limits, from its exit status.
    #[cfg(unix)]
    pub(crate) fn of(status: ExitStatus, limits: ReadLimits) -> Self {
        use rustix::process::Signal;
        use std::os::unix::process::ExitStatusExt;
        match status.signal() {
            Some(signal) if signal == Signal::XCPU.as_raw() => Self::TookTooLong(limits.seconds),
            Some(signal) if !is_of_a_fault(signal) => Self::Killed,
            _ => Self::Crashed(in_words(status)),
        }
    }

    /// Returns the cause of death of a process under these limits, from its exit status.
    #[cfg(not(unix))]
    pub(crate) fn of(status: ExitStatus, _limits: ReadLimits) -> Self {
        Self::Crashed(in_words(status))
    }
}

/// Returns whether a process raises this signal itself, by a fault or by exceeding a limit. Any
/// other signal comes from outside: from a user who interrupts a program at the terminal, or from a
/// machine that shuts down.
#[cfg(unix)]
fn is_of_a_fault(signal: i32) -> bool {
    use rustix::process::Signal;
    let faults = [
        Signal::SEGV,
        Signal::BUS,
        Signal::ILL,
        Signal::FPE,
        Signal::ABORT,
        Signal::TRAP,
        Signal::SYS,
        Signal::XFSZ,
    ];
    faults.iter().any(|fault| fault.as_raw() == signal)
}

#[cfg(unix)]
pub(crate) fn in_words(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    status.signal().map_or_else(|| status.to_string(), |signal| format!("signal {signal}"))
}

#[cfg(not(unix))]
pub(crate) fn in_words(status: ExitStatus) -> String {
    status.to_string()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    use super::*;

    #[test]
    fn only_faults_are_the_files_doing() {
        let limits = ReadLimits { seconds: 7, memory: 9 };
        let died = |signal: Signal| ReaderExit::of(ExitStatus::from_raw(signal.as_raw()), limits);
        for sent in [Signal::KILL, Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
            assert_eq!(died(sent), ReaderExit::Killed, "{sent:?}");
        }
        for fault in [Signal::SEGV, Signal::BUS, Signal::ILL, Signal::FPE, Signal::ABORT] {
            assert_eq!(died(fault), ReaderExit::Crashed(format!("signal {}", fault.as_raw())));
        }
        assert_eq!(died(Signal::XCPU), ReaderExit::TookTooLong(7));
        let ended = ExitStatus::from_raw(3 << 8);
        assert_eq!(ReaderExit::of(ended, limits), ReaderExit::Crashed("exit status: 3".into()));
    }
}
