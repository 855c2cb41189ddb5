//! Paths: parsed once, at the border, into a type that cannot hold a bad one.

mod escape;
mod naming;

pub use naming::Naming;

use crate::unicode;
use std::fmt;

/// The root as it is written.
const ROOT: &str = "/memories";
/// Bytes of a name.
const MAX_NAME: usize = 255;
/// Bytes of a path.
const MAX_PATH: usize = 1_024;
/// Names below the root.
const MAX_DEPTH: usize = 32;
/// Bytes of a path before it is normalized. Normalizing makes a text at most three times shorter, so what is longer than
/// this cannot become short enough; it is refused before any work that grows with its length squared is done on it.
const MAX_RAW: usize = 8 * MAX_PATH;

/// A path inside the memory root: `/memories`, or `/memories/` and names joined by single slashes.
///
/// Every name is legal, in Unicode NFC, at most 255 bytes long. Paths are ordered by their names, each by its UTF-8
/// bytes, which is the order of a listing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemoryPath {
    text: String,
}

/// Why a path was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It does not begin with the root.
    OutsideRoot,
    /// A name is `..`.
    ParentSegment,
    /// A name is `.`.
    CurrentSegment,
    /// It holds a backslash.
    Backslash,
    /// It holds a control character.
    Control,
    /// It holds a line or paragraph separator.
    Separator,
    /// It holds a character that cannot be seen.
    Invisible,
    /// It holds a character that looks like a dot, a slash or a backslash.
    LookAlike,
    /// One of the above, or a slash, is written as a percent escape.
    Escape,
    /// A name starts or ends with white space.
    WhiteSpace,
    /// A name is too long.
    NameTooLong,
    /// The path is too long.
    TooLong,
    /// The path has too many names.
    TooDeep,
    /// The store cannot hold a name of the path.
    StoreCannotHold,
}

impl MemoryPath {
    /// The root, `/memories`.
    pub fn root() -> Self {
        Self { text: ROOT.to_owned() }
    }

    /// Reads a path as a caller wrote it.
    ///
    /// ```
    /// use memory_tool::MemoryPath;
    /// let path = MemoryPath::parse("/memories//notes/today.md/").unwrap();
    /// assert_eq!(path.as_str(), "/memories/notes/today.md");
    /// assert!(MemoryPath::parse("/memories/../etc/passwd").is_err());
    /// ```
    pub fn parse(raw: &str) -> Result<Self, Refusal> {
        let below = raw.strip_prefix(ROOT).ok_or(Refusal::OutsideRoot)?;
        if !below.is_empty() && !below.starts_with('/') {
            return Err(Refusal::OutsideRoot);
        }
        let mut text = ROOT.to_owned();
        for name in below.split('/').filter(|name| !name.is_empty()) {
            text.push('/');
            text.push_str(name);
            if text.len() > MAX_RAW {
                return Err(Refusal::TooLong);
            }
        }
        if text.contains('%') && names(&text).any(escape::hides_refused) {
            return Err(Refusal::Escape);
        }
        let path = Self {
            text: unicode::nfc(&text),
        };
        path.names().try_for_each(check_name)?;
        if path.text.len() > MAX_PATH {
            return Err(Refusal::TooLong);
        }
        if path.names().count() > MAX_DEPTH {
            return Err(Refusal::TooDeep);
        }
        Ok(path)
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether this is `/memories` itself.
    pub fn is_root(&self) -> bool {
        self.text == ROOT
    }

    /// The names below the root, outermost first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        names(&self.text)
    }

    /// The directory that holds this; nothing for the root.
    pub fn parent(&self) -> Option<Self> {
        if self.is_root() {
            return None;
        }
        let (parent, _) = self.text.rsplit_once('/')?;
        Some(Self {
            text: parent.to_owned(),
        })
    }

    /// The names below `directory`, if this lies below it.
    pub fn names_below(&self, directory: &Self) -> Option<impl Iterator<Item = &str>> {
        let below = self.text.strip_prefix(directory.as_str())?.strip_prefix('/')?;
        Some(below.split('/'))
    }

    /// Whether this is `other` or lies below it.
    pub fn is_within(&self, other: &Self) -> bool {
        self == other || self.names_below(other).is_some()
    }
}

impl fmt::Display for MemoryPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Ord for MemoryPath {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.names().cmp(other.names())
    }
}

impl PartialOrd for MemoryPath {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The names of a path's text, which begins with the root.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('/').skip(2)
}

/// What a name must not be or hold.
fn check_name(name: &str) -> Result<(), Refusal> {
    check_characters(name)?;
    if name.starts_with(char::is_whitespace) || name.ends_with(char::is_whitespace) {
        return Err(Refusal::WhiteSpace);
    }
    if name.len() > MAX_NAME {
        return Err(Refusal::NameTooLong);
    }
    Ok(())
}

/// What is refused in a name however it is spelled, in percent escapes too.
fn check_characters(name: &str) -> Result<(), Refusal> {
    match name {
        "." => return Err(Refusal::CurrentSegment),
        ".." => return Err(Refusal::ParentSegment),
        _ => {}
    }
    let mut before = None;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied();
        check_character(before, character, after)?;
        before = Some(character);
    }
    Ok(())
}

fn check_character(before: Option<char>, character: char, after: Option<char>) -> Result<(), Refusal> {
    if character.is_ascii_graphic() && character != '\\' {
        return Ok(());
    }
    let joined = |side: Option<char>| side.is_some_and(|side| !unicode::JOINERS.contains(&side));
    if unicode::JOINERS.contains(&character) && joined(before) && joined(after) {
        return Ok(());
    }
    if character == '\\' {
        Err(Refusal::Backslash)
    } else if character.is_control() {
        Err(Refusal::Control)
    } else if unicode::is_separator(character) {
        Err(Refusal::Separator)
    } else if unicode::is_format(character) || unicode::is_blank_letter(character) {
        Err(Refusal::Invisible)
    } else if unicode::is_path_look_alike(character) {
        Err(Refusal::LookAlike)
    } else {
        Ok(())
    }
}
