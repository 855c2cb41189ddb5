//! The reference store: everything in memory, gone with the process.

use super::{
    Budget, Capabilities, Entry, Kind, Page, Part, ReadResult, RemoveResult, RenameResult, Stat, Storage, Usage,
    Version, When, WriteResult,
};
use crate::fault::{Fault, FaultCode, FaultOutcome};
use crate::path::MemoryPath;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Entries of a page.
const PAGE: usize = 1_000;

/// A store in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    capabilities: Capabilities,
    state: Mutex<State>,
}

/// What the store in memory can fail with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InMemoryError {
    code: FaultCode,
    message: String,
}

impl Fault for InMemoryError {
    fn code(&self) -> FaultCode {
        self.code
    }

    fn outcome(&self) -> FaultOutcome {
        FaultOutcome::Unchanged
    }
}

impl std::fmt::Display for InMemoryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for InMemoryError {}

#[derive(Debug, Default)]
struct State {
    /// In the order of a listing.
    nodes: BTreeMap<MemoryPath, Node>,
    usage: Usage,
    versions: u64,
}

/// A file, or a directory where there are no bytes.
#[derive(Debug, Default)]
struct Node {
    file: Option<Vec<u8>>,
    version: u64,
}

impl Node {
    fn kind(&self) -> Kind {
        if self.file.is_some() {
            Kind::File
        } else {
            Kind::Directory
        }
    }

    fn size(&self) -> u64 {
        self.file.as_ref().map_or(0, |bytes| bytes.len() as u64)
    }

    fn version(&self) -> Version {
        Version(self.version.to_string())
    }
}

impl InMemory {
    /// An empty store that declares `capabilities`, and keeps to them.
    pub fn with_capabilities(capabilities: Capabilities) -> Self {
        Self {
            capabilities,
            state: Mutex::default(),
        }
    }

    /// Puts a file there whatever the limits are; a directory where there are no bytes.
    pub fn put(&self, path: &MemoryPath, bytes: Option<Vec<u8>>) {
        let mut state = self.state();
        state.make_parents(path);
        state.put(path, bytes);
    }

    /// Everything that the store holds, in the order of a listing; directories have no bytes.
    pub fn contents(&self) -> Vec<(MemoryPath, Option<Vec<u8>>)> {
        let state = self.state();
        let nodes = state.nodes.iter();
        nodes.map(|(path, node)| (path.clone(), node.file.clone())).collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A path whose spelling differs only in case from one that is there, on a store that folds case.
    fn twin(&self, state: &State, path: &MemoryPath) -> bool {
        let folded = |path: &MemoryPath| path.as_str().to_lowercase();
        self.capabilities.folds_case && !state.nodes.contains_key(path) && {
            let wanted = folded(path);
            state.nodes.keys().any(|there| folded(there) == wanted)
        }
    }

    /// Refuses a path below a directory that is there in another case.
    fn check_parents(&self, state: &State, path: &MemoryPath) -> Result<(), InMemoryError> {
        let mut parents = std::iter::successors(path.parent(), MemoryPath::parent);
        if parents.any(|parent| self.twin(state, &parent)) {
            return Err(InMemoryError {
                code: FaultCode::NameNotAllowed,
                message: "a directory above is there in another case".to_owned(),
            });
        }
        Ok(())
    }
}

impl State {
    fn is_directory(&self, path: &MemoryPath) -> bool {
        path.is_root() || self.nodes.get(path).is_some_and(|node| node.file.is_none())
    }

    /// The directories above `path` that are missing, or the file that lies in the place of one.
    fn missing_parents(&self, path: &MemoryPath) -> Result<Vec<MemoryPath>, MemoryPath> {
        let mut missing = Vec::new();
        for parent in std::iter::successors(path.parent(), MemoryPath::parent) {
            if self.is_directory(&parent) {
                break;
            }
            if self.nodes.contains_key(&parent) {
                return Err(parent);
            }
            missing.push(parent);
        }
        Ok(missing)
    }

    fn make_parents(&mut self, path: &MemoryPath) {
        for parent in self.missing_parents(path).unwrap_or_default() {
            self.put(&parent, None);
        }
    }

    fn put(&mut self, path: &MemoryPath, bytes: Option<Vec<u8>>) -> Version {
        self.versions = self.versions.saturating_add(1);
        let node = Node {
            file: bytes,
            version: self.versions,
        };
        let version = node.version();
        self.usage.bytes = self.usage.bytes.saturating_add(node.size());
        match self.nodes.insert(path.clone(), node) {
            Some(before) => self.usage.bytes = self.usage.bytes.saturating_sub(before.size()),
            None => self.usage.files = self.usage.files.saturating_add(1),
        }
        version
    }

    /// Whether the store may come to hold so many more bytes and files.
    fn allows(&self, bytes: u64, files: usize, budget: Budget) -> bool {
        (bytes == 0 || self.usage.bytes.saturating_add(bytes) <= budget.bytes)
            && (files == 0 || self.usage.files.saturating_add(files as u64) <= budget.files)
    }

