//! A future that is compiled apart from the one that awaits it.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Without it all commands become one large function, and engines compile functions whole when they are first called: a
/// first `view` would wait for the code of every command.
pub(super) struct Apart<F>(Pin<Box<F>>);

pub(super) fn apart<F: Future>(future: F) -> Apart<F> {
    Apart(Box::pin(future))
}

impl<F: Future> Future for Apart<F> {
    type Output = F::Output;

    #[inline(never)]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}
