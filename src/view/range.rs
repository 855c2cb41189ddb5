//! The lines or entries that a view asks for.

use crate::command::ViewRange;
use crate::message::{self, Viewed};

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

/// The first and the last one that may be shown, before it is known how many there are. A range that asks for none of them
/// is told apart by `resolve`.
pub(crate) fn asked(range: Option<ViewRange>) -> (usize, usize) {
    let Some(ViewRange { start, end }) = range else {
        return (1, usize::MAX);
    };
    (position(start).unwrap_or(1), position(end).unwrap_or(usize::MAX))
}

/// A number of a line or an entry; what is beyond every number that there can be counts as the largest.
fn position(number: i64) -> Option<usize> {
    let positive = u64::try_from(number).ok().filter(|number| *number > 0)?;
    Some(usize::try_from(positive).unwrap_or(usize::MAX))
}
