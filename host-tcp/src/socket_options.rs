//! Reads the settings of the sockets at which a server listens.

use std::fs;
use std::str::FromStr;

/// The default length of the accept queue.
pub(crate) const BACKLOG: u32 = 1024;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketOptions {
    /// The greatest number of connections that wait at each address until they are accepted.
    pub backlog: u32,
    /// The mode of the files of Unix sockets; `None` for the mode that the umask gives.
    pub mode: Option<SocketMode>,
    /// The group of the files of Unix sockets; `None` for the group that the system chooses.
    pub group: Option<SocketGroup>,
}

impl Default for SocketOptions {
    fn default() -> Self {
        Self { backlog: BACKLOG, mode: None, group: None }
    }
}

/// The permissions of a file, parsed from octal digits such as `0660`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketMode(pub u32);

impl FromStr for SocketMode {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mode = u32::from_str_radix(text, 8).ok().filter(|&mode| mode <= 0o777);
        mode.map(Self).ok_or("a mode is three octal digits, such as 0660")
    }
}

/// The number of a group of users. It is parsed from the number or the name of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocketGroup(pub u32);

impl FromStr for SocketGroup {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number =
            text.parse().ok().or_else(|| number_of(text, &fs::read_to_string("/etc/group").ok()?));
        number.map(Self).ok_or("no group of this name is in /etc/group")
    }
}

/// Finds a group in `groups`, the text of `/etc/group` with lines `NAME:PASSWORD:NUMBER:MEMBERS`.
fn number_of(name: &str, groups: &str) -> Option<u32> {
    let mut lines = groups.lines().map(|line| line.split(':'));
    lines.find_map(|mut fields| (fields.next()? == name).then(|| fields.nth(1)?.parse().ok())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_octal_and_groups_are_numbers_or_names() {
        for (text, mode) in [("0660", 0o660), ("7", 7), ("777", 0o777)] {
            assert_eq!(text.parse(), Ok(SocketMode(mode)), "{text}");
        }
        for text in ["0o660", "1777", "668", "rw", ""] {
            assert!(text.parse::<SocketMode>().is_err(), "{text}");
        }
        let groups = "root:x:0:\nbroken:x\nhaproxy:x:112:anna,berta\n";
        for (name, number) in
            [("root", Some(0)), ("haproxy", Some(112)), ("broken", None), ("x", None), ("", None)]
        {
            assert_eq!(number_of(name, groups), number, "{name}");
        }
        assert_eq!("112".parse(), Ok(SocketGroup(112)));
        let fault = "no group of this name is in /etc/group";
        assert_eq!("no such group".parse::<SocketGroup>(), Err(fault));
    }
}
