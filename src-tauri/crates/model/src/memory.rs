//! How much memory there is. Asking first is the only way to a clear message: the system grants
//! more than it has, and ends the process when it is used.

/// Bytes that can be taken without pushing anything out, where the system says so.
pub fn available() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    available_in(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_own_words_are_read() {
        let text = "MemTotal:       24576000 kB\nMemAvailable:    1024 kB\nBuffers: 7 kB\n";
        assert_eq!(available_in(text), Some(1 << 20));
        assert_eq!(available_in("MemTotal: 1 kB"), None);
        assert_eq!(available_in("MemAvailable: much"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_says_it() {
        assert!(available().is_some_and(|bytes| bytes > 1 << 20));
    }
}
