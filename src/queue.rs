//! Calls that change the same thing line up; calls that change different things do not wait for one another. Edits that
//! wait for one file are handed to the first of them, to be done together.

use crate::path::MemoryPath;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

/// The calls of one tool that are changing something or wait for it, in the order in which they came. `E` is an edit,
/// `A` its answer.
#[derive(Debug)]
pub(crate) struct Queue<E, A> {
    claims: Mutex<Claims<E, A>>,
}

#[derive(Debug)]
struct Claims<E, A> {
    next: u64,
    line: Vec<Claim<E, A>>,
}

#[derive(Debug)]
struct Claim<E, A> {
    id: u64,
    paths: Vec<MemoryPath>,
    waiting: Option<Waker>,
    work: Work<E, A>,
}

/// What a call does when its turn comes.
#[derive(Debug)]
enum Work<E, A> {
    /// Something of its own.
    Own,
    /// An edit, which an earlier edit of the same file may do as well.
    Edit(Arc<E>),
    /// An edit that an earlier one is doing, and what becomes of it if that one is given up: it starts anew where there
    /// is no answer.
    Taken { edit: Arc<E>, otherwise: Option<A> },
    /// An edit that an earlier one has done.
    Answered(A),
}

impl<E, A> Claim<E, A> {
    /// Two calls meet where one's path is the other's or lies below it: a directory goes with all that is in it.
    fn meets(&self, other: &Self) -> bool {
        let meet = |a: &MemoryPath, b: &MemoryPath| a.is_within(b) || b.is_within(a);
        self.paths.iter().any(|a| other.paths.iter().any(|b| meet(a, b)))
    }
}

impl<E, A> Claims<E, A> {
    fn join(&mut self, paths: Vec<MemoryPath>, work: Work<E, A>) -> u64 {
        let id = self.next;
        self.next = id.wrapping_add(1);
        self.line.push(Claim {
            id,
            paths,
            waiting: None,
            work,
        });
        id
    }

    fn position(&self, id: u64) -> Option<usize> {
        self.line.iter().position(|claim| claim.id == id)
    }

    fn find(&mut self, id: u64) -> Option<&mut Claim<E, A>> {
        self.line.iter_mut().find(|claim| claim.id == id)
    }

    /// Whether no earlier call is in the way of this one.
    fn is_first(&self, id: u64) -> bool {
        let Some(index) = self.position(id) else {
            return true;
        };
        let (earlier, rest) = self.line.split_at_checked(index).unwrap_or_default();
        rest.first()
            .is_none_or(|claim| !earlier.iter().any(|other| other.meets(claim)))
    }

    /// The edit of this call and those of the same file that come after it, up to the first call of another kind that
    /// meets it.
    fn take_edits(&mut self, id: u64) -> Vec<(u64, Arc<E>)> {
        let mut taken = Vec::new();
        let Some(index) = self.position(id) else {
            return taken;
        };
        let (_, rest) = self.line.split_at_mut_checked(index).unwrap_or_default();
        let Some((first, later)) = rest.split_first_mut() else {
            return taken;
        };
        if let Work::Edit(edit) = &first.work {
            taken.push((first.id, Arc::clone(edit)));
        }
        for claim in later {
            match &claim.work {
                Work::Edit(edit) if claim.paths == first.paths => {
                    let edit = Arc::clone(edit);
                    taken.push((claim.id, Arc::clone(&edit)));
                    claim.work = Work::Taken { edit, otherwise: None };
                }
                Work::Own | Work::Edit(_) | Work::Taken { .. } | Work::Answered(_) => {
                    if claim.meets(first) {
                        break;
                    }
                }
            }
        }
        taken
    }
}

impl<E, A> Default for Queue<E, A> {
    fn default() -> Self {
        let claims = Claims {
            next: 0,
            line: Vec::new(),
        };
        Self {
            claims: Mutex::new(claims),
        }
    }
}

impl<E, A> Queue<E, A> {
    /// Waits until every earlier call that these paths meet is done. The turn lasts as long as what is returned.
    pub(crate) async fn turn(&self, paths: Vec<MemoryPath>) -> Turn<'_, E, A> {
        let turn = self.join(paths, Work::Own);
        // An answer is only ever given to an edit.
        let _ = turn.come().await;
        turn
    }

    /// Waits until this edit is to be done, together with those of the same file that wait by then, or until an earlier
    /// one has done it.
    pub(crate) async fn edit(&self, path: &MemoryPath, edit: E) -> EditTurn<'_, E, A> {
        let turn = self.join(vec![path.clone()], Work::Edit(Arc::new(edit)));
        if let Some(answer) = turn.come().await {
            return EditTurn::Answered(answer);
        }
        let edits = self.claims().take_edits(turn.id);
        EditTurn::Leads(Batch { turn, edits })
    }

    /// Made before the first wait, so that a call that is given up leaves the line too.
    fn join(&self, paths: Vec<MemoryPath>, work: Work<E, A>) -> Turn<'_, E, A> {
        let id = self.claims().join(paths, work);
        Turn { queue: self, id }
    }

    fn claims(&self) -> MutexGuard<'_, Claims<E, A>> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call's turn.
