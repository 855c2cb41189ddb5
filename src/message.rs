//! Every text that the model reads.
//!
//! The wording of the first group in each section is fixed by the tool's public documentation; the rest is ours. No text
//! here holds a path, a name or an error of the host: what went wrong in a store is told by its kind alone.

use crate::fault::{FaultCode, FaultOutcome};
use crate::path::{MemoryPath, Refusal};
use std::fmt::Write;

/// Characters of a refused path, an unknown command or a wrong value that a message repeats.
const ECHO: usize = 200;
/// Characters of `old_str` that a message repeats.
const ECHO_OLD_STR: usize = 1_000;
/// Line numbers that a message lists.
const LINE_NUMBERS: usize = 100;

// ---- Input --------------------------------------------------------------------------------------------------------

pub(crate) fn input_not_an_object(got: &str) -> String {
    format!(
        "Error: the input must be an object that holds a command and its fields; got {}",
        echo(got)
    )
}

pub(crate) fn no_command(got: &str) -> String {
    format!("Error: the input needs `command`, one of {COMMANDS}; got {}", echo(got))
}

pub(crate) fn unknown_command(command: &str) -> String {
    format!(
        "Error: unknown command `{}`. The commands are {COMMANDS}",
        echo(command)
    )
}

pub(crate) fn field_needed(command: &str, field: &str, expected: &str, got: &str) -> String {
    format!("Error: `{command}` needs `{field}`, {expected}; got {}", echo(got))
}

pub(crate) fn field_optional(command: &str, field: &str, expected: &str, got: &str) -> String {
    format!("Error: `{command}` takes `{field}`, {expected}; got {}", echo(got))
}

pub(crate) fn empty_old_str() -> String {
    "Error: `old_str` must not be empty. Give the text to replace, or use `insert` to add text".to_owned()
}

const COMMANDS: &str = "view, create, str_replace, insert, delete, rename";

// ---- Paths --------------------------------------------------------------------------------------------------------

pub(crate) fn path_refused(path: &str, refusal: Refusal) -> String {
    let reason = match refusal {
        Refusal::OutsideRoot => "must start with /memories",
        Refusal::ParentSegment => "must not contain ..",
        Refusal::CurrentSegment => "must not contain . as a name",
        Refusal::Backslash => "must not contain a backslash",
        Refusal::Control => "must not contain control characters",
        Refusal::Separator => "must not contain line or paragraph separators",
        Refusal::Invisible => "must not contain invisible characters",
        Refusal::LookAlike => "must not contain characters that look like a dot, a slash or a backslash",
        Refusal::Escape => "must not hide such characters in percent escapes",
        Refusal::WhiteSpace => "a name must not start or end with white space",
        Refusal::NameTooLong => "a name must be at most 255 bytes of UTF-8",
        Refusal::TooLong => "must be at most 1,024 bytes of UTF-8",
        Refusal::TooDeep => "must be at most 32 names deep",
        Refusal::StoreCannotHold => "this store cannot hold that name",
    };
    format!("Error: The path {} is not allowed: {reason}", echo(path))
}

/// The answer of `view`.
pub(crate) fn nothing_to_view(path: &MemoryPath) -> String {
    format!("The path {path} does not exist. Please provide a valid path.")
}

/// The answer of `str_replace`.
pub(crate) fn nothing_to_replace(path: &MemoryPath) -> String {
    format!("Error: The path {path} does not exist. Please provide a valid path.")
}

/// The answer of `insert`, `delete` and `rename`.
pub(crate) fn missing(path: &MemoryPath) -> String {
    format!("Error: The path {path} does not exist")
}

pub(crate) fn not_a_directory(parent: &MemoryPath) -> String {
    format!("Error: The path {parent} is a file, not a directory")
}

// ---- view ---------------------------------------------------------------------------------------------------------

pub(crate) fn directory_header(path: &MemoryPath) -> String {
    format!(
        "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and node_modules:\n"
    )
}

pub(crate) fn file_header(path: &MemoryPath) -> String {
    format!("Here's the content of {path} with line numbers:\n")
}

