use serde::{Deserialize, Serialize};

/// What reading a file may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Seconds of the processor for one request.
    pub seconds: u64,
    /// Bytes of memory, those of the program included.
    pub memory: u64,
}

/// Seconds that drawing what a file looks like from afar may take: nobody misses it much.
const COVER: u64 = 4;

impl Limits {
    /// For a file of so many bytes: 25 seconds and 900 MB; more for files of many megabytes.
    pub fn for_size(bytes: u64) -> Self {
        let megabytes = bytes / 1_000_000;
        // A small one is allowed no more than any; what a large one takes is mostly itself.
        Self { seconds: 25 + megabytes, memory: 900_000_000 + 3 * bytes.saturating_sub(20_000_000) }
    }

    /// For drawing what the file looks like from afar, once it was read.
    pub fn of_cover(self) -> Self {
        Self { seconds: self.seconds.min(COVER), ..self }
    }

    /// Puts this process under them. Nothing can be written to a file from then on. Where the
    /// system has no such limits the other side's clock has to do.
    pub(crate) fn impose(self) {
        #[cfg(unix)]
        unix::impose(self);
    }
}

#[cfg(unix)]
mod unix {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    use super::Limits;

    /// Open files: the standard streams, PDFium, fonts.
    const FILES: u64 = 64;

    /// The limits hold from now on, for one request.
    pub(super) fn impose(limits: Limits) {
        allow(Resource::Fsize, 0);
        allow(Resource::Core, 0);
        allow(Resource::Nofile, FILES);
        allow(Resource::As, limits.memory);
        let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec.cast_unsigned();
        allow(Resource::Cpu, used + limits.seconds);
    }

    /// Sets what holds, not what it may be raised to: the next request has limits of its own.
    fn allow(resource: Resource, to: u64) {
        let Rlimit { maximum, .. } = getrlimit(resource);
        let current = Some(maximum.map_or(to, |maximum| to.min(maximum)));
        // A system that does not know a limit refuses it.
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}

/// Has this process end with the thread that started it, where the system can do that.
pub(crate) fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_files_may_take_more() {
        let small = Limits::for_size(1_000);
        assert_eq!(small, Limits { seconds: 25, memory: 900_000_000 });
        let large = Limits::for_size(200_000_000);
        assert_eq!(large, Limits { seconds: 225, memory: 1_440_000_000 });
        let of_cover = large.of_cover();
        assert_eq!(of_cover, Limits { seconds: 4, memory: 1_440_000_000 });
        assert!(small.seconds + of_cover.seconds < 30, "a bad file is soon over");
    }
}