#[derive(Debug)]
pub(crate) struct Turn<'a, E, A> {
    queue: &'a Queue<E, A>,
    id: u64,
}

impl<E, A> Turn<'_, E, A> {
    /// Waits for the turn, or for an answer that makes it needless.
    async fn come(&self) -> Option<A> {
        poll_fn(|context| {
            let mut claims = self.queue.claims();
            let first = claims.is_first(self.id);
            let Some(claim) = claims.find(self.id) else {
                return Poll::Ready(None);
            };
            match std::mem::replace(&mut claim.work, Work::Own) {
                Work::Answered(answer) => return Poll::Ready(Some(answer)),
                // Never first: the one that took it stands before it.
                work @ (Work::Own | Work::Edit(_) | Work::Taken { .. }) => claim.work = work,
            }
            if first {
                return Poll::Ready(None);
            }
            claim.waiting = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

impl<E, A> Drop for Turn<'_, E, A> {
    fn drop(&mut self) {
        let mut claims = self.queue.claims();
        let Some(index) = claims.position(self.id) else {
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

/// How an edit's wait ended.
#[derive(Debug)]
pub(crate) enum EditTurn<'a, E, A> {
    /// It is to be done now, with others.
    Leads(Batch<'a, E, A>),
    /// It has been done.
    Answered(A),
}

/// Edits of one file that are done together, in the order in which they came; the first is that of the call which does
/// them.
#[derive(Debug)]
pub(crate) struct Batch<'a, E, A> {
    turn: Turn<'a, E, A>,
    edits: Vec<(u64, Arc<E>)>,
}

impl<E, A: Clone> Batch<'_, E, A> {
    /// The edits from `start` on, `count` at most.
    pub(crate) fn edits(&self, start: usize, count: usize) -> Vec<Arc<E>> {
        let some = self.edits.iter().skip(start).take(count);
        some.map(|(_, edit)| Arc::clone(edit)).collect()
    }

    /// What the calls of `count` edits are answered if this one is given up from now on; with nothing they start anew.
    pub(crate) fn otherwise(&self, start: usize, count: usize, answer: Option<&A>) {
        self.set(start, count, |work| {
            if let Work::Taken { otherwise, .. } = work {
                *otherwise = answer.cloned();
            }
        });
    }

    /// Answers the calls of the edits from `start` on, and gives back the answer of the first edit of all, whose call
    /// this is.
    pub(crate) fn answer(&self, start: usize, answers: Vec<A>) -> Option<A> {
        let mut answers = answers.into_iter();
        let own = if start == 0 { answers.next() } else { None };
        self.set(start.max(1), answers.len(), |work| {
            if let Some(answer) = answers.next() {
                *work = Work::Answered(answer);
            }
        });
        own
    }
}

impl<E, A> Batch<'_, E, A> {
    fn set(&self, start: usize, count: usize, mut change: impl FnMut(&mut Work<E, A>)) {
        let mut claims = self.turn.queue.claims();
        // The first edit is never taken from anybody.
        let others = self
            .edits
            .iter()
            .enumerate()
            .skip(start)
            .take(count)
            .filter(|(index, _)| *index > 0);
        for (_, (id, _)) in others {
            // A call that was given up has left the line; its answer is passed over.
            change(claims.find(*id).map_or(&mut Work::Own, |claim| &mut claim.work));
        }
    }
}

impl<E, A> Drop for Batch<'_, E, A> {
    fn drop(&mut self) {
        self.set(0, self.edits.len(), |work| {
            *work = match std::mem::replace(work, Work::Own) {
                Work::Taken { edit, otherwise: None } => Work::Edit(edit),
                Work::Taken {
                    otherwise: Some(answer),
                    ..
                } => Work::Answered(answer),
                left @ (Work::Own | Work::Edit(_) | Work::Answered(_)) => left,
            };
        });
        // The turn, which is dropped next, wakes them all: they are of the same file.
    }
}