pub(crate) fn invalid_view_range(start: i64, end: i64, what: Viewed, count: usize) -> String {
    let (thing, units) = match what {
        Viewed::File => ("file", "lines"),
        Viewed::Directory => ("listing", "entries"),
    };
    format!(
        "Error: Invalid `view_range` parameter: [{start}, {end}]. The {thing} has the {units} [1, {count}]; the range must \
         start within them and not end before it starts, and an end of -1 means the last"
    )
}

/// What a `view_range` picks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewed {
    File,
    Directory,
}

pub(crate) fn too_many_lines(path: &MemoryPath) -> String {
    format!("File {path} exceeds maximum line limit of 999,999 lines.")
}

pub(crate) fn lines_cut(first: usize, last_shown: usize, last_asked: usize, total: usize, limit: usize) -> String {
    format!(
        "[Lines {first} to {last_shown} of {total} are shown: a view is limited to {} characters. To go on, view with \
         view_range [{}, {last_asked}].]",
        thousands(limit),
        last_shown.saturating_add(1),
    )
}

pub(crate) fn line_cut(line: usize, shown: usize, characters: usize, last_asked: usize, limit: usize) -> String {
    let rest = if line < last_asked {
        format!(
            "For the lines after it, view with view_range [{}, {last_asked}].",
            line.saturating_add(1)
        )
    } else {
        "No line comes after it.".to_owned()
    };
    format!(
        "[Line {line} has {} characters, of which the first {} are shown: a view is limited to {} characters. {rest}]",
        thousands(characters),
        thousands(shown),
        thousands(limit),
    )
}

pub(crate) fn entries_cut(first: usize, last_shown: usize, last_asked: usize, total: usize, limit: usize) -> String {
    format!(
        "[Entries {first} to {last_shown} of {total} are shown and {} left out: a view is limited to {} characters. To go \
         on, view with view_range [{}, {last_asked}].]",
        last_asked.saturating_sub(last_shown),
        thousands(limit),
        last_shown.saturating_add(1),
    )
}

pub(crate) fn not_text(path: &MemoryPath) -> String {
    format!("Error: The file {path} is not valid UTF-8 text, so it can be renamed or deleted but not shown or edited")
}

pub(crate) fn image_too_large(path: &MemoryPath, characters: u64, limit: usize) -> String {
    format!(
        "Error: The image {path} is too large to show: it takes {} characters of base64 and the limit is {}",
        thousands(characters),
        thousands(limit),
    )
}

// ---- create, str_replace, insert ----------------------------------------------------------------------------------

pub(crate) fn created(path: &MemoryPath) -> String {
    format!("File created successfully at: {path}")
}

pub(crate) fn already_exists(path: &MemoryPath) -> String {
    format!("Error: File {path} already exists")
}

pub(crate) fn replaced() -> String {
    "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n".to_owned()
}

pub(crate) fn old_str_not_found(old_str: &str, path: &MemoryPath) -> String {
    format!(
        "No replacement was performed, old_str `{}` did not appear verbatim in {path}.",
        cut(old_str, ECHO_OLD_STR)
    )
}

pub(crate) fn old_str_not_unique(old_str: &str, lines: &[usize]) -> String {
    let mut numbers = String::new();
    for (index, line) in lines.iter().take(LINE_NUMBERS).enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(numbers, "{comma}{line}");
    }
    let more = lines.len().saturating_sub(LINE_NUMBERS);
    if more > 0 {
        let _ = write!(numbers, " and {more} more");
    }
    format!(
        "No replacement was performed. Multiple occurrences of old_str `{}` in lines: {numbers}. Please ensure it is unique",
        cut(old_str, ECHO_OLD_STR)
    )
}

pub(crate) fn edited(path: &MemoryPath) -> String {
    format!("The file {path} has been edited.")
}

pub(crate) fn invalid_insert_line(insert_line: i64, lines: usize) -> String {
    format!(
        "Error: Invalid `insert_line` parameter: {insert_line}. It should be within the range of lines of the file: [0, {lines}]"
    )
}

// ---- delete, rename -----------------------------------------------------------------------------------------------

