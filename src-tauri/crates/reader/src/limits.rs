use serde::{Deserialize, Serialize};

/// The resources that reading a file may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadLimits {
    /// Processor time for one request, in seconds.
    pub seconds: u64,
    /// Memory in bytes, including the program's own.
    pub memory: u64,
}

/// The seconds that drawing a cover may take; a missing cover is no great loss.
const COVER: u64 = 4;

impl ReadLimits {
    /// Returns the limits for a file of `bytes` bytes: 25 seconds and 900 MB, and more for files of
    /// many megabytes.
    pub fn for_size(bytes: u64) -> Self {
        let megabytes = bytes / 1_000_000;
        // Every small file gets the same memory; a large one mostly takes its own size.
        Self { seconds: 25 + megabytes, memory: 900_000_000 + 3 * bytes.saturating_sub(20_000_000) }
    }

    /// Returns the limits for drawing the cover once the file has been read.
    pub fn of_cover(self) -> Self {
        Self { seconds: self.seconds.min(COVER), ..self }
    }

    /// Puts this process under these limits. From then on it cannot write to a file. On systems
    /// without such limits only the other side's clock applies.
    pub(crate) fn impose(self) {
        #[cfg(unix)]
        unix::impose(self);
    }
}

#[cfg(unix)]
mod unix {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    use super::ReadLimits;

    /// The number of open files: the standard streams, PDFium, fonts.
    const FILES: u64 = 64;

    /// Applies the limits from now on, for one request.
    pub(super) fn impose(limits: ReadLimits) {
        allow(Resource::Fsize, 0);
        allow(Resource::Core, 0);
        allow(Resource::Nofile, FILES);
        allow(Resource::As, limits.memory);
        let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec.cast_unsigned();
        allow(Resource::Cpu, used + limits.seconds);
    }

    /// Sets the soft limit and leaves the hard limit, because the next request has limits of its
    /// own.
    fn allow(resource: Resource, to: u64) {
        let Rlimit { maximum, .. } = getrlimit(resource);
        let current = Some(maximum.map_or(to, |maximum| to.min(maximum)));
        // A system that does not know a limit refuses the call.
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}

/// Makes this process end with the thread that started it, where the system supports that.
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
        let small = ReadLimits::for_size(1_000);
        assert_eq!(small, ReadLimits { seconds: 25, memory: 900_000_000 });
        let large = ReadLimits::for_size(200_000_000);
        assert_eq!(large, ReadLimits { seconds: 225, memory: 1_440_000_000 });
        let of_cover = large.of_cover();
        assert_eq!(of_cover, ReadLimits { seconds: 4, memory: 1_440_000_000 });
        assert!(small.seconds + of_cover.seconds < 30, "a bad file is soon over");
    }
}
