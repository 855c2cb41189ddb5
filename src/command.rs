//! The six commands, parsed from a tool's input.

use crate::input::{Input, Value};
use crate::message;
use crate::path::{MemoryPath, Naming, Refusal};

/// A command whose fields have been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows a directory or a file.
    View {
        /// What to show.
        path: MemoryPath,
        /// The lines or entries to show.
        view_range: Option<ViewRange>,
    },
    /// Makes a file.
    Create {
        /// Where.
        path: MemoryPath,
        /// Its content.
        file_text: String,
    },
    /// Replaces a text that occurs once.
    StrReplace {
        /// The file.
        path: MemoryPath,
        /// The text to replace, verbatim.
        old_str: String,
        /// What stands there afterwards.
        new_str: String,
    },
    /// Adds lines.
    Insert {
        /// The file.
        path: MemoryPath,
        /// The line after which they go; 0 is the top.
        insert_line: i64,
        /// The lines.
        insert_text: String,
    },
    /// Removes a file, or a directory with all that is in it.
    Delete {
        /// What to remove.
        path: MemoryPath,
    },
    /// Moves a file or a directory.
    Rename {
        /// What to move.
        old_path: MemoryPath,
        /// Where to.
        new_path: MemoryPath,
    },
}

/// The lines of a file or the entries of a listing, as asked for: from 1, inclusive, -1 for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewRange {
    /// The first.
    pub start: i64,
    /// The last.
    pub end: i64,
}

/// An input that is no command: the text says what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

const PATH: &str = "a path";
const TEXT: &str = "a text";
const WHOLE: &str = "a whole number";
const RANGE: &str = "a list of two whole numbers [start_line, end_line]";

impl Command {
    /// Reads a command. All fields are looked at before any path is.
    pub fn parse(input: Input, naming: &Naming) -> Result<Self, Refused> {
        let mut fields = Fields::of(input)?;
        match fields.command {
            "view" => {
                let path = fields.path("path")?;
                let view_range = fields.view_range("view_range")?;
                let path = path.parse(naming)?;
                Ok(Self::View { path, view_range })
            }
            "create" => {
                let path = fields.path("path")?;
                let file_text = fields.text("file_text")?;
                let path = path.parse(naming)?;
                Ok(Self::Create { path, file_text })
            }
            "str_replace" => {
                let path = fields.path("path")?;
                let old_str = fields.text("old_str")?;
                let new_str = fields.optional_text("new_str")?.unwrap_or_default();
                let path = path.parse(naming)?;
                if old_str.is_empty() {
                    return Err(Refused(message::empty_old_str()));
                }
                Ok(Self::StrReplace { path, old_str, new_str })
            }
            "insert" => {
                let path = fields.path("path")?;
                let insert_line = fields.whole("insert_line")?;
                let insert_text = fields.text("insert_text")?;
                let path = path.parse(naming)?;
                Ok(Self::Insert {
                    path,
                    insert_line,
                    insert_text,
                })
            }
            "delete" => {
                let path = fields.path("path")?.parse(naming)?;
                Ok(Self::Delete { path })
            }
            _ => {
                let old_path = fields.path("old_path")?;
                let new_path = fields.path("new_path")?;
                let old_path = old_path.parse(naming)?;
                let new_path = new_path.parse(naming)?;
                Ok(Self::Rename { old_path, new_path })
            }
        }
    }

    /// The command's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::View { .. } => "view",
            Self::Create { .. } => "create",
            Self::StrReplace { .. } => "str_replace",
            Self::Insert { .. } => "insert",
            Self::Delete { .. } => "delete",
            Self::Rename { .. } => "rename",
        }
    }
}

/// Every field that a command has.
#[cfg_attr(
    not(feature = "wasm"),
    allow(dead_code, reason = "only JavaScript has to be asked by name")
)]
pub(crate) const FIELDS: [&str; 10] = [
    "command",
    "path",
    "view_range",
    "file_text",
    "old_str",
    "new_str",
    "insert_line",
    "insert_text",
    "old_path",
    "new_path",
];

