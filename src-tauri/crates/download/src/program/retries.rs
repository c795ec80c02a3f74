//! When to try again after trouble on the way, and when to give up.

use std::thread;
use std::time::Duration;

use ::download::Patience;
use protocol::{Code, Failure};

/// Why a request did not succeed.
#[derive(Debug)]
pub enum Trouble {
    /// No connection was made.
    Unreachable(Failure),
    /// A connection broke or stalled; how, in words.
    Broken(String),
    /// The hub answered with a status that may change soon.
    Busy {
        /// The status.
        status: u16,
        /// The time after which the hub wants to be asked again.
        after: Option<Duration>,
    },
    /// Another attempt would not help.
    Final(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Final(failure)
    }
}

/// The attempts at one request.
#[derive(Debug)]
pub struct Attempts {
    patience: Patience,
    all: u32,
    fruitless: u32,
    connected: bool,
}

impl Attempts {
    /// Begins with none.
    pub fn new(patience: Patience) -> Self {
        Self { patience, all: 0, fruitless: 0, connected: false }
    }

    /// Counts an attempt that failed. `grew` says whether it brought new bytes. Returns how long to
    /// wait before the next one.
    ///
    /// # Errors
    ///
    /// If there is to be no other attempt.
    pub fn failed(&mut self, trouble: Trouble, grew: bool) -> Result<Duration, Failure> {
        self.connected |= !matches!(trouble, Trouble::Unreachable(_));
        self.all += 1;
        self.fruitless = if grew { 0 } else { self.fruitless + 1 };
        let exhausted =
            self.fruitless > self.patience.fruitless || self.all > self.patience.attempts;
        let usual = self.patience.wait(self.fruitless);
        match trouble {
            Trouble::Final(failure) => Err(failure),
            // Someone who is offline wants to know at once.
            Trouble::Unreachable(failure) if exhausted || !self.connected => Err(failure),
            Trouble::Broken(how) if exhausted => Err(broken(&how)),
            Trouble::Busy { status, after } if exhausted => Err(busy(status, after)),
            Trouble::Busy { after: Some(after), .. } => Ok(self.patience.wait_asked(after)),
            _ => Ok(usual),
        }
    }
}

/// Repeats a request until it succeeds or there is to be no other attempt.
///
/// # Errors
///
/// If there is to be no other attempt.
pub fn repeat<T>(
    patience: Patience,
    mut request: impl FnMut() -> Result<T, Trouble>,
) -> Result<T, Failure> {
    let mut attempts = Attempts::new(patience);
    loop {
        match request() {
            Ok(value) => return Ok(value),
            Err(trouble) => thread::sleep(attempts.failed(trouble, false)?),
        }
    }
}

fn broken(how: &str) -> Failure {
    let message = format!(
        "The connection broke several times ({how}). What was received is kept; run the command \
         again to resume."
    );
    Failure::new(Code::DownloadInterrupted, message)
}

fn busy(status: u16, after: Option<Duration>) -> Failure {
    let later = match after.map(|after| after.as_secs().div_ceil(60)) {
        None | Some(0) => "Try again later".to_owned(),
        Some(1) => "Try again in a minute".to_owned(),
        Some(minutes) => format!("Try again in {minutes} minutes"),
    };
    let (code, what) = match status {
        429 => (Code::HubBusy, "The hub limits the number of requests"),
        503 => (Code::HubBusy, "The hub is overloaded or under maintenance"),
        _ => (Code::HubFailed, "The hub has a fault"),
    };
    Failure::new(code, format!("{what} (status {status}). {later}; what was received is kept."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts() -> Attempts {
        Attempts::new(Patience { fruitless: 2, attempts: 9, ..Patience::default() })
    }

    fn unreachable() -> Trouble {
        Trouble::Unreachable(Failure::new(Code::Offline, "No way."))
    }

    #[test]
    fn who_is_offline_hears_it_at_once() {
        assert_eq!(attempts().failed(unreachable(), false).unwrap_err().code, Code::Offline);
        let mut later = attempts();
        assert!(later.failed(Trouble::Broken("x".into()), true).is_ok());
        assert!(later.failed(unreachable(), false).is_ok(), "the network may come back");
    }

    #[test]
    fn attempts_go_on_as_long_as_bytes_come() {
        let broken = || Trouble::Broken("reset".into());
        let mut growing = attempts();
        for _ in 0..9 {
            assert!(growing.failed(broken(), true).is_ok());
        }
        assert!(growing.failed(broken(), true).is_err(), "but not for ever");
        let mut idle = attempts();
        assert!(idle.failed(broken(), false).is_ok() && idle.failed(broken(), false).is_ok());
        assert_eq!(idle.failed(broken(), false).unwrap_err().code, Code::DownloadInterrupted);
    }

    #[test]
    fn a_busy_hub_is_asked_again_when_it_wants() {
        let mut attempts = attempts();
        let busy = |status| Trouble::Busy { status, after: Some(Duration::from_secs(7)) };
        assert_eq!(attempts.failed(busy(429), false).unwrap().as_secs(), 7);
        assert!(attempts.failed(busy(503), false).is_ok());
        let failure = attempts.failed(busy(429), false).unwrap_err();
        assert_eq!(failure.code, Code::HubBusy);
        assert!(failure.message.contains("in a minute"), "{failure}");
    }
}
