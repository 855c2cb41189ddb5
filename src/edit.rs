//! What `str_replace` and `insert` make of a file.

use crate::limits::Limits;
use crate::message;
use crate::path::MemoryPath;
use crate::text::Text;
use crate::view::Numbered;
use memchr::memchr_iter;
use memchr::memmem::Finder;

/// Lines shown before and after a change.
const CONTEXT: usize = 2;

/// A change of a file, as a command asks for it.
#[derive(Debug)]
pub(crate) enum Edit {
    Replace { old_str: String, new_str: String },
    Insert { insert_line: i64, insert_text: String },
}

impl Edit {
    /// What it makes of a file.
    pub(crate) fn apply(&self, path: &MemoryPath, bytes: &[u8], limits: &Limits) -> Result<Edited, String> {
        match self {
            Self::Replace { old_str, new_str } => str_replace(path, bytes, old_str, new_str, limits),
            Self::Insert {
                insert_line,
                insert_text,
            } => insert(path, bytes, *insert_line, insert_text),
        }
    }

    /// What it answers where there is no file.
    pub(crate) fn missing(&self, path: &MemoryPath) -> String {
        match self {
            Self::Replace { .. } => message::nothing_to_replace(path),
            Self::Insert { .. } => message::missing(path),
        }
    }
}

/// A file after an edit, and what the model is told of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Edited {
    pub(crate) bytes: Vec<u8>,
    pub(crate) answer: String,
}

/// Replaces the one occurrence of `old_str`.
fn str_replace(
    path: &MemoryPath,
    bytes: &[u8],
    old_str: &str,
    new_str: &str,
    limits: &Limits,
) -> Result<Edited, String> {
    let text = Text::of(bytes).ok_or_else(|| message::not_text(path))?;
    let (old, new) = (text.adapt(old_str), text.adapt(new_str));
    let start = match occurrences(text.body.as_bytes(), old.as_bytes()) {
        Occurrences::None => return Err(message::old_str_not_found(old_str, path)),
        Occurrences::One(start) => start,
        Occurrences::Several(lines) => return Err(message::old_str_not_unique(old_str, &lines)),
    };
    let before = text.body.get(..start).unwrap_or_default();
    let after = text.body.get(start.saturating_add(old.len())..).unwrap_or_default();
    let edited = [text.mark, before, &new, after].concat();
    let shown = Text::new(&edited);
    // What was written at the very start may be a byte-order mark, which is not shown.
    let position = |offset: usize| text.mark.len().saturating_add(offset).saturating_sub(shown.mark.len());
    let (start, end) = (position(start), position(start.saturating_add(new.len())));
    let answer = snippet(&shown, start, end, limits);
    Ok(Edited {
        bytes: edited.into_bytes(),
        answer,
    })
}

/// The lines that a change from `start` to `end` touches, and those around them.
fn snippet(text: &Text<'_>, start: usize, end: usize, limits: &Limits) -> String {
    let total = text.line_count().max(1);
    let first = text.line_at(start).min(total);
    let last = if end > start {
        text.line_at(end.saturating_sub(1)).min(total)
    } else {
        first
    };
    let first = first.saturating_sub(CONTEXT).max(1);
    let last = last.saturating_add(CONTEXT).min(total);
    let mut numbered = Numbered::new(message::replaced(), (first, last), limits.view_characters);
    let start = text.offset_after(first.saturating_sub(1)).unwrap_or_default();
    numbered.push(text.body.get(start..).unwrap_or_default(), text.crlf);
    if text.body.is_empty() {
        numbered.push_empty();
    }
    numbered.finish(last, total)
}

#[derive(Debug, PartialEq, Eq)]
enum Occurrences {
    None,
    One(usize),
    /// The line on which each starts.
    Several(Vec<usize>),
}

/// Where `needle`, which is not empty, occurs in `body`, overlapping occurrences counted.
fn occurrences(body: &[u8], needle: &[u8]) -> Occurrences {
    let finder = Finder::new(needle);
    let Some(first) = finder.find(body) else {
        return Occurrences::None;
    };
    let next = first.saturating_add(1);
    if body.get(next..).is_none_or(|rest| finder.find(rest).is_none()) {
        return Occurrences::One(first);
    }
    let mut lines = Vec::new();
    let (mut line, mut counted) = (1_usize, 0_usize);
    for start in overlapping(body, needle) {
        let between = body.get(counted..start).unwrap_or_default();
        line = line.saturating_add(memchr_iter(b'\n', between).count());
        counted = start;
        lines.push(line);
    }
    Occurrences::Several(lines)
}

/// Every start of `needle`, by Knuth, Morris and Pratt: in one pass, however much the occurrences overlap.
fn overlapping(body: &[u8], needle: &[u8]) -> Vec<usize> {
    let mut borders: Vec<usize> = Vec::with_capacity(needle.len());
    borders.push(0);
    let advance = |borders: &[usize], mut matched: usize, byte: u8| {
        while matched > 0 && needle.get(matched) != Some(&byte) {
            matched = borders.get(matched.saturating_sub(1)).copied().unwrap_or(0);
        }
        matched.saturating_add(usize::from(needle.get(matched) == Some(&byte)))
    };
    for byte in needle.iter().skip(1) {
        let border = advance(&borders, borders.last().copied().unwrap_or(0), *byte);
        borders.push(border);
    }
    let mut starts = Vec::new();
    let mut matched = 0;
    for (index, byte) in body.iter().enumerate() {
        matched = advance(&borders, matched, *byte);
        if matched == needle.len() {
            starts.push(index.saturating_add(1).saturating_sub(matched));
        }
    }
    starts
}

/// Adds `insert_text` as whole lines after line `insert_line`.
fn insert(path: &MemoryPath, bytes: &[u8], insert_line: i64, insert_text: &str) -> Result<Edited, String> {
    let text = Text::of(bytes).ok_or_else(|| message::not_text(path))?;
    let count = text.line_count();
    let line = usize::try_from(insert_line).ok().filter(|line| *line <= count);
    let line = line.ok_or_else(|| message::invalid_insert_line(insert_line, count))?;
    let offset = text.offset_after(line).unwrap_or(text.body.len());
    let (before, after) = text.body.split_at_checked(offset).unwrap_or((text.body, ""));

    let ending = text.ending();
    let adapted = text.adapt(insert_text);
    let lines = adapted.strip_suffix(ending).unwrap_or(&adapted);
    let edited = if text.body.is_empty() {
        [text.mark, insert_text].concat()
    } else if before.is_empty() || before.ends_with('\n') {
        [text.mark, before, lines, ending, after].concat()
    } else {
        // After a last line that has no ending: it gains one, and the new last line has none, unless it is empty, since an
        // empty line is there by its ending alone.
        let last = if lines.is_empty() || lines.ends_with('\n') {
            ending
        } else {
            ""
        };
        [text.mark, before, ending, lines, last].concat()
    };
    Ok(Edited {
        bytes: edited.into_bytes(),
        answer: message::edited(path),
    })
}