const NAMES: [&str; 6] = ["view", "create", "str_replace", "insert", "delete", "rename"];

/// The fields that came with a known command.
struct Fields {
    command: &'static str,
    values: Vec<(String, Value)>,
}

/// A path as it came.
struct RawPath(String);

impl RawPath {
    fn parse(self, naming: &Naming) -> Result<MemoryPath, Refused> {
        let refused = |refusal: Refusal| Refused(message::path_refused(&self.0, refusal));
        let path = MemoryPath::parse(&self.0).map_err(refused)?;
        naming.check(&path).map_err(refused)?;
        Ok(path)
    }
}

impl Fields {
    fn of(input: Input) -> Result<Self, Refused> {
        let Value::Object(values) = input.0 else {
            return Err(Refused(message::input_not_an_object(&input.0.to_string())));
        };
        let mut fields = Self { command: "", values };
        let command = fields.take("command").into_text();
        let command = command.map_err(|other| Refused(message::no_command(&other.to_string())))?;
        let known = NAMES.into_iter().find(|name| *name == command);
        fields.command = known.ok_or_else(|| Refused(message::unknown_command(&command)))?;
        Ok(fields)
    }

    /// The value of a field; of several with one name the last, as JSON parsers have it.
    fn take(&mut self, field: &str) -> Value {
        match self.values.iter().rposition(|(name, _)| name == field) {
            Some(index) => self.values.swap_remove(index).1,
            None => Value::Nothing,
        }
    }

    fn needed(&self, field: &str, expected: &str, got: &Value) -> Refused {
        Refused(message::field_needed(self.command, field, expected, &got.to_string()))
    }

    fn optional(&self, field: &str, expected: &str, got: &Value) -> Refused {
        Refused(message::field_optional(self.command, field, expected, &got.to_string()))
    }

    fn path(&mut self, field: &str) -> Result<RawPath, Refused> {
        let text = self.take(field).into_text();
        text.map(RawPath).map_err(|other| self.needed(field, PATH, &other))
    }

    fn text(&mut self, field: &str) -> Result<String, Refused> {
        let text = self.take(field).into_text();
        text.map_err(|other| self.needed(field, TEXT, &other))
    }

    fn optional_text(&mut self, field: &str) -> Result<Option<String>, Refused> {
        let value = self.take(field);
        if let Value::Nothing = value {
            return Ok(None);
        }
        let text = value.into_text().map(Some);
        text.map_err(|other| self.optional(field, TEXT, &other))
    }

    fn whole(&mut self, field: &str) -> Result<i64, Refused> {
        let value = self.take(field);
        value.as_whole().ok_or_else(|| self.needed(field, WHOLE, &value))
    }

    fn view_range(&mut self, field: &str) -> Result<Option<ViewRange>, Refused> {
        let value = self.take(field);
        let range = match &value {
            Value::Nothing => return Ok(None),
            Value::List(elements) => range_of(elements),
            Value::Text(text) => range_in(text),
            Value::Bool(_) | Value::Number(_) | Value::IllFormed | Value::Object(_) | Value::Nested(_) => None,
        };
        range.map(Some).ok_or_else(|| self.optional(field, RANGE, &value))
    }
}

fn range_of(elements: &[Value]) -> Option<ViewRange> {
    let [start, end] = elements else { return None };
    Some(ViewRange {
        start: start.as_whole()?,
        end: end.as_whole()?,
    })
}

/// The text of such a list: models send that too.
fn range_in(text: &str) -> Option<ViewRange> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (start, end) = inner.split_once(',')?;
    let whole = |text: &str| {
        let (digits, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let is_whole = fraction.bytes().all(|digit| digit == b'0') && !digits.starts_with('+');
        digits.parse::<i64>().ok().filter(|_| is_whole)
    };
    Some(ViewRange {
        start: whole(start)?,
        end: whole(end)?,
    })
}
