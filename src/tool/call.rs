//! One call: a command, the store's answers, and what the host should know.

use super::apart::apart;
use super::{CreateExisting, MemoryTool};
use crate::command::Command;
use crate::edit::Edit;
use crate::fault::{Fault, FaultCode, FaultOutcome};
use crate::message;
use crate::outcome::{Content, Event, Failure};
use crate::path::{MemoryPath, Refusal};
use crate::storage::{
    Budget, Entry, Kind, Page, Part, ReadResult, RemoveResult, RenameResult, Stat, Storage, Usage, Version, When,
    WriteResult,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Levels that are looked through for what is not memory: one more than a legal path can have.
const ALL_LEVELS: usize = 33;

pub(super) struct Call<'a, S: Storage> {
    pub(super) tool: &'a MemoryTool<S>,
    command: &'static str,
    pub(super) events: Vec<Event<S::Error>>,
}

/// What the model reads when a command cannot be carried out.
pub(super) type Answer<T> = Result<T, String>;

impl<'a, S: Storage> Call<'a, S> {
    pub(super) fn new(tool: &'a MemoryTool<S>, command: &'static str) -> Self {
        let events = Vec::new();
        Self { tool, command, events }
    }

    pub(super) fn into_events(self) -> Vec<Event<S::Error>> {
        self.events
    }

    pub(super) async fn run(&mut self, command: Command) -> Answer<Content> {
        let text = match command {
            Command::View { path, view_range } => return apart(self.view(&path, view_range)).await,
            Command::Create { path, file_text } => apart(self.create(&path, file_text.into_bytes())).await,
            Command::StrReplace { path, old_str, new_str } => {
                apart(self.edit(&path, Edit::Replace { old_str, new_str })).await
            }
            Command::Insert {
                path,
                insert_line,
                insert_text,
            } => {
                let edit = Edit::Insert {
                    insert_line,
                    insert_text,
                };
                apart(self.edit(&path, edit)).await
            }
            Command::Delete { path } => apart(self.delete(&path)).await,
            Command::Rename { old_path, new_path } => apart(self.rename(&old_path, &new_path)).await,
        };
        text.map(Content::Text)
    }

    async fn create(&mut self, path: &MemoryPath, bytes: Vec<u8>) -> Answer<String> {
        let _turn = self.tool.queue.turn(vec![path.clone()]).await;
        if path.is_root() {
            return Err(message::already_exists(path));
        }
        let when = match self.tool.options.create_existing {
            CreateExisting::Error => When::Absent,
            CreateExisting::Overwrite => When::Any,
        };
        let length = bytes.len() as u64;
        let limits = &self.tool.options.limits;
        if !limits.allow_file(length, 0) {
            // Only what is there can allow it, or has to be told first.
            let there = self.stat(path).await?;
            let before = match (&when, there) {
                (When::Absent, Some(_)) => return Err(message::already_exists(path)),
                (_, Some(there)) if there.kind == Kind::File => there.size,
                _ => 0,
            };
            self.check_file_limit(path, length, before)?;
        }
        match self.write(path, bytes, when).await? {
            WriteResult::Done(_) => Ok(message::created(path)),
            WriteResult::Exists | WriteResult::IsDirectory => Err(message::already_exists(path)),
            WriteResult::NotADirectory(parent) => Err(message::not_a_directory(&parent)),
            WriteResult::OverBudget(usage) => {
                let before = self.stat(path).await?.map_or(0, |there| there.size);
                Err(self.over_budget(usage, length.saturating_sub(before)))
            }
            WriteResult::Changed => Err(message::changed_meanwhile(path)),
        }
    }

    async fn delete(&mut self, path: &MemoryPath) -> Answer<String> {
        if path.is_root() {
            return Err(message::cannot_delete_root());
        }
        let _turn = self.tool.queue.turn(vec![path.clone()]).await;
        if self.holds_foreign(path).await? {
            return Err(message::holds_foreign(path));
        }
        match self.remove(path).await? {
            RemoveResult::Done => Ok(message::deleted(path)),
            RemoveResult::Missing => Err(message::missing(path)),
            RemoveResult::Changed => Err(message::changed_meanwhile(path)),
        }
    }

    async fn rename(&mut self, from: &MemoryPath, to: &MemoryPath) -> Answer<String> {
        if from.is_root() {
            return Err(message::cannot_rename_root());
        }
        let _turn = self.tool.queue.turn(vec![from.clone(), to.clone()]).await;
        if to.is_root() || to.is_within(from) {
            self.stat(from).await?.ok_or_else(|| message::missing(from))?;
            let exists = to.is_root() || to == from || self.stat(to).await?.is_some();
            return Err(if exists {
                message::destination_exists(to)
            } else {
                message::into_itself(from)
            });
        }
        if self.holds_foreign(from).await? {
            let exists = self.stat(to).await?.is_some();
            return Err(if exists {
                message::destination_exists(to)
            } else {
                message::holds_foreign(from)
            });
        }
        match self.move_to(from, to).await? {
            RenameResult::Done => Ok(message::renamed(from, to)),
            RenameResult::Missing => Err(message::missing(from)),
            RenameResult::Exists => Err(message::destination_exists(to)),
            RenameResult::NotADirectory(parent) => Err(message::not_a_directory(&parent)),
            RenameResult::OverBudget(usage) => Err(self.over_budget(usage, 0)),
        }
    }

