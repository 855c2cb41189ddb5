//! A memory file as text: its byte-order mark, its line endings, its lines.

use crate::utf8;
use memchr::{memchr, memchr_iter, memrchr};
use std::borrow::Cow;

pub(crate) const BOM: &str = "\u{feff}";

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
        utf8::text(bytes).map(Self::new)
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
        newlines(self.body).saturating_add(usize::from(unterminated))
    }

    /// The number of the line that the byte at `offset` belongs to; a `\n` belongs to the line that it ends.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        let before = self.body.as_bytes().get(..offset).unwrap_or(self.body.as_bytes());
        memchr_iter(b'\n', before).count().saturating_add(1)
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

/// Whether there is a `\n` and each comes after a `\r`.
pub(crate) fn ends_in_crlf(body: &[u8]) -> bool {
    if memrchr(b'\n', body).is_none() {
        return false;
    }
    memchr_iter(b'\n', body).all(|newline| {
        let before = newline.checked_sub(1).and_then(|before| body.get(before));
        before == Some(&b'\r')
    })
}

/// Unicode scalar values.
pub(crate) fn character_count(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

pub(crate) fn newlines(text: &str) -> usize {
    memchr_iter(b'\n', text.as_bytes()).count()
}
