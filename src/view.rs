//! What `view` shows of a file.

use crate::command::ViewRange;
use crate::image;
use crate::limits::Limits;
use crate::message::{self, Viewed};
use crate::outcome::Content;
use crate::path::MemoryPath;
use crate::text::{Numbered, Numbering, Text};

const MAX_LINES: usize = 999_999;

/// The file's lines with their numbers, or the image that it is.
pub(crate) fn file(
    path: &MemoryPath,
    bytes: &[u8],
    range: Option<ViewRange>,
    limits: &Limits,
) -> Result<Content, String> {
    let image = if image::is_image_name(path) {
        image::media_type(bytes)
    } else {
        None
    };
    if let Some(media_type) = image {
        let length = image::encoded_length(bytes);
        if length > limits.image_characters {
            return Err(message::image_too_large(path, length, limits.image_characters));
        }
        let data = image::encode(bytes);
        return Ok(Content::Image { media_type, data });
    }
    let text = Text::of(bytes).ok_or_else(|| message::not_text(path))?;
    let total = text.line_count().max(1);
    if total > MAX_LINES {
        return Err(message::too_many_lines(path));
    }
    let (first, last) = resolve(range, Viewed::File, total)?;
    let header = message::file_header(path);
    Ok(Content::Text(lines(header, &text, first, last, total, limits)))
}

/// A header, the lines from `first` to `last`, and a notice where a limit cut them.
pub(crate) fn lines(
    header: String,
    text: &Text<'_>,
    first: usize,
    last: usize,
    total: usize,
    limits: &Limits,
) -> String {
    let limit = limits.view_characters;
    let mut numbered = Numbered::new(header);
    let notice = match numbered.push(text, first, last, limit) {
        Numbering::Whole => return numbered.text,
        Numbering::UpTo(shown) => message::lines_cut(first, shown, last, total, limit),
        Numbering::Within { characters, shown } => message::line_cut(first, shown, characters, last, limit),
    };
    numbered.text.push('\n');
    numbered.text.push_str(&notice);
    numbered.text
}

/// The first and the last line or entry that a range asks for, of `total`, which is at least 1.
pub(crate) fn resolve(range: Option<ViewRange>, viewed: Viewed, total: usize) -> Result<(usize, usize), String> {
    let Some(ViewRange { start, end }) = range else {
        return Ok((1, total));
    };
    let invalid = || message::invalid_view_range(start, end, viewed, total);
    let first = position(start).filter(|first| *first <= total).ok_or_else(invalid)?;
    let last = if end == -1 { Some(total) } else { position(end) };
    let last = last.filter(|last| *last >= first).ok_or_else(invalid)?;
    Ok((first, last.min(total)))
}

/// A number of a line or an entry; what is beyond every number that there can be counts as the largest.
pub(crate) fn position(number: i64) -> Option<usize> {
    let positive = u64::try_from(number).ok().filter(|number| *number > 0)?;
    Some(usize::try_from(positive).unwrap_or(usize::MAX))
}
