//! The place that keeps the files.

mod memory;

pub use memory::{InMemory, InMemoryError};

use crate::fault::Fault;
use crate::path::{MemoryPath, Naming};

/// A store: it moves bytes, and knows nothing of commands, lines or messages.
///
/// A condition that does not hold is a result of its own, never an error. The root is always there, as a directory.
/// Dropping a call's future before it is done may leave that call's outcome unknown, and must leave the store whole.
///
/// Each line of a list is a behaviour that is tested under the same words, here and in the npm package. A result is
/// written there in words: [`WriteResult::NotADirectory`] is not a directory.
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
    ///
    /// - stat finds a directory at the root of a new store
    /// - stat finds nothing where nothing lies, nor below a file
    /// - stat of a file tells its kind, its size and the version of its last write
    /// - stat of a directory tells its kind and the size 0
    /// - looking at a file leaves its version as it is
    async fn stat(&self, path: &MemoryPath) -> Result<Option<Stat>, Self::Error>;

    /// The bytes of the file at `path`, whole or a part of them.
    ///
    /// - a read gives all bytes as they were written, whatever their values
    /// - a read of an empty file gives no bytes
    /// - a read of ten megabytes gives them all
    /// - a read tells the size and the version that stat tells
    /// - a read of a part gives as many bytes as asked for, from its offset on
    /// - a read of a part is shorter where the file ends before, and empty beyond its end
    /// - a read of a part tells the size and the version of the whole file
    /// - a read answers missing where nothing or a directory lies, and below a file
    /// - a read with a version answers changed unless the file still has it
    /// - a read with a version answers missing where the file is gone
    /// - what a reader does to the bytes it was given does not reach the file
    /// - bytes that were read stay as they are when the file is written anew
    /// - a reader during many writes sees only whole versions
    /// - what one client has written another reads at once
    async fn read(
        &self,
        path: &MemoryPath,
        part: Option<Part>,
        version: Option<Version>,
    ) -> Result<ReadResult, Self::Error>;

    /// Makes `bytes` the content of the file at `path`, whole or not at all.
    ///
    /// [`When::Absent`]: nothing may be there; [`When::Matches`]: the file must have this version; [`When::Any`]: no
    /// condition. The write may make no file or directory where there would be more than `budget.files`, and may make
    /// no file longer where there would be more than `budget.bytes`.
    ///
    /// - a write makes the directories above it
    /// - a write of a part of a larger buffer is not changed with the buffer
    /// - a write without a condition makes a file, and replaces whatever file is there
    /// - a write without a condition answers is a directory where a directory lies
    /// - a write answers not a directory, with the path of the file that lies in the place of a directory above
    /// - a write that is refused leaves everything as it was
    /// - every write gives the file another version, for the same bytes too, and after a removal
    /// - many writes at once below the same new directories are all done
    /// - a write is done though the directory above it is removed meanwhile
    /// - a file may lie where a directory was, and a directory where a file was
    /// - a write where nothing may be answers exists where a file or a directory lies
    /// - a write with a version replaces the file that has it
    /// - a write with a version answers changed where the file has another
    /// - a write with a version answers changed where the file is gone or a directory lies
    /// - of many writes at once with one version exactly one is done
    /// - of many writes at once where nothing may be exactly one is done
    /// - no edit is lost when many read, change and write with the version they read
    /// - of a write and a removal at once with one version exactly one is done
    /// - a write is done up to the budget, and beyond it answers over budget
    /// - the directories that a write makes count as files of the budget
    /// - over budget comes with the usage before the write
    /// - a write that makes no file longer is done beyond the budget too
    /// - the condition of a write is looked at before the budget
    /// - of many writes at once no more are done than the budget allows
    /// - names hold spaces, percent signs, quotes, and characters beyond U+FFFF
    /// - names that a programming language has a meaning for are names like any other
    /// - names in Unicode NFC come back in NFC
    /// - names that differ in case only are two names, or, in a store that folds case, one that exists already
    /// - names are as long as the store says
    /// - names that Windows refuses are held, unless the store says that it cannot
    /// - a path has up to 32 names
    async fn write(
        &self,
        path: &MemoryPath,
        bytes: Vec<u8>,
        when: When,
        budget: Budget,
    ) -> Result<WriteResult, Self::Error>;

    /// What lies below `directory`, down to `depth` levels, without the directory itself; nothing where it is no
    /// directory. A page ends where the store likes; its cursor asks for what follows. No file's bytes are read.
    ///
    /// - a list of a new store is empty
    /// - a list finds no directory at a file, where nothing lies, and below a file
    /// - a list is depth first: an entry, then, for a directory, what is in it
    /// - a list tells kinds, and sizes, which are 0 for directories
    /// - the entries of one directory are in the order of their names' UTF-8 bytes
    /// - a list keeps a directory apart from what begins with its name
    /// - a list goes down as many levels as it is asked to
    /// - a list of thousands of entries gives each once and in order, page after page
    /// - what is there throughout comes once, though others change between two pages
    /// - an empty directory is listed, and has an empty list
    async fn list(
        &self,
        directory: &MemoryPath,
        depth: usize,
        cursor: Option<String>,
    ) -> Result<Option<Page>, Self::Error>;

    /// Removes the file at `path`, or the directory with all that is in it. The root is never asked for.
    ///
    /// - a removal takes a file and leaves what lies beside it
    /// - a removal takes a directory with all that is in it, and nothing that begins with its name
    /// - a removal answers missing where nothing lies, and below a file
    /// - a removal with a version takes only the file that has it, and else answers changed
    /// - a directory outlives its last file
    /// - a removal of 5,000 files takes them all
    async fn remove(&self, path: &MemoryPath, version: Option<Version>) -> Result<RemoveResult, Self::Error>;

    /// Moves a file, or a directory with all that is in it. Never overwrites. `to` never lies below `from`, and the
    /// root is never moved.
    ///
    /// - a rename moves a file, and makes the directories above its new name
    /// - a rename moves a directory with all that is in it, and nothing that begins with its name
    /// - a rename never overwrites: it answers exists where a file or a directory lies
    /// - a rename looks at its source, then at its destination, then at what lies above that
    /// - a rename is over budget only by the directories it makes
    /// - of many renames at once to one name exactly one is done
    /// - of many renames at once of one file exactly one is done
    /// - of a rename and a write at once to one name exactly one is done
    async fn rename(&self, from: &MemoryPath, to: &MemoryPath, budget: Budget) -> Result<RenameResult, Self::Error>;

    /// How many files and directories (the root not counted) the store holds, and how many bytes the files have.
    ///
    /// - usage counts files and directories, and the bytes of files, through every change
    /// - usage counts what another client has changed
    async fn usage(&self) -> Result<Usage, Self::Error>;
}

/// What a store can and cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Two names that differ only in case are one.
    pub folds_case: bool,
    /// The names that it can hold.
    pub naming: Naming,
    /// Others may put things there that no command could have made: links, names that are not legal.
    pub foreign_entries: bool,
    /// Bytes that it likes to be asked for at once; a large file is viewed in blocks of so many. Default 1 MiB.
    pub block_bytes: u64,
}

impl Default for Capabilities {
    fn default() -> Self {
        Self {
            folds_case: false,
            naming: Naming::default(),
            foreign_entries: false,
            block_bytes: 1024 * 1024,
        }
    }
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
