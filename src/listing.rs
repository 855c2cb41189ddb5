//! What `view` shows of a directory.

use crate::command::ViewRange;
use crate::limits::Limits;
use crate::message::{self, Viewed};
use crate::path::MemoryPath;
use crate::size;
use crate::storage::{Entry, Kind};
use crate::text::character_count;
use crate::view;

/// Levels below the directory that are shown.
pub(crate) const DEPTH: usize = 2;
/// Paths left out that the host is told of.
const FOREIGN: usize = 100;

/// A listing in the making: entries come in the order of the store and only those to be shown are kept.
#[derive(Debug)]
pub(crate) struct Listing<'a> {
    directory: &'a MemoryPath,
    limits: &'a Limits,
    first: usize,
    last: usize,
    range: Option<ViewRange>,
    text: String,
    characters: usize,
    /// Entries so far.
    total: usize,
    shown: usize,
    full: bool,
    /// What is not memory and was left out.
    pub(crate) foreign: Vec<String>,
}

impl<'a> Listing<'a> {
    pub(crate) fn new(directory: &'a MemoryPath, range: Option<ViewRange>, limits: &'a Limits) -> Self {
        let top = format!("{}\t{directory}", size::DIRECTORY);
        let (first, last) = view::asked(range);
        Self {
            directory,
            limits,
            first,
            last,
            range,
            characters: character_count(&top),
            text: message::directory_header(directory) + &top,
            total: 0,
            shown: 0,
            full: false,
            foreign: Vec::new(),
        }
    }

    /// Takes the next entry.
    pub(crate) fn push(&mut self, entry: &Entry) {
        let Some(path) = entry.memory_path() else {
            if self.foreign.len() < FOREIGN {
                self.foreign.push(entry.path.clone());
            }
            return;
        };
        let hidden = |name: &str| name.starts_with('.') || name == "node_modules";
        if path
            .names_below(self.directory)
            .is_none_or(|mut names| names.any(hidden))
        {
            return;
        }
        self.total = self.total.saturating_add(1);
        let asked = (self.first..=self.last).contains(&self.total);
        if !asked || self.full {
            return;
        }
        let line = match entry.kind {
            Kind::Directory => format!("\n{}\t{path}/", size::DIRECTORY),
            Kind::File | Kind::Other => format!("\n{}\t{path}", size::human(entry.size)),
        };
        let characters = self.characters.saturating_add(character_count(&line));
        // One entry is always shown, so that paging comes to an end whatever the limit is.
        if characters > self.limits.view_characters && self.shown > 0 {
            self.full = true;
            return;
        }
        self.characters = characters;
        self.shown = self.shown.saturating_add(1);
        self.text.push_str(&line);
    }

    /// The listing's text.
    pub(crate) fn finish(self) -> Result<String, String> {
        // An empty directory is shown by its own line, as an empty file is by its one empty line.
        let (first, last) = view::resolve(self.range, Viewed::Directory, self.total.max(1))?;
        let mut text = self.text;
        if self.full {
            let shown = first.saturating_add(self.shown).saturating_sub(1);
            let limit = self.limits.view_characters;
            text.push('\n');
            text.push_str(&message::entries_cut(first, shown, last, self.total, limit));
        }
        Ok(text)
    }
}
