use super::Suite;
use super::store::UNLIMITED;
use memory_tool::storage::{Kind, RemoveResult, Storage, Usage, When};
use std::fmt::Debug;

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test("a removal takes a file and leaves what lies beside it", async |store| {
        for name in ["a", "aa", "d/a"] {
            store.put(&format!("/memories/{name}"), "x").await;
        }
        assert_eq!(store.remove("/memories/a", None).await, RemoveResult::Done);
        assert_eq!(store.text("/memories/a").await, "(Missing)");
        assert_eq!(store.names().await, ["aa", "d", "d/a"]);
    });

    suite.test(
        "a removal takes a directory with all that is in it, and nothing that begins with its name",
        async |store| {
            for name in ["d/x/y", "d/z", "dd", "d-e/x", "e/d"] {
                store.put(&format!("/memories/{name}"), "x").await;
            }
            assert_eq!(store.remove("/memories/d", None).await, RemoveResult::Done);
            assert_eq!(store.names().await, ["d-e", "d-e/x", "dd", "e", "e/d"]);
            for name in ["d", "d/x", "d/x/y", "d/z"] {
                assert_eq!(store.stat(&format!("/memories/{name}")).await, None, "{name}");
            }
            store.put("/memories/d/new", "x").await;
            assert_eq!(store.paths("/memories/d", 9).await, ["/memories/d/new"]);
        },
    );

    suite.test(
        "a removal answers missing where nothing lies, and below a file",
        async |store| {
            store.put("/memories/a", "x").await;
            store.put("/memories/d/a", "x").await;
            store.remove("/memories/d", None).await;
            for path in [
                "/memories/no",
                "/memories/no/no",
                "/memories/a/b",
                "/memories/d",
                "/memories/d/a",
            ] {
                assert_eq!(store.remove(path, None).await, RemoveResult::Missing, "{path}");
            }
        },
    );

    suite.test(
        "a removal with a version takes only the file that has it, and else answers changed",
        async |store| {
            let first = store.put("/memories/d/a", "1").await;
            let second = store.put("/memories/d/a", "2").await;
            assert_eq!(store.remove("/memories/d/a", Some(&first)).await, RemoveResult::Changed);
            assert_eq!(store.remove("/memories/d", Some(&second)).await, RemoveResult::Changed);
            assert_eq!(store.text("/memories/d/a").await, "2");
            assert_eq!(store.remove("/memories/d/a", Some(&second)).await, RemoveResult::Done);
            assert_eq!(
                store.remove("/memories/d/a", Some(&second)).await,
                RemoveResult::Missing
            );
        },
    );

    suite.test("a directory outlives its last file", async |store| {
        for name in ["d/a", "e/a"] {
            store.put(&format!("/memories/{name}"), "1").await;
        }
        store.remove("/memories/d/a", None).await;
        store.rename("/memories/e/a", "/memories/a", UNLIMITED).await;
        for path in ["/memories/d", "/memories/e"] {
            assert_eq!(store.kind(path).await, Some((Kind::Directory, 0)), "{path}");
        }
    });

    suite.test("a removal of 5,000 files takes them all", async |store| {
        for i in 0..5_000 {
            let path = format!("/memories/d/{}/{}", i / 100, i % 100);
            store.put_when(&path, "", When::Absent).await;
        }
        assert_eq!(store.usage().await, Usage { bytes: 0, files: 5_051 });
        assert_eq!(store.remove("/memories/d", None).await, RemoveResult::Done);
        assert!(store.names().await.is_empty());
        assert_eq!(store.usage().await, Usage::default());
    });
}
