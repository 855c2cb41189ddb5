//! What `view` shows of a file.

mod numbered;
mod range;

pub(crate) use numbered::Numbered;
pub(crate) use range::{asked, resolve};

use crate::command::ViewRange;
use crate::image;
use crate::limits::Limits;
use crate::message::{self, Viewed};
use crate::outcome::Content;
use crate::path::MemoryPath;
use crate::text::{BOM, ends_in_crlf, newlines};
use crate::utf8::Blocks;
use memchr::memchr_iter;

const MAX_LINES: usize = 999_999;

/// What a whole file shows: its lines with their numbers, or the image that it is.
pub(crate) fn file(
    path: &MemoryPath,
    bytes: &[u8],
    range: Option<ViewRange>,
    limits: &Limits,
) -> Result<Content, String> {
    if let Some(media_type) = image::media_type(path, bytes) {
        image::check_size(path, bytes.len() as u64, limits)?;
        let data = image::encode(bytes);
        return Ok(Content::Image { media_type, data });
    }
    let mut view = FileView::new(path, bytes.len() as u64, range, limits);
    view.endings = if ends_in_crlf(bytes) {
        Endings::Crlf
    } else {
        Endings::Lf
    };
    match view.push(bytes) {
        Ok(()) => view.finish().map(Content::Text),
        Err(Stop::NotText | Stop::Mixed) => Err(message::not_text(path)),
    }
}

/// The lines of a text file, which comes in blocks: only what is shown is kept.
#[derive(Debug)]
pub(crate) struct FileView<'a> {
    path: &'a MemoryPath,
    range: Option<ViewRange>,
    blocks: Blocks,
    endings: Endings,
    numbered: Numbered,
    /// The first line to be shown.
    first: usize,
    /// Line endings so far.
    newlines: usize,
    /// The last byte so far, the byte-order mark not counted.
    last_byte: Option<u8>,
    begun: bool,
}

/// The endings of a file's lines, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Endings {
    Unknown,
    /// Some at least are a bare `\n`.
    Lf,
    /// All so far are `\r\n`.
    Crlf,
}

/// Why no more blocks are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The file is not UTF-8.
    NotText,
    /// What came first looked like a CRLF file, and it is none, so that its carriage returns should have been shown. It has
    /// to be read whole.
    Mixed,
}

impl<'a> FileView<'a> {
    /// Of a file with so many bytes.
    pub(crate) fn new(path: &'a MemoryPath, size: u64, range: Option<ViewRange>, limits: &Limits) -> Self {
        let (first, last) = asked(range);
        let mut numbered = Numbered::new(message::file_header(path), (first, last), limits.view_characters);
        if range.is_none() {
            numbered.expect(size);
        }
        Self {
            path,
            range,
            blocks: Blocks::default(),
            endings: Endings::Unknown,
            numbered,
            first,
            newlines: 0,
            last_byte: None,
            begun: false,
        }
    }

    /// Takes the next block.
    pub(crate) fn push(&mut self, block: &[u8]) -> Result<(), Stop> {
        let mut blocks = std::mem::take(&mut self.blocks);
        let taken = blocks.push(block, |text| self.take(text));
        self.blocks = blocks;
        taken.ok_or(Stop::NotText)?
    }

    fn take(&mut self, text: &str) -> Result<(), Stop> {
        let body = if self.begun { None } else { text.strip_prefix(BOM) };
        let body = body.unwrap_or(text);
        self.begun |= !text.is_empty();
        self.see_endings(body)?;
        let before = self.first.saturating_sub(1).saturating_sub(self.newlines);
        if let Some(asked) = after_lines(body, before) {
            self.numbered.push(asked, self.endings != Endings::Lf);
        }
        self.newlines = self.newlines.saturating_add(newlines(body));
        self.last_byte = body.as_bytes().last().copied().or(self.last_byte);
        Ok(())
    }

    fn see_endings(&mut self, body: &str) -> Result<(), Stop> {
        if self.endings == Endings::Lf {
            return Ok(());
        }
        let bytes = body.as_bytes();
        for newline in memchr_iter(b'\n', bytes) {
            let before = newline
                .checked_sub(1)
                .map_or(self.last_byte.as_ref(), |before| bytes.get(before));
            match (self.endings, before) {
                (_, Some(b'\r')) => self.endings = Endings::Crlf,
                (Endings::Crlf, _) => return Err(Stop::Mixed),
                (Endings::Unknown | Endings::Lf, _) => {
                    self.endings = Endings::Lf;
                    break;
                }
            }
        }
        Ok(())
    }

    /// What the model reads after the last block.
    pub(crate) fn finish(mut self) -> Result<String, String> {
        if !self.blocks.is_whole() {
            return Err(message::not_text(self.path));
        }
        if self.last_byte.is_none() {
            self.numbered.push_empty();
        }
        let unterminated = self.last_byte.is_some_and(|byte| byte != b'\n');
        let total = self.newlines.saturating_add(usize::from(unterminated)).max(1);
        if total > MAX_LINES {
            return Err(message::too_many_lines(self.path));
        }
        let (_, last) = resolve(self.range, Viewed::File, total)?;
        Ok(self.numbered.finish(last, total))
    }
}

/// What comes after so many lines of the text, if it has as many.
fn after_lines(text: &str, lines: usize) -> Option<&str> {
    let Some(index) = lines.checked_sub(1) else {
        return Some(text);
    };
    let newline = memchr_iter(b'\n', text.as_bytes()).nth(index)?;
    text.get(newline.saturating_add(1)..)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of so many of these pieces.
    fn texts(pieces: usize) -> Vec<String> {
        let mut texts = vec![String::new()];
        for _ in 0..pieces {
            let longer = |text: &String| ["a", "é", "🎉", "\r", "\n", "\u{feff}"].map(|piece| text.clone() + piece);
            texts = texts.iter().flat_map(longer).collect();
        }
        texts
    }

    fn whole(path: &MemoryPath, text: &str, range: Option<ViewRange>, limits: &Limits) -> Result<String, String> {
        file(path, text.as_bytes(), range, limits).map(|content| match content {
            Content::Text(text) => text,
            Content::Image { .. } => panic!("not an image"),
        })
    }

    fn in_blocks(
        path: &MemoryPath,
        text: &str,
        size: usize,
        range: Option<ViewRange>,
        limits: &Limits,
    ) -> Result<String, String> {
        let mut view = FileView::new(path, text.len() as u64, range, limits);
        for block in text.as_bytes().chunks(size) {
            match view.push(block) {
                Ok(()) => {}
                Err(Stop::NotText) => return Err(message::not_text(path)),
                Err(Stop::Mixed) => return whole(path, text, range, limits),
            }
        }
        view.finish()
    }

    #[test]
    fn a_file_shows_the_same_however_it_is_cut_into_blocks() {
        let path = MemoryPath::parse("/memories/a").unwrap();
        let ranges = [None, Some((1, 1)), Some((2, -1)), Some((2, 3))];
        for limit in [9, 11, 19, 16_000] {
            let limits = Limits {
                view_characters: limit,
                ..Limits::default()
            };
            for text in (0..=5).flat_map(texts) {
                for range in ranges.map(|range| range.map(|(start, end)| ViewRange { start, end })) {
                    let whole = whole(&path, &text, range, &limits);
                    for size in 1..=4 {
                        let shown = in_blocks(&path, &text, size, range, &limits);
                        assert_eq!(
                            shown, whole,
                            "{text:?} {range:?} in blocks of {size}, at most {limit} characters"
                        );
                    }
                }
            }
        }
    }
}
