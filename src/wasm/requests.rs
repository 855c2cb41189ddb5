//! Promises of the store that the host watches: each has a number, under which its result comes in.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::JsValue;

#[derive(Default)]
pub(super) struct Requests {
    next: Cell<u32>,
    open: RefCell<Vec<(u32, Slot)>>,
}

#[derive(Default)]
struct Slot {
    result: Option<Result<JsValue, JsValue>>,
    waker: Option<Waker>,
}

impl Requests {
    pub(super) fn open(self: &Rc<Self>) -> Request {
        let id = self.next.get();
        self.next.set(id.wrapping_add(1));
        self.open.borrow_mut().push((id, Slot::default()));
        Request {
            id,
            requests: Rc::clone(self),
        }
    }

    /// Takes a result. One that nobody waits for any more, or that came before, is dropped.
    pub(super) fn settle(&self, id: u32, result: Result<JsValue, JsValue>) {
        let mut open = self.open.borrow_mut();
        if let Some((_, slot)) = open.iter_mut().find(|(open, _)| *open == id)
            && slot.result.is_none()
        {
            slot.result = Some(result);
            if let Some(waker) = slot.waker.take() {
                waker.wake();
            }
        }
    }
}

/// The result of a promise that the host watches.
pub(super) struct Request {
    id: u32,
    requests: Rc<Requests>,
}

impl Request {
    pub(super) fn id(&self) -> u32 {
        self.id
    }
}

impl Future for Request {
    type Output = Result<JsValue, JsValue>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut open = self.requests.open.borrow_mut();
        let Some((_, slot)) = open.iter_mut().find(|(open, _)| *open == self.id) else {
            return Poll::Pending;
        };
        if let Some(result) = slot.result.take() {
            return Poll::Ready(result);
        }
        slot.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        self.requests.open.borrow_mut().retain(|(open, _)| *open != self.id);
    }
}
