//! The contract of a store, which the reference store keeps to.

#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::restriction)]

#[path = "support/conformance/mod.rs"]
mod conformance;
#[allow(
    dead_code,
    reason = "of a store that makes its callers wait, only that it does is of use here"
)]
#[path = "support/together.rs"]
mod together;

use conformance::storage_conformance;
use memory_tool::Naming;
use memory_tool::storage::{Capabilities, InMemory};
use together::Waiting;

#[test]
fn the_store_in_memory_keeps_to_the_contract() {
    storage_conformance(InMemory::default);
}

#[test]
fn so_it_does_when_it_folds_case_and_has_naming_rules() {
    let capabilities = Capabilities {
        folds_case: true,
        naming: Naming {
            windows: true,
            longest: 40,
        },
        ..Capabilities::default()
    };
    storage_conformance(move || InMemory::with_capabilities(capabilities));
}

#[test]
fn so_it_does_when_its_callers_wait_and_come_in_another_order() {
    storage_conformance(|| Waiting::new(7));
}

#[test]
#[should_panic(expected = "the store fails")]
fn a_store_that_refuses_every_write_does_not() {
    storage_conformance(|| {
        let store = Waiting::new(7);
        store.always_changed();
        store
    });
}
