use super::Suite;
use super::store::{UNLIMITED, at_once, path};
use memory_tool::storage::{Budget, Storage, When, WriteResult};
use std::fmt::Debug;

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test("a write makes the directories above it", async |store| {
        store.put_when("/memories/a/b/c/d", "x", When::Absent).await;
        assert_eq!(store.names().await, ["a", "a/b", "a/b/c", "a/b/c/d"]);
    });

    suite.test(
        "a write of a part of a larger buffer is not changed with the buffer",
        async |store| {
            let mut buffer = b"xabcx".to_vec();
            store.put("/memories/a", &buffer[1..4]).await;
            buffer.fill(0);
            assert_eq!(store.text("/memories/a").await, "abc");
        },
    );

    suite.test(
        "a write without a condition makes a file, and replaces whatever file is there",
        async |store| {
            for content in ["1", "longer", ""] {
                store.put("/memories/d/a", content).await;
                assert_eq!(store.text("/memories/d/a").await, content);
            }
        },
    );

    suite.test(
        "a write without a condition answers is a directory where a directory lies",
        async |store| {
            store.put("/memories/d/a", "1").await;
            for path in ["/memories/d", "/memories"] {
                let result = store.write(path, "x", When::Any, UNLIMITED).await;
                assert_eq!(result, WriteResult::IsDirectory, "{path}");
            }
            assert_eq!(store.text("/memories/d/a").await, "1");
        },
    );

    suite.test(
        "a write answers not a directory, with the path of the file that lies in the place of a directory above",
        async |store| {
            let version = store.put("/memories/d/f", "x").await;
            for when in [When::Absent, When::Any, When::Matches(version)] {
                for below in ["/memories/d/f/g", "/memories/d/f/g/h"] {
                    let result = store.write(below, "y", when.clone(), UNLIMITED).await;
                    assert_eq!(result, WriteResult::NotADirectory(path("/memories/d/f")));
                }
            }
        },
    );

    suite.test("a write that is refused leaves everything as it was", async |store| {
        let stale = store.put("/memories/d/a", "1").await;
        store.put("/memories/d/a", "22").await;
        let before = store.everything().await;
        let budget = Budget { bytes: 3, files: 3 };
        let matches = When::Matches(stale);
        for (path, when, budget) in [
            ("/memories/d/a", When::Absent, UNLIMITED),
            ("/memories/d", When::Absent, UNLIMITED),
            ("/memories/d", When::Any, UNLIMITED),
            ("/memories/d/a/b", When::Any, UNLIMITED),
            ("/memories/d/a", matches.clone(), UNLIMITED),
            ("/memories/e/f/a", matches, UNLIMITED),
            ("/memories/d/a", When::Any, budget),
            ("/memories/e/f/a", When::Absent, budget),
        ] {
            let result = store.write(path, "refused", when, budget).await;
            assert_eq!(store.everything().await, before, "{path}: {result:?}");
        }
    });

    suite.test(
        "every write gives the file another version, for the same bytes too, and after a removal",
        async |store| {
            let mut seen = Vec::new();
            for i in 0..60 {
                let version = store.put("/memories/a", "same").await;
                assert!(!seen.contains(&version), "{version:?}");
                seen.push(version);
                if i % 3 == 0 {
                    store.remove("/memories/a", None).await;
                }
            }
        },
    );

    suite.test(
        "many writes at once below the same new directories are all done",
        async |store| {
            let path = |i: i32| format!("/memories/p/q/r/{i}");
            at_once((0..40).map(async |i| store.put_when(&path(i), i.to_string(), When::Absent).await)).await;
            for i in 0..40 {
                assert_eq!(store.text(&path(i)).await, i.to_string());
            }
        },
    );

    suite.test(
        "a write is done though the directory above it is removed meanwhile",
        async |store| {
            at_once((0..40).map(async |i| {
                if i % 4 < 2 {
                    store.put_when(&format!("/memories/p/q/{i}"), "x", When::Absent).await;
                } else {
                    store.remove("/memories/p", None).await;
                }
            }))
            .await;
            store.put_when("/memories/p/q/last", "x", When::Absent).await;
            assert_eq!(store.text("/memories/p/q/last").await, "x");
        },
    );

    suite.test(
        "a file may lie where a directory was, and a directory where a file was",
        async |store| {
            store.put("/memories/a/b", "1").await;
            store.remove("/memories/a", None).await;
            store.put_when("/memories/a", "2", When::Absent).await;
            assert_eq!(store.text("/memories/a").await, "2");
            store.remove("/memories/a", None).await;
            store.put_when("/memories/a/b", "3", When::Absent).await;
            assert_eq!(store.names().await, ["a", "a/b"]);
            assert_eq!(store.text("/memories/a/b").await, "3");
        },
    );
}
