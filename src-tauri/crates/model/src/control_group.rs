//! The memory that Linux's control groups leave to this process, as in a container or a systemd unit with a limit.
//!
//! The system's own report does not know of these limits, but ends a process that exceeds them.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The memory of one control group, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupMemory {
    /// The most that all its processes may take together.
    pub limit: u64,
    /// What is left of it, if cached files are evicted.
    pub available: u64,
}

/// Returns the limits that hold for this process. `root` is the file system's root.
pub(crate) fn limits(root: &Path) -> Vec<GroupMemory> {
    let read = |path| fs::read_to_string(root.join(path)).unwrap_or_default();
    let (groups, mounts) = (read("proc/self/cgroup"), read("proc/self/mountinfo"));
    let mounts: Vec<Mount<'_>> = mounts.lines().filter_map(Mount::read).collect();
    let limits = groups.lines().filter_map(Group::read).flat_map(|group| {
        let mount = mounts.iter().find(|mount| mount.version == group.version);
        mount.map_or_else(Vec::new, |mount| mount.limits(root, &group))
    });
    limits.collect()
}

/// The two interfaces of control groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

impl Version {
    fn limit_file(self) -> &'static str {
        match self {
            Self::One => "memory.limit_in_bytes",
            Self::Two => "memory.max",
        }
    }

    fn usage_file(self) -> &'static str {
        match self {
            Self::One => "memory.usage_in_bytes",
            Self::Two => "memory.current",
        }
    }

    /// The names of cached files in the statistics; in version 1, those with the groups below.
    fn cached(self) -> [&'static str; 2] {
        match self {
            Self::One => ["total_active_file", "total_inactive_file"],
            Self::Two => ["active_file", "inactive_file"],
        }
    }
}

/// A control group to which this process belongs.
struct Group<'a> {
    version: Version,
    path: &'a str,
}

impl<'a> Group<'a> {
    /// Reads a line of `/proc/self/cgroup`: number, controllers and path.
    fn read(line: &'a str) -> Option<Self> {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let version = match controllers {
            "" => Version::Two,
            _ if controllers.split(',').any(|name| name == "memory") => Version::One,
            _ => return None,
        };
        Some(Self { version, path })
    }
}

/// Where control groups are mounted.
struct Mount<'a> {
    version: Version,
    /// The group that is mounted there.
    group: &'a str,
    place: &'a str,
}

impl<'a> Mount<'a> {
    /// Reads a line of `/proc/self/mountinfo`.
    fn read(line: &'a str) -> Option<Self> {
        let (mount, system) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (group, place) = (fields.next()?, fields.next()?);
        let mut system = system.split(' ');
        let version = match (system.next()?, system.nth(1)?) {
            ("cgroup2", _) => Version::Two,
            ("cgroup", options) if options.split(',').any(|name| name == "memory") => Version::One,
            _ => return None,
        };
        Some(Self { version, group, place })
    }

    /// Returns the limits of a group and of those above it.
    fn limits(&self, root: &Path, group: &Group<'_>) -> Vec<GroupMemory> {
        let place = root.join(self.place.trim_start_matches('/'));
        let below = Path::new(group.path).strip_prefix(self.group).map(plain).unwrap_or_default();
        let folders = below.ancestors().map(|below| place.join(below));
        folders.filter_map(|folder| self.limit(&folder)).collect()
    }

    fn limit(&self, folder: &Path) -> Option<GroupMemory> {
        let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
        let number = |name: &str| text(name)?.trim().parse::<u64>().ok();
        // "max" is no number. Version 1 says it by a number beyond any memory.
        let limit = number(self.version.limit_file())?;
        let used = number(self.version.usage_file())?;
        let statistics = text("memory.stat")?;
        let of = |name: &&str| {
            let value = statistics.lines().find_map(|line| line.strip_prefix(*name))?;
            value.trim().parse::<u64>().ok()
        };
        let cached: u64 = self.version.cached().iter().filter_map(of).sum();
        Some(GroupMemory { limit, available: limit.saturating_sub(used.saturating_sub(cached)) })
    }
}

/// Returns the path without steps upwards, by which groups outside the mounted one are named.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes files below a folder that stands for the root.
    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn limits_of_version_2_are_those_of_the_group_and_above() {
        let mount =
            "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate";
        let statistics = "anon 700\nfile 90\nactive_file 100\ninactive_file 200\n";
        let group = root(&[
            ("proc/self/cgroup", "0::/user.slice/pecan.scope\n"),
            ("proc/self/mountinfo", mount),
            ("sys/fs/cgroup/user.slice/pecan.scope/memory.max", "4000\n"),
            ("sys/fs/cgroup/user.slice/pecan.scope/memory.current", "1000\n"),
            ("sys/fs/cgroup/user.slice/pecan.scope/memory.stat", statistics),
            ("sys/fs/cgroup/user.slice/memory.max", "max\n"),
            ("sys/fs/cgroup/user.slice/memory.current", "9000\n"),
        ]);
        let expected = [GroupMemory { limit: 4_000, available: 3_300 }];
        assert_eq!(limits(group.path()), expected);
    }

    #[test]
    fn limits_of_version_1_hold_in_a_container() {
        let mounts = "41 33 0:36 /docker/ab /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n\
                      42 33 0:37 /docker/ab /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu";
        let group = root(&[
            ("proc/self/cgroup", "8:memory:/docker/ab\n4:cpu,cpuacct:/docker/ab\n0::/\n"),
            ("proc/self/mountinfo", mounts),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1200\n"),
            ("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 100\n"),
        ]);
        let expected = [GroupMemory { limit: 1_000, available: 0 }];
        assert_eq!(limits(group.path()), expected);
    }

    #[test]
    fn without_control_groups_there_are_no_limits() {
        assert!(limits(root(&[("proc/self/cgroup", "")]).path()).is_empty());
        let outside = root(&[
            ("proc/self/cgroup", "0::/../other\nodd\n"),
            ("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\nodd"),
        ]);
        assert!(limits(outside.path()).is_empty());
    }
}
