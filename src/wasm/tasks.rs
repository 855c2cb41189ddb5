//! The executor: calls in flight, polled only from within a call of JavaScript's, so that a trap is an exception which that
//! call can catch. An executor of microtasks would let it end the process.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

type Task = Pin<Box<dyn Future<Output = ()>>>;

#[derive(Default)]
pub(super) struct Tasks {
    next: Cell<u32>,
    waiting: RefCell<Vec<(u32, Task)>>,
    ready: Arc<Ready>,
    running: Cell<bool>,
}

/// The tasks to be polled, in the order in which they were woken.
#[derive(Default)]
struct Ready(Mutex<VecDeque<u32>>);

impl Ready {
    fn push(&self, task: u32) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(task);
    }

    fn pop(&self) -> Option<u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

struct TaskWaker {
    task: u32,
    ready: Arc<Ready>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.ready.push(self.task);
    }
}

impl Tasks {
    /// Adds a task, to be polled by the next `run`.
    pub(super) fn add(&self, task: impl Future<Output = ()> + 'static) {
        let id = self.next.get();
        self.next.set(id.wrapping_add(1));
        self.waiting.borrow_mut().push((id, Box::pin(task)));
        self.ready.push(id);
    }

    /// Polls what can go on until nothing can. A store that calls the tool from within a method gets here while this
    /// runs; what it added is polled by the run that is under way.
    pub(super) fn run(&self) {
        if self.running.replace(true) {
            return;
        }
        while let Some(id) = self.ready.pop() {
            let Some(mut task) = self.take(id) else { continue };
            let waker = Waker::from(Arc::new(TaskWaker {
                task: id,
                ready: Arc::clone(&self.ready),
            }));
            if task.as_mut().poll(&mut Context::from_waker(&waker)) == Poll::Pending {
                self.waiting.borrow_mut().push((id, task));
            }
        }
        self.running.set(false);
    }

    fn take(&self, id: u32) -> Option<Task> {
        let mut waiting = self.waiting.borrow_mut();
        let index = waiting.iter().position(|(task, _)| *task == id)?;
        Some(waiting.swap_remove(index).1)
    }
}
