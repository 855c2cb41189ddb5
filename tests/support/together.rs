//! Runs calls at the same time over a store that makes them wait, in an order that a seed decides.

use memory_tool::MemoryPath;
use memory_tool::storage::{
    Budget, Capabilities, InMemory, InMemoryError, Page, Part, ReadResult, RemoveResult, RenameResult, Stat, Storage,
    Usage, Version, When, WriteResult,
};
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

/// Xorshift: the same numbers for the same seed.
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// More polls than any test needs: what runs longer waits for something that never comes.
const POLLS: usize = 1_000_000;

struct Task {
    index: usize,
    queued: AtomicBool,
    ready: Arc<Mutex<Vec<usize>>>,
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        if !self.queued.swap(true, Ordering::Relaxed) {
            self.ready.lock().unwrap().push(self.index);
        }
    }
}

/// Results, and the order in which they came.
pub(crate) struct Together<T> {
    pub(crate) results: Vec<T>,
    pub(crate) order: Vec<usize>,
}

/// Runs futures to their end. They begin in their order; afterwards the seed picks among those that were woken, so that a
/// call which nobody wakes is found.
pub(crate) fn together<T, F: Future<Output = T>>(seed: u64, futures: impl IntoIterator<Item = F>) -> Together<T> {
    let mut random = Random::new(seed);
    let mut futures: Vec<Option<Pin<Box<F>>>> = futures.into_iter().map(|future| Some(Box::pin(future))).collect();
    let ready = Arc::new(Mutex::new(Vec::new()));
    let tasks: Vec<Arc<Task>> = (0..futures.len())
        .map(|index| {
            Arc::new(Task {
                index,
                queued: AtomicBool::new(false),
                ready: Arc::clone(&ready),
            })
        })
        .collect();
    let mut results: Vec<Option<T>> = futures.iter().map(|_| None).collect();
    let mut order = Vec::new();
    let mut first = 0..futures.len();
    for _ in 0..POLLS {
        let next = first.next().or_else(|| {
            let mut ready = ready.lock().unwrap();
            let at = (!ready.is_empty()).then(|| random.below(ready.len()));
            at.map(|at| ready.swap_remove(at))
        });
        let Some(index) = next else { break };
        tasks[index].queued.store(false, Ordering::Relaxed);
        let waker = Waker::from(Arc::clone(&tasks[index]));
        let Some(future) = &mut futures[index] else { continue };
        if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            results[index] = Some(result);
            futures[index] = None;
            order.push(index);
        }
    }
    let stuck: Vec<usize> = (0..results.len()).filter(|index| results[*index].is_none()).collect();
    assert!(stuck.is_empty(), "seed {seed}: never done: {stuck:?}");
    Together {
        results: results.into_iter().flatten().collect(),
        order,
    }
}

/// Lets others go first, once.
pub(crate) async fn step_aside() {
    let mut aside = false;
    poll_fn(|context| {
        if std::mem::replace(&mut aside, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// What meddling does when the core has read a file.
type Meddling = Box<dyn Fn(&InMemory)>;

/// A store shared by several tools, whose every call waits before and after it does its work. It may hold the writes to
/// one path back, and others may meddle with it between a read and the write that follows.
#[derive(Clone)]
pub(crate) struct Waiting(Rc<Shared>);

pub(crate) struct Shared {
    pub(crate) store: InMemory,
    random: RefCell<Random>,
    held: RefCell<Option<MemoryPath>>,
    reached: Cell<bool>,
    meddling: RefCell<Option<Meddling>>,
    always_changed: Cell<bool>,
    pub(crate) begun_reads: Cell<usize>,
    pub(crate) begun_writes: Cell<usize>,
    pub(crate) reads: Cell<usize>,
    pub(crate) writes: Cell<usize>,
}

impl std::ops::Deref for Waiting {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Waiting {
    pub(crate) fn new(seed: u64) -> Self {
        Self::over(InMemory::default(), seed)
    }

    pub(crate) fn over(store: InMemory, seed: u64) -> Self {
        Self(Rc::new(Shared {
            store,
            random: RefCell::new(Random::new(!seed)),
            held: RefCell::default(),
            reached: Cell::default(),
            meddling: RefCell::default(),
            always_changed: Cell::default(),
            begun_reads: Cell::default(),
            begun_writes: Cell::default(),
            reads: Cell::default(),
            writes: Cell::default(),
        }))
    }
}

impl Shared {
    pub(crate) fn hold(&self, path: Option<&MemoryPath>) {
        *self.held.borrow_mut() = path.cloned();
    }

    pub(crate) fn meddle(&self, meddling: impl Fn(&InMemory) + 'static) {
        *self.meddling.borrow_mut() = Some(Box::new(meddling));
    }

    pub(crate) fn always_changed(&self) {
        self.always_changed.set(true);
    }

    /// Waits until the held write is being held.
    pub(crate) async fn reached(&self) {
        while !self.reached.get() {
            step_aside().await;
        }
    }

    async fn wait(&self) {
        let times = self.random.borrow_mut().below(4);
        for _ in 0..times {
            step_aside().await;
        }
    }

    /// The work is done at once, at one moment between two waits.
    async fn around<T>(&self, work: impl Future<Output = T>) -> T {
        self.wait().await;
        let done = work.await;
        self.wait().await;
        done
    }
}

impl Storage for Waiting {
    type Error = InMemoryError;

    fn capabilities(&self) -> Capabilities {
        self.store.capabilities()
    }

    async fn stat(&self, path: &MemoryPath) -> Result<Option<Stat>, InMemoryError> {
        self.around(self.store.stat(path)).await
    }

    async fn read(
        &self,
        path: &MemoryPath,
        part: Option<Part>,
        version: Option<Version>,
    ) -> Result<ReadResult, InMemoryError> {
        self.begun_reads.set(self.begun_reads.get() + 1);
        let read = self.around(self.store.read(path, part, version)).await;
        self.reads.set(self.reads.get() + 1);
        if let Some(meddling) = &*self.meddling.borrow() {
            meddling(&self.store);
        }
        read
    }

    async fn write(
        &self,
        path: &MemoryPath,
        bytes: Vec<u8>,
        when: When,
        budget: Budget,
    ) -> Result<WriteResult, InMemoryError> {
        self.begun_writes.set(self.begun_writes.get() + 1);
        while self.held.borrow().as_ref() == Some(path) {
            self.reached.set(true);
            step_aside().await;
        }
        self.writes.set(self.writes.get() + 1);
        if self.always_changed.get() {
            return Ok(WriteResult::Changed);
        }
        self.around(self.store.write(path, bytes, when, budget)).await
    }

    async fn list(
        &self,
        directory: &MemoryPath,
        depth: usize,
        cursor: Option<String>,
    ) -> Result<Option<Page>, InMemoryError> {
        self.around(self.store.list(directory, depth, cursor)).await
    }

    async fn remove(&self, path: &MemoryPath, version: Option<Version>) -> Result<RemoveResult, InMemoryError> {
        self.around(self.store.remove(path, version)).await
    }

    async fn rename(&self, from: &MemoryPath, to: &MemoryPath, budget: Budget) -> Result<RenameResult, InMemoryError> {
        self.around(self.store.rename(from, to, budget)).await
    }

    async fn usage(&self) -> Result<Usage, InMemoryError> {
        self.around(self.store.usage()).await
    }
}
