//! A memory file as text: its byte-order mark, its line endings, its lines.

use memchr::{memchr, memchr_iter, memrchr};
use std::borrow::Cow;

const BOM: &str = "\u{feff}";

/// The text of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    /// What comes before the body: a byte-order mark or nothing.
    pub(crate) mark: &'static str,
    /// What is shown, matched and edited.
    pub(crate) body: &'a str,
    /// Whether the file's lines end in `\r\n`: there is a `\n`, and each comes after a `\r`.
    pub(crate) crlf: bool,
}

impl<'a> Text<'a> {
    /// The text that these bytes are, if they are UTF-8.
    pub(crate) fn of(bytes: &'a [u8]) -> Option<Self> {
        std::str::from_utf8(bytes).ok().map(Self::new)
    }

    pub(crate) fn new(whole: &'a str) -> Self {
        let body = whole.strip_prefix(BOM).unwrap_or(whole);
        let mark = if body.len() < whole.len() { BOM } else { "" };
        let crlf = ends_in_crlf(body.as_bytes());
        Self { mark, body, crlf }
    }

    /// The ending of the file's lines.
    pub(crate) fn ending(&self) -> &'static str {
        if self.crlf { "\r\n" } else { "\n" }
    }

    /// A caller's text in the file's line endings: in a CRLF file a `\n` that does not come after a `\r` stands for one.
    pub(crate) fn adapt<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.crlf || memchr(b'\n', text.as_bytes()).is_none() {
            return Cow::Borrowed(text);
        }
        let mut adapted = String::with_capacity(text.len().saturating_add(16));
        for line in text.split_inclusive('\n') {
            match line.strip_suffix('\n') {
                Some(bare) if !bare.ends_with('\r') => {
                    adapted.push_str(bare);
                    adapted.push_str("\r\n");
                }
                _ => adapted.push_str(line),
            }
        }
        Cow::Owned(adapted)
    }

    /// How many lines a view shows, an empty file's one empty line not counted.
    pub(crate) fn line_count(&self) -> usize {
        let unterminated = !self.body.is_empty() && !self.body.ends_with('\n');
        memchr_iter(b'\n', self.body.as_bytes())
            .count()
            .saturating_add(usize::from(unterminated))
    }

    /// The number of the line that the byte at `offset` belongs to; a `\n` belongs to the line that it ends.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        let before = self.body.as_bytes().get(..offset).unwrap_or(self.body.as_bytes());
        memchr_iter(b'\n', before).count().saturating_add(1)
    }

    /// The lines from number `first` on (1 is the first), each without its ending. An empty body has one empty line.
    pub(crate) fn lines_from(&self, first: usize) -> impl Iterator<Item = &'a str> {
        let (body, crlf) = (self.body, self.crlf);
        let start = self.offset_after(first.saturating_sub(1));
        let rest = start.and_then(|start| body.get(start..)).unwrap_or_default();
        let rest = rest.strip_suffix('\n').unwrap_or(rest);
        let carriage = if crlf && body.ends_with('\n') { "\r" } else { "" };
        let rest = rest.strip_suffix(carriage).unwrap_or(rest);
        let ending = self.ending();
        let some = start.is_some_and(|start| start < body.len() || body.is_empty());
        Lines {
            rest: some.then_some(rest),
            ending,
        }
    }

    /// Where the line after line `line` begins: 0 for line 0; nothing when the file has fewer lines.
    pub(crate) fn offset_after(&self, line: usize) -> Option<usize> {
        let Some(index) = line.checked_sub(1) else {
            return Some(0);
        };
        match memchr_iter(b'\n', self.body.as_bytes()).nth(index) {
            Some(newline) => Some(newline.saturating_add(1)),
            None if line == self.line_count() => Some(self.body.len()),
            None => None,
        }
    }
}

/// The lines of a text that has lost its final ending.
struct Lines<'a> {
    rest: Option<&'a str>,
    ending: &'static str,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let Some(newline) = memchr(b'\n', rest.as_bytes()) else {
            self.rest = None;
            return Some(rest);
        };
        let (line, after) = rest.split_at_checked(newline.saturating_add(1))?;
        self.rest = Some(after);
        line.strip_suffix(self.ending)
    }
}

fn ends_in_crlf(body: &[u8]) -> bool {
    if memrchr(b'\n', body).is_none() {
        return false;
    }
    memchr_iter(b'\n', body).all(|newline| {
        let before = newline.checked_sub(1).and_then(|before| body.get(before));
        before == Some(&b'\r')
    })
}

/// Lines with their numbers, as a view shows them.
#[derive(Debug)]
pub(crate) struct Numbered {
    pub(crate) text: String,
    /// Characters of `text`.
    characters: usize,
}

/// How far numbering came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// All lines.
    Whole,
    /// Up to this line.
    UpTo(usize),
    /// Not even the first line: it was cut inside.
    Within {
        /// Characters of the line.
        characters: usize,
        /// Those shown.
        shown: usize,
    },
}

impl Numbered {
    pub(crate) fn new(header: String) -> Self {
        Self {
            text: header,
            characters: 0,
        }
    }

    /// Adds the lines from `first` to `last` as long as they take no more than `limit` characters.
    pub(crate) fn push(&mut self, text: &Text<'_>, first: usize, last: usize, limit: usize) -> Numbering {
        for (number, line) in (first..=last).zip(text.lines_from(first)) {
            let separator = if number == first { "" } else { "\n" };
            let prefix = format!("{separator}{number:>6}\t");
            let needed = prefix.len().saturating_add(character_count(line));
            let characters = self.characters.saturating_add(needed);
            if characters > limit {
                if number > first {
                    return Numbering::UpTo(number.saturating_sub(1));
                }
                return self.push_part(&prefix, line, limit);
            }
            self.characters = characters;
            self.text.push_str(&prefix);
            self.text.push_str(line);
        }
        Numbering::Whole
    }

    fn push_part(&mut self, prefix: &str, line: &str, limit: usize) -> Numbering {
        let shown = limit.saturating_sub(prefix.len());
        let end = line.char_indices().nth(shown).map_or(line.len(), |(end, _)| end);
        self.text.push_str(prefix);
        self.text.push_str(line.get(..end).unwrap_or(line));
        Numbering::Within {
            characters: character_count(line),
            shown,
        }
    }
}

/// Unicode scalar values.
pub(crate) fn character_count(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}
