use super::Suite;
use memory_tool::storage::{Kind, Storage};
use std::fmt::Debug;

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test("stat finds a directory at the root of a new store", async |store| {
        assert_eq!(store.kind("/memories").await, Some((Kind::Directory, 0)));
    });

    suite.test(
        "stat finds nothing where nothing lies, nor below a file",
        async |store| {
            store.put("/memories/a", "x").await;
            for path in ["/memories/b", "/memories/b/c", "/memories/a/b", "/memories/aa"] {
                assert_eq!(store.stat(path).await, None, "{path}");
            }
        },
    );

    suite.test(
        "stat of a file tells its kind, its size and the version of its last write",
        async |store| {
            store.put("/memories/d/a", "1").await;
            let version = store.put("/memories/d/a", "four").await;
            assert_eq!(store.kind("/memories/d/a").await, Some((Kind::File, 4)));
            assert_eq!(store.version("/memories/d/a").await, Some(version));
        },
    );

    suite.test("stat of a directory tells its kind and the size 0", async |store| {
        store.put("/memories/d/e/a", "four").await;
        for path in ["/memories", "/memories/d", "/memories/d/e"] {
            assert_eq!(store.kind(path).await, Some((Kind::Directory, 0)), "{path}");
        }
    });

    suite.test("looking at a file leaves its version as it is", async |store| {
        let version = store.put("/memories/a", "1").await;
        store.text("/memories/a").await;
        store.everything().await;
        store.stat("/memories/a").await;
        assert_eq!(store.version("/memories/a").await, Some(version));
    });
}
