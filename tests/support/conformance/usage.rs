use super::Suite;
use super::store::UNLIMITED;
use memory_tool::storage::{Storage, Usage};
use std::fmt::Debug;

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test(
        "usage counts files and directories, and the bytes of files, through every change",
        async |store| {
            let usage = async |files, bytes| assert_eq!(store.usage().await, Usage { bytes, files });
            usage(0, 0).await;
            store.put("/memories/d/e/a", "12345").await;
            usage(3, 5).await;
            store.put("/memories/d/e/a", "12").await;
            usage(3, 2).await;
            store.put("/memories/b", "123").await;
            store.rename("/memories/b", "/memories/f/b", UNLIMITED).await;
            usage(5, 5).await;
            store.rename("/memories/d", "/memories/g", UNLIMITED).await;
            usage(5, 5).await;
            store.remove("/memories/g", None).await;
            usage(2, 3).await;
            store.remove("/memories/f/b", None).await;
            usage(1, 0).await;
        },
    );

    // A client is a reference to the store here.
    suite.test("usage counts what another client has changed", async |store| {
        store.put("/memories/a", "12").await;
        assert_eq!(store.usage().await, Usage { bytes: 2, files: 1 });
        store.put("/memories/d/b", "123").await;
        assert_eq!(store.usage().await, Usage { bytes: 5, files: 3 });
        store.remove("/memories/a", None).await;
        assert_eq!(store.usage().await, Usage { bytes: 3, files: 2 });
    });
}