    fn take(&mut self, path: &MemoryPath) -> Vec<(MemoryPath, Node)> {
        let paths = self.nodes.range(path.clone()..).map(|(path, _)| path);
        let within: Vec<MemoryPath> = paths.take_while(|there| there.is_within(path)).cloned().collect();
        let mut taken = Vec::with_capacity(within.len());
        for path in within {
            if let Some(node) = self.nodes.remove(&path) {
                self.usage.bytes = self.usage.bytes.saturating_sub(node.size());
                self.usage.files = self.usage.files.saturating_sub(1);
                taken.push((path, node));
            }
        }
        taken
    }
}

impl Storage for InMemory {
    type Error = InMemoryError;

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    async fn stat(&self, path: &MemoryPath) -> Result<Option<Stat>, InMemoryError> {
        let state = self.state();
        let root = Node::default();
        let node = if path.is_root() {
            Some(&root)
        } else {
            state.nodes.get(path)
        };
        Ok(node.map(|node| Stat {
            kind: node.kind(),
            size: node.size(),
            version: node.version(),
            modified: None,
        }))
    }

    async fn read(
        &self,
        path: &MemoryPath,
        part: Option<Part>,
        version: Option<Version>,
    ) -> Result<ReadResult, InMemoryError> {
        let state = self.state();
        let Some((node, whole)) = state.nodes.get(path).and_then(|node| Some((node, node.file.as_ref()?))) else {
            return Ok(ReadResult::Missing);
        };
        if version.is_some_and(|version| version != node.version()) {
            return Ok(ReadResult::Changed);
        }
        Ok(ReadResult::File {
            bytes: part.map_or(whole.as_slice(), |part| part.of(whole)).to_vec(),
            version: node.version(),
            size: node.size(),
        })
    }

    async fn write(
        &self,
        path: &MemoryPath,
        bytes: Vec<u8>,
        when: When,
        budget: Budget,
    ) -> Result<WriteResult, InMemoryError> {
        let mut state = self.state();
        let there = state.nodes.get(path);
        let missing = match state.missing_parents(path) {
            Ok(missing) => missing,
            Err(file) => return Ok(WriteResult::NotADirectory(file)),
        };
        match when {
            When::Absent if path.is_root() || there.is_some() || self.twin(&state, path) => {
                return Ok(WriteResult::Exists);
            }
            When::Matches(version) if there.is_none_or(|node| node.file.is_none() || node.version() != version) => {
                return Ok(WriteResult::Changed);
            }
            When::Any if state.is_directory(path) => return Ok(WriteResult::IsDirectory),
            When::Absent | When::Matches(_) | When::Any => {}
        }
        self.check_parents(&state, path)?;
        let growth = (bytes.len() as u64).saturating_sub(there.map_or(0, Node::size));
        let made = missing.len().saturating_add(usize::from(there.is_none()));
        if !state.allows(growth, made, budget) {
            return Ok(WriteResult::OverBudget(state.usage));
        }
        state.make_parents(path);
        Ok(WriteResult::Done(state.put(path, Some(bytes))))
    }

    async fn list(
        &self,
        directory: &MemoryPath,
        depth: usize,
        cursor: Option<String>,
    ) -> Result<Option<Page>, InMemoryError> {
        let state = self.state();
        if !state.is_directory(directory) {
            return Ok(None);
        }
        let after = cursor.and_then(|cursor| MemoryPath::parse(&cursor).ok());
        let start = after.as_ref().unwrap_or(directory);
        let mut page = Page::default();
        for (path, node) in state.nodes.range(start.clone()..) {
            let Some(names) = path.names_below(directory) else {
                if path == directory {
                    continue;
                }
                break;
            };
            if Some(path) == after.as_ref() || names.count() > depth {
                continue;
            }
            if page.entries.len() == PAGE {
                page.cursor = page.entries.last().map(|entry| entry.path.clone());
                break;
            }
            page.entries.push(Entry {
                path: path.to_string(),
                kind: node.kind(),
                size: node.size(),
            });
        }
        Ok(Some(page))
    }

    async fn remove(&self, path: &MemoryPath, version: Option<Version>) -> Result<RemoveResult, InMemoryError> {
        let mut state = self.state();
        let Some(node) = state.nodes.get(path) else {
            return Ok(RemoveResult::Missing);
        };
        if version.is_some_and(|version| node.file.is_none() || node.version() != version) {
            return Ok(RemoveResult::Changed);
        }
        state.take(path);
        Ok(RemoveResult::Done)
    }

    async fn rename(&self, from: &MemoryPath, to: &MemoryPath, budget: Budget) -> Result<RenameResult, InMemoryError> {
        let mut state = self.state();
        if !state.nodes.contains_key(from) {
            return Ok(RenameResult::Missing);
        }
        if to.is_root() || state.nodes.contains_key(to) || self.twin(&state, to) {
            return Ok(RenameResult::Exists);
        }
        let missing = match state.missing_parents(to) {
            Ok(missing) => missing,
            Err(file) => return Ok(RenameResult::NotADirectory(file)),
        };
        self.check_parents(&state, to)?;
        if !state.allows(0, missing.len(), budget) {
            return Ok(RenameResult::OverBudget(state.usage));
        }
        state.make_parents(to);
        for (path, node) in state.take(from) {
            let below = path.as_str().strip_prefix(from.as_str()).unwrap_or_default();
            if let Ok(path) = MemoryPath::parse(&format!("{to}{below}")) {
                state.put(&path, node.file);
            }
        }
        Ok(RenameResult::Done)
    }

    async fn usage(&self) -> Result<Usage, InMemoryError> {
        Ok(self.state().usage)
    }
}
