//! The place that keeps the files.

mod memory;

pub use memory::{InMemory, InMemoryError};

use crate::fault::Fault;
use crate::path::{MemoryPath, Naming};

/// A store: it moves bytes, and knows nothing of commands, lines or messages.
///
/// A condition that does not hold is a result of its own, never an error. The root is always there, as a directory.
/// Dropping a call's future before it is done may leave that call's outcome unknown, and must leave the store whole.
#[allow(
    async_fn_in_trait,
    reason = "a future is Send when the store's own is, which a bound would forbid in JavaScript"
)]
pub trait Storage {
    /// The store's own error, which the host gets as it is.
    type Error: Fault;

    /// What the store can and cannot do.
    fn capabilities(&self) -> Capabilities;

    /// What lies at `path`, without reading its bytes; nothing where nothing does.
    async fn stat(&self, path: &MemoryPath) -> Result<Option<Stat>, Self::Error>;

    /// The bytes of the file at `path`, whole or a part of them, shorter where the file ends before. With a version,
    /// [`ReadResult::Changed`] unless the file still has it.
    async fn read(
        &self,
        path: &MemoryPath,
        part: Option<Part>,
        version: Option<Version>,
    ) -> Result<ReadResult, Self::Error>;

    /// Makes `bytes` the content of the file at `path`, whole or not at all, and makes the directories above it.
    ///
    /// - [`When::Absent`]: only where nothing is; else [`WriteResult::Exists`], for a directory too.
    /// - [`When::Matches`]: only over the file that has this version; else [`WriteResult::Changed`], also when it is gone.
    /// - [`When::Any`]: over whatever file is there or none; [`WriteResult::IsDirectory`] over a directory.
    /// - [`WriteResult::NotADirectory`], with its path, where a file lies in the place of a directory above.
    /// - [`WriteResult::OverBudget`], with the usage before, where the store would hold more than `budget` afterwards,
    ///   unless the write makes no file or directory and does not make the file longer.
    async fn write(
        &self,
        path: &MemoryPath,
        bytes: Vec<u8>,
        when: When,
        budget: Budget,
    ) -> Result<WriteResult, Self::Error>;

    /// What lies below `directory`, down to `depth` levels, depth first: an entry, then, for a directory, what is in it.
    /// Entries of one directory are in the order of their names' UTF-8 bytes. A page ends where the store likes; its
    /// cursor asks for what follows. Nothing where `directory` is no directory. No file's bytes are read.
    async fn list(
        &self,
        directory: &MemoryPath,
        depth: usize,
        cursor: Option<String>,
    ) -> Result<Option<Page>, Self::Error>;

    /// Removes the file at `path`, or the directory with all that is in it. With a version, only the file that still has
    /// it. The root is never asked for.
    async fn remove(&self, path: &MemoryPath, version: Option<Version>) -> Result<RemoveResult, Self::Error>;

    /// Moves a file, or a directory with all that is in it, and makes the directories above `to`. Never overwrites. Looks
    /// in this order: [`RenameResult::Missing`] (the source), [`RenameResult::Exists`] (the destination),
    /// [`RenameResult::NotADirectory`] (a file above the destination), [`RenameResult::OverBudget`] (directories would
    /// have to be made and there would be more than `budget.files`). `to` never lies below `from`.
    async fn rename(&self, from: &MemoryPath, to: &MemoryPath, budget: Budget) -> Result<RenameResult, Self::Error>;

    /// How much the store holds.
    async fn usage(&self) -> Result<Usage, Self::Error>;
}

/// What a store can and cannot do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Two names that differ only in case are one.
    pub folds_case: bool,
    /// The names that it can hold.
    pub naming: Naming,
    /// Others may put things there that no command could have made: links, names that are not legal.
    pub foreign_entries: bool,
}

/// A file's version: opaque, and another one after every write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version(pub String);

/// What lies at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub kind: Kind,
    /// Bytes; 0 for a directory.
    pub size: u64,
    /// Its version.
    pub version: Version,
    /// Time of the last change in milliseconds since 1970, where the store knows it.
    pub modified: Option<u64>,
}

/// The kinds of things that a store reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// Something else, a link for instance. It is never read or counted.
    Other,
}

/// What `read` found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadResult {
    /// A file.
    File {
        /// Its bytes, or the part that was asked for.
        bytes: Vec<u8>,
        /// Its version.
        version: Version,
        /// Bytes of the whole file.
        size: u64,
    },
    /// Nothing, or something that is not a file.
    Missing,
    /// The file no longer has the version.
    Changed,
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it begins, in bytes.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
}

impl Part {
    /// What of `bytes`, which are a whole file, lies in it.
    pub fn of<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let position = |offset: u64| usize::try_from(offset).map_or(bytes.len(), |offset| offset.min(bytes.len()));
        let (start, end) = (position(self.offset), position(self.offset.saturating_add(self.length)));
        bytes.get(start..end).unwrap_or_default()
    }
}

/// The condition of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Nothing is there.
    Absent,
    /// The file has this version.
    Matches(Version),
    /// No condition.
    Any,
}

/// What the store may hold after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of all files.
    pub bytes: u64,
    /// Files and directories, the root not counted.
    pub files: u64,
}

/// What the store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Bytes of all files.
    pub bytes: u64,
    /// Files and directories, the root not counted.
    pub files: u64,
}

/// What became of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteResult {
    /// It was done; the file has this version now.
    Done(Version),
    /// Something is there already.
    Exists,
    /// The file no longer has the version.
    Changed,
    /// A directory is there.
    IsDirectory,
    /// This is a file, where a directory would have to be.
    NotADirectory(MemoryPath),
    /// The budget does not allow it.
    OverBudget(Usage),
}

/// What became of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveResult {
    /// It was done.
    Done,
    /// Nothing is there.
    Missing,
    /// The file no longer has the version.
    Changed,
}

/// What became of a rename.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenameResult {
    /// It was done.
    Done,
    /// The source is not there.
    Missing,
    /// The destination is there already.
    Exists,
    /// This is a file, where a directory would have to be.
    NotADirectory(MemoryPath),
    /// The budget does not allow it.
    OverBudget(Usage),
}

/// A part of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// In the order of the listing.
    pub entries: Vec<Entry>,
    /// Asks for what follows; nothing at the end.
    pub cursor: Option<String>,
}

/// A line of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The whole path. One that is not legal is foreign.
    pub path: String,
    /// What it is.
    pub kind: Kind,
    /// Bytes; 0 for a directory.
    pub size: u64,
}

impl Entry {
    /// The entry's path, if it is memory: a file or a directory under a legal name in NFC.
    pub fn memory_path(&self) -> Option<MemoryPath> {
        let path = MemoryPath::parse(&self.path).ok()?;
        (self.kind != Kind::Other && path.as_str() == self.path).then_some(path)
    }
}
