//! The amount of memory. Asking first is the only way to a clear message: the system grants more
//! than it has, and ends the process when that memory is used.

use std::path::Path;

use crate::control_group::{GroupMemory, limits};

/// What the system reports about main memory, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Memory {
    /// All of it.
    pub total: u64,
    /// Memory that can be taken without evicting anything but files, including mapped weights.
    pub available: u64,
}

impl Memory {
    /// The current state, if the system reports it. A control group may allow less than there is.
    pub fn now() -> Option<Self> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let whole = Self::read(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
        Some(limits(Path::new("/")).into_iter().fold(whole, Self::within))
    }

    /// The part of it that a control group allows.
    fn within(self, group: GroupMemory) -> Self {
        Self { total: self.total.min(group.limit), available: self.available.min(group.available) }
    }

    fn read(meminfo: &str) -> Option<Self> {
        let bytes = |name| {
            let line = meminfo.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
            kilobytes.checked_mul(1024)
        };
        Some(Self { total: bytes("MemTotal:")?, available: bytes("MemAvailable:")? })
    }

    /// The memory that can be taken without evicting weights of which `mapped` bytes are mapped:
    /// the system would read them from disk again for every token.
    pub fn beside(self, mapped: u64) -> u64 {
        self.available.saturating_sub(mapped)
    }

    /// The memory that can be taken once another `freed` bytes are free.
    pub fn with(self, freed: u64) -> u64 {
        self.available.saturating_add(freed).min(self.total)
    }

    /// The most memory that can be taken. What others have cached may be evicted, but these weights
    /// and what is taken must fit into the total.
    pub fn at_most(self, mapped: u64) -> u64 {
        self.available.min(self.total.saturating_sub(mapped))
    }
}

/// Bytes that can be taken without evicting anything, if the system reports it.
pub fn available() -> Option<u64> {
    Memory::now().map(|memory| memory.available)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_own_words_are_read() {
        let text = "MemTotal:       2048 kB\nMemAvailable:    1024 kB\nBuffers: 7 kB\n";
        assert_eq!(Memory::read(text), Some(Memory { total: 2 << 20, available: 1 << 20 }));
        assert_eq!(Memory::read("MemTotal: 1 kB"), None);
        assert_eq!(Memory::read("MemTotal: 1 kB\nMemAvailable: much"), None);
    }

    #[test]
    fn a_control_group_may_allow_less() {
        let whole = Memory { total: 16, available: 12 };
        let allowed = |limit, available| whole.within(GroupMemory { limit, available });
        assert_eq!(allowed(8, 5), Memory { total: 8, available: 5 });
        assert_eq!(allowed(u64::MAX, u64::MAX), whole);
    }

    #[test]
    fn weights_that_are_mapped_are_not_free() {
        let memory = Memory { total: 16, available: 12 };
        assert_eq!((memory.beside(7), memory.at_most(7)), (5, 9));
        assert_eq!((memory.beside(2), memory.at_most(2)), (10, 12));
        assert_eq!((memory.beside(20), memory.at_most(20)), (0, 0));
        assert_eq!((memory.with(3), memory.with(7)), (15, 16));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_says_it() {
        assert!(Memory::now().is_some_and(|memory| memory.total >= memory.available));
        assert!(available().is_some_and(|bytes| bytes > 1 << 20));
    }
}