    /// Whether a directory holds what no command could have made, where others can put such things.
    async fn holds_foreign(&mut self, path: &MemoryPath) -> Answer<bool> {
        if !self.tool.storage.capabilities().foreign_entries {
            return Ok(false);
        }
        if self.stat(path).await?.is_none_or(|stat| stat.kind != Kind::Directory) {
            return Ok(false);
        }
        let mut found = false;
        let look = |entry: &Entry| {
            found = entry.memory_path().is_none();
            if found {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        self.list_all(path, ALL_LEVELS, look).await?;
        Ok(found)
    }

    /// Hands over what lies below a directory, page after page, until there is no more or it is enough; false where there
    /// is no directory.
    pub(super) async fn list_all(
        &mut self,
        path: &MemoryPath,
        depth: usize,
        mut take: impl FnMut(&Entry) -> ControlFlow<()>,
    ) -> Answer<bool> {
        let mut cursors = BTreeSet::new();
        let mut cursor = None;
        loop {
            let Some(page) = self.list(path, depth, cursor).await? else {
                return Ok(false);
            };
            if page.entries.iter().try_for_each(&mut take).is_break() {
                return Ok(true);
            }
            let Some(next) = page.cursor else {
                return Ok(true);
            };
            if !cursors.insert(next.clone()) {
                let code = FaultCode::InvalidResult;
                self.record(path, code, Failure::RepeatedCursor(next), false);
                return Err(told(path, code, FaultOutcome::Unchanged));
            }
            cursor = Some(next);
        }
    }

    pub(super) fn check_file_limit(&self, path: &MemoryPath, bytes: u64, before: u64) -> Answer<()> {
        let limits = &self.tool.options.limits;
        if limits.allow_file(bytes, before) {
            Ok(())
        } else {
            Err(message::file_too_large(path, bytes, limits.file_bytes))
        }
    }

    pub(super) fn over_budget(&self, usage: Usage, added: u64) -> String {
        let Budget { bytes, files } = self.tool.budget();
        if added > 0 && usage.bytes.saturating_add(added) > bytes {
            message::store_bytes_used_up(usage.bytes, added, bytes)
        } else {
            message::store_files_used_up(usage.files, files)
        }
    }
}

/// The store's verbs, with its failures told to the host and turned into what the model reads.
impl<S: Storage> Call<'_, S> {
    async fn stat(&mut self, path: &MemoryPath) -> Answer<Option<Stat>> {
        let storage = &self.tool.storage;
        self.look(path, async || storage.stat(path).await).await
    }

    pub(super) async fn read(
        &mut self,
        path: &MemoryPath,
        part: Option<Part>,
        version: Option<&Version>,
    ) -> Answer<ReadResult> {
        let storage = &self.tool.storage;
        self.look(path, async || storage.read(path, part, version.cloned()).await)
            .await
    }

    async fn list(&mut self, path: &MemoryPath, depth: usize, cursor: Option<String>) -> Answer<Option<Page>> {
        let storage = &self.tool.storage;
        self.look(path, async || storage.list(path, depth, cursor.clone()).await)
            .await
    }

    pub(super) async fn write(&mut self, path: &MemoryPath, bytes: Vec<u8>, when: When) -> Answer<WriteResult> {
        let written = self.tool.storage.write(path, bytes, when, self.tool.budget()).await;
        written.map_err(|error| self.failed(path, error))
    }

    async fn remove(&mut self, path: &MemoryPath) -> Answer<RemoveResult> {
        let removed = self.tool.storage.remove(path, None).await;
        removed.map_err(|error| self.failed(path, error))
    }

    async fn move_to(&mut self, from: &MemoryPath, to: &MemoryPath) -> Answer<RenameResult> {
        let moved = self.tool.storage.rename(from, to, self.tool.budget()).await;
        moved.map_err(|error| self.failed(to, error))
    }

    /// A call that changes nothing: it is made once more where that may help.
    async fn look<T>(&mut self, path: &MemoryPath, call: impl AsyncFn() -> Result<T, S::Error>) -> Answer<T> {
        let first = match call().await {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        let code = first.code();
        let retried = code == FaultCode::Unavailable;
        self.record(path, code, Failure::Store(first), retried);
        if !retried {
            return Err(told(path, code, FaultOutcome::Unchanged));
        }
        call().await.map_err(|error| {
            let code = error.code();
            self.record(path, code, Failure::Store(error), false);
            told(path, code, FaultOutcome::Unchanged)
        })
    }

    fn failed(&mut self, path: &MemoryPath, error: S::Error) -> String {
        let (code, outcome) = (error.code(), error.outcome());
        self.record(path, code, Failure::Store(error), false);
        told(path, code, outcome)
    }

    fn record(&mut self, path: &MemoryPath, code: FaultCode, failure: Failure<S::Error>, retried: bool) {
        self.events.push(Event::StorageFailed {
            command: self.command,
            path: path.to_string(),
            code,
            failure,
            retried,
        });
    }
}

fn told(path: &MemoryPath, code: FaultCode, outcome: FaultOutcome) -> String {
    match (code, outcome) {
        (FaultCode::NameNotAllowed, FaultOutcome::Unchanged) => {
            message::path_refused(path.as_str(), Refusal::StoreCannotHold)
        }
        _ => message::storage_failed(code, outcome),
    }
}
