//! A store, called with paths as texts.

use memory_tool::MemoryPath;
use memory_tool::storage::{
    Budget, Capabilities, Entry, Kind, Page, Part, ReadResult, RemoveResult, RenameResult, Stat, Storage, Usage,
    Version, When, WriteResult,
};
use std::fmt::Debug;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

pub(super) const UNLIMITED: Budget = Budget {
    bytes: u64::MAX,
    files: u64::MAX,
};

/// More levels than a path can have names.
const ALL_LEVELS: usize = 99;

pub(super) fn path(text: &str) -> MemoryPath {
    let path = MemoryPath::parse(text).unwrap();
    assert_eq!(path.as_str(), text, "paths reach a store in NFC");
    path
}

/// A file that was read.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    pub(super) bytes: Vec<u8>,
    pub(super) version: Version,
    pub(super) size: u64,
}

pub(super) fn found(result: ReadResult) -> Found {
    let ReadResult::File { bytes, version, size } = result else {
        panic!("a read of a file answered {result:?}");
    };
    Found { bytes, version, size }
}

/// Everything that can be seen of a store.
#[derive(Debug, PartialEq)]
pub(super) struct Everything {
    nodes: Vec<(Entry, ReadResult)>,
    usage: Usage,
}

pub(super) struct Store<S> {
    storage: S,
}

impl<S: Storage<Error: Debug>> Store<S> {
    pub(super) fn new(storage: S) -> Self {
        Self { storage }
    }

    pub(super) fn capabilities(&self) -> Capabilities {
        self.storage.capabilities()
    }

    pub(super) async fn stat(&self, at: &str) -> Option<Stat> {
        self.storage.stat(&path(at)).await.unwrap()
    }

    /// Kind and size.
    pub(super) async fn kind(&self, at: &str) -> Option<(Kind, u64)> {
        self.stat(at).await.map(|stat| (stat.kind, stat.size))
    }

    pub(super) async fn version(&self, at: &str) -> Option<Version> {
        self.stat(at).await.map(|stat| stat.version)
    }

    pub(super) async fn read(&self, at: &str, part: Option<Part>, version: Option<&Version>) -> ReadResult {
        self.storage.read(&path(at), part, version.cloned()).await.unwrap()
    }

    pub(super) async fn file(&self, at: &str) -> Found {
        found(self.read(at, None, None).await)
    }

    /// The text of a file, or what was found instead.
    pub(super) async fn text(&self, at: &str) -> String {
        match self.read(at, None, None).await {
            ReadResult::File { bytes, .. } => String::from_utf8(bytes).unwrap(),
            other => format!("({other:?})"),
        }
    }

    pub(super) async fn write(&self, at: &str, bytes: impl Into<Vec<u8>>, when: When, budget: Budget) -> WriteResult {
        let written = self.storage.write(&path(at), bytes.into(), when, budget).await;
        written.unwrap()
    }

    /// A write that nothing stands against.
    pub(super) async fn put_when(&self, at: &str, bytes: impl Into<Vec<u8>>, when: When) -> Version {
        match self.write(at, bytes, when, UNLIMITED).await {
            WriteResult::Done(version) => version,
            other => panic!("a write of {at} answered {other:?}"),
        }
    }

    pub(super) async fn put(&self, at: &str, bytes: impl Into<Vec<u8>>) -> Version {
        self.put_when(at, bytes, When::Any).await
    }

    pub(super) async fn page(&self, directory: &str, depth: usize, cursor: Option<String>) -> Option<Page> {
        self.storage.list(&path(directory), depth, cursor).await.unwrap()
    }

    /// All pages of a listing from `cursor` on.
    pub(super) async fn entries(&self, directory: &str, depth: usize, mut cursor: Option<String>) -> Vec<Entry> {
        let mut all = Vec::new();
        let mut cursors = Vec::new();
        loop {
            let page = self.page(directory, depth, cursor).await.expect("a directory");
            all.extend(page.entries);
            let Some(next) = page.cursor else { return all };
            assert!(!cursors.contains(&next), "a list that gives a cursor twice never ends");
            cursors.push(next.clone());
            cursor = Some(next);
        }
    }

    pub(super) async fn paths(&self, directory: &str, depth: usize) -> Vec<String> {
        let entries = self.entries(directory, depth, None).await.into_iter();
        entries.map(|entry| entry.path).collect()
    }

    /// The paths of all that the store holds, below the root.
    pub(super) async fn names(&self) -> Vec<String> {
        let paths = self.paths("/memories", ALL_LEVELS).await.into_iter();
        paths
            .map(|path| path.strip_prefix("/memories/").unwrap().to_owned())
            .collect()
    }

    pub(super) async fn remove(&self, at: &str, version: Option<&Version>) -> RemoveResult {
        self.storage.remove(&path(at), version.cloned()).await.unwrap()
    }

    pub(super) async fn rename(&self, from: &str, to: &str, budget: Budget) -> RenameResult {
        self.storage.rename(&path(from), &path(to), budget).await.unwrap()
    }

    pub(super) async fn usage(&self) -> Usage {
        self.storage.usage().await.unwrap()
    }

    pub(super) async fn everything(&self) -> Everything {
        let mut nodes = Vec::new();
        for entry in self.entries("/memories", ALL_LEVELS, None).await {
            let read = self.read(&entry.path, None, None).await;
            nodes.push((entry, read));
        }
        let usage = self.usage().await;
        Everything { nodes, usage }
    }
}

/// Begins all before any is awaited.
pub(super) async fn at_once<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<Pin<Box<F>>> = futures.into_iter().map(Box::pin).collect();
    let mut results: Vec<Option<F::Output>> = running.iter().map(|_| None).collect();
    poll_fn(|context| {
        for (future, result) in running.iter_mut().zip(&mut results) {
            if result.is_none()
                && let Poll::Ready(output) = future.as_mut().poll(context)
            {
                *result = Some(output);
            }
        }
        if results.iter().all(Option::is_some) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    results.into_iter().flatten().collect()
}

/// Lets the others go on, though a store may answer without waiting for anything.
pub(super) async fn turn() {
    let mut waited = false;
    poll_fn(|context| {
        if std::mem::replace(&mut waited, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
