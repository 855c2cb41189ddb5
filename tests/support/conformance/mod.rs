//! What every store does: a test for each line of the documentation of `Storage`, under the same words. The npm package
//! has the same list (`pkg-template/src/testing`), and `tests/host/storage/contract.test.ts` compares the two.

mod budget;
mod conditions;
mod list;
mod names;
mod read;
mod remove;
mod rename;
mod stat;
mod store;
mod usage;
mod write;

use memory_tool::storage::Storage;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use store::Store;

/// Runs all tests, each on a new store that `make` gives, and fails with the names of those that the store fails.
pub(crate) fn storage_conformance<S: Storage<Error: Debug>>(make: impl Fn() -> S + 'static) {
    let mut suite = Suite {
        make: Box::new(make),
        failed: Vec::new(),
    };
    stat::behaviours(&mut suite);
    read::behaviours(&mut suite);
    write::behaviours(&mut suite);
    conditions::behaviours(&mut suite);
    budget::behaviours(&mut suite);
    names::behaviours(&mut suite);
    list::behaviours(&mut suite);
    remove::behaviours(&mut suite);
    rename::behaviours(&mut suite);
    usage::behaviours(&mut suite);
    assert!(suite.failed.is_empty(), "the store fails: {:#?}", suite.failed);
}

struct Suite<S> {
    make: Box<dyn Fn() -> S>,
    failed: Vec<&'static str>,
}

impl<S: Storage<Error: Debug>> Suite<S> {
    fn test(&mut self, name: &'static str, holds: impl AsyncFnOnce(Store<S>)) {
        let store = Store::new((self.make)());
        // So that one failure does not hide the others; what it was is on the standard error.
        if catch_unwind(AssertUnwindSafe(|| pollster::block_on(holds(store)))).is_err() {
            self.failed.push(name);
        }
    }
}