pub(crate) fn deleted(path: &MemoryPath) -> String {
    format!("Successfully deleted {path}")
}

pub(crate) fn cannot_delete_root() -> String {
    "Error: Cannot delete the /memories directory itself".to_owned()
}

pub(crate) fn renamed(from: &MemoryPath, to: &MemoryPath) -> String {
    format!("Successfully renamed {from} to {to}")
}

pub(crate) fn cannot_rename_root() -> String {
    "Error: Cannot rename the /memories directory itself".to_owned()
}

pub(crate) fn destination_exists(to: &MemoryPath) -> String {
    format!("Error: The destination {to} already exists")
}

pub(crate) fn into_itself(from: &MemoryPath) -> String {
    format!("Error: Cannot move {from} into itself")
}

pub(crate) fn holds_foreign(path: &MemoryPath) -> String {
    format!(
        "Error: The directory {path} holds something that is not memory, so it cannot be deleted or renamed as a whole. \
         Delete or rename the files in it one by one"
    )
}

// ---- Limits -------------------------------------------------------------------------------------------------------

pub(crate) fn file_too_large(path: &MemoryPath, bytes: u64, limit: u64) -> String {
    format!(
        "Error: The file {path} would have {} bytes and the limit is {} bytes per file. Nothing was written; write less, or \
         split it into several files",
        thousands(bytes),
        thousands(limit),
    )
}

pub(crate) fn store_bytes_used_up(used: u64, added: u64, limit: u64) -> String {
    format!(
        "Error: The memory uses {} of {} bytes, and this would add {}. Nothing was written; delete or shorten files first",
        thousands(used),
        thousands(limit),
        thousands(added),
    )
}

pub(crate) fn store_files_used_up(used: u64, limit: u64) -> String {
    format!(
        "Error: The memory holds {} of {} files and directories, and this would add more. Nothing was written; delete files \
         first",
        thousands(used),
        thousands(limit),
    )
}

// ---- When storage fails, or others are faster ---------------------------------------------------------------------

pub(crate) fn changed_meanwhile(path: &MemoryPath) -> String {
    format!(
        "Error: The file {path} was changed by others at the same time, and nothing was written. View it and try again"
    )
}

pub(crate) fn storage_failed(code: FaultCode, outcome: FaultOutcome) -> String {
    let what = match code {
        FaultCode::Unavailable | FaultCode::InvalidResult => "The memory store is unavailable",
        FaultCode::Full => "The memory store is full",
        FaultCode::Denied => "The memory store does not permit this",
        FaultCode::ReadOnly => "The memory store is read-only",
        FaultCode::Corrupt => "The memory store found damaged data",
        FaultCode::Timeout => "The memory store did not answer in time",
        FaultCode::NameNotAllowed => "The memory store cannot hold this name",
    };
    let then = match (outcome, code) {
        (FaultOutcome::Unknown, _) => "the outcome is unknown; view the file before you repeat",
        (FaultOutcome::Unchanged, FaultCode::Full) => "nothing was changed; delete or shorten files first",
        (FaultOutcome::Unchanged, FaultCode::Unavailable | FaultCode::InvalidResult | FaultCode::Timeout) => {
            "nothing was changed; try again later"
        }
        (FaultOutcome::Unchanged, FaultCode::NameNotAllowed) => "nothing was changed; choose another name",
        (FaultOutcome::Unchanged, FaultCode::Denied | FaultCode::ReadOnly | FaultCode::Corrupt) => {
            "nothing was changed"
        }
    };
    format!("Error: {what}; {then}")
}

// ---- Pieces -------------------------------------------------------------------------------------------------------

/// At most `limit` characters of `text`, and a sign where it was cut.
fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A refused piece of input, short and on one line: cut, with what a terminal or a reader would not show escaped.
fn echo(text: &str) -> String {
    let mut shown = String::new();
    for character in cut(text, ECHO).chars() {
        if crate::unicode::is_plain(character) {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
    shown
}

/// `1234567` as `1,234,567`.
fn thousands(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len().saturating_sub(index)).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
