//! Calls that change the same thing line up; calls that change different things do not wait for one another.

use crate::path::MemoryPath;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// The calls of one tool that are changing something or wait for it, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    claims: Mutex<Claims>,
}

#[derive(Debug, Default)]
struct Claims {
    next: u64,
    line: Vec<Claim>,
}

#[derive(Debug)]
struct Claim {
    id: u64,
    paths: Vec<MemoryPath>,
    waiting: Option<Waker>,
}

impl Claim {
    /// Two calls meet where one's path is the other's or lies below it: a directory goes with all that is in it.
    fn meets(&self, other: &Self) -> bool {
        let meet = |a: &MemoryPath, b: &MemoryPath| a.is_within(b) || b.is_within(a);
        self.paths.iter().any(|a| other.paths.iter().any(|b| meet(a, b)))
    }
}

impl Claims {
    fn join(&mut self, paths: Vec<MemoryPath>) -> u64 {
        let id = self.next;
        self.next = id.wrapping_add(1);
        let waiting = None;
        self.line.push(Claim { id, paths, waiting });
        id
    }

    /// Whether no earlier call is in the way of this one.
    fn is_first(&self, id: u64) -> bool {
        let Some(index) = self.line.iter().position(|claim| claim.id == id) else {
            return true;
        };
        let (earlier, rest) = self.line.split_at_checked(index).unwrap_or_default();
        rest.first()
            .is_none_or(|claim| !earlier.iter().any(|other| other.meets(claim)))
    }
}

impl Queue {
    /// Waits until every earlier call that these paths meet is done. The turn lasts as long as what is returned.
    pub(crate) async fn turn(&self, paths: Vec<MemoryPath>) -> Turn<'_> {
        // Made before the first wait, so that a call that is given up leaves the line too.
        let id = self.claims().join(paths);
        let turn = Turn { queue: self, id };
        poll_fn(|context| {
            let mut claims = self.claims();
            if claims.is_first(id) {
                return Poll::Ready(());
            }
            if let Some(claim) = claims.line.iter_mut().find(|claim| claim.id == id) {
                claim.waiting = Some(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
        turn
    }

    fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call's turn.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    queue: &'a Queue,
    id: u64,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut claims = self.queue.claims();
        let Some(index) = claims.line.iter().position(|claim| claim.id == self.id) else {
            return;
        };
        let gone = claims.line.remove(index);
        let waiting = claims.line.iter_mut().skip(index);
        let wakers: Vec<Waker> = waiting
            .filter(|claim| claim.meets(&gone))
            .filter_map(|claim| claim.waiting.take())
            .collect();
        drop(claims);
        wakers.into_iter().for_each(Waker::wake);
    }
}
