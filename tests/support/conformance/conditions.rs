use super::Suite;
use super::store::{UNLIMITED, at_once};
use memory_tool::storage::{RemoveResult, Storage, When, WriteResult};
use std::fmt::Debug;

/// Which of the writes were done.
fn winners(results: &[WriteResult]) -> Vec<usize> {
    let done = |i: &usize| matches!(results[*i], WriteResult::Done(_));
    (0..results.len()).filter(done).collect()
}

fn count(results: &[WriteResult], result: &WriteResult) -> usize {
    results.iter().filter(|it| *it == result).count()
}

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test(
        "a write where nothing may be answers exists where a file or a directory lies",
        async |store| {
            store.put_when("/memories/d/a", "1", When::Absent).await;
            for path in ["/memories/d/a", "/memories/d", "/memories"] {
                let result = store.write(path, "2", When::Absent, UNLIMITED).await;
                assert_eq!(result, WriteResult::Exists, "{path}");
            }
            assert_eq!(store.text("/memories/d/a").await, "1");
        },
    );

    suite.test("a write with a version replaces the file that has it", async |store| {
        let first = store.put("/memories/a", "1").await;
        let second = store.put_when("/memories/a", "2", When::Matches(first)).await;
        assert_eq!(store.text("/memories/a").await, "2");
        let third = store.put_when("/memories/a", "3", When::Matches(second)).await;
        assert_eq!(store.version("/memories/a").await, Some(third));
    });

    suite.test(
        "a write with a version answers changed where the file has another",
        async |store| {
            let first = store.put("/memories/a", "1").await;
            store.put("/memories/b", "1").await;
            let second = store.put_when("/memories/a", "2", When::Matches(first.clone())).await;
            for (path, version) in [("/memories/a", first), ("/memories/b", second)] {
                let result = store.write(path, "3", When::Matches(version), UNLIMITED).await;
                assert_eq!(result, WriteResult::Changed, "{path}");
            }
            assert_eq!(store.text("/memories/a").await, "2");
        },
    );

    suite.test(
        "a write with a version answers changed where the file is gone or a directory lies",
        async |store| {
            let version = store.put("/memories/d/a", "1").await;
            let write = async || {
                let when = When::Matches(version.clone());
                store.write("/memories/d/a", "2", when, UNLIMITED).await
            };
            store.remove("/memories/d/a", None).await;
            assert_eq!(write().await, WriteResult::Changed);
            store.remove("/memories/d", None).await;
            assert_eq!(write().await, WriteResult::Changed);
            assert!(store.names().await.is_empty());
            store.put("/memories/d/a/b", "in a directory").await;
            assert_eq!(write().await, WriteResult::Changed);
        },
    );

    suite.test(
        "of many writes at once with one version exactly one is done",
        async |store| {
            let version = store.put("/memories/a", "start").await;
            let write = async |i: usize| {
                let when = When::Matches(version.clone());
                store.write("/memories/a", i.to_string(), when, UNLIMITED).await
            };
            let results = at_once((0..50).map(write)).await;
            assert_eq!(count(&results, &WriteResult::Changed), 49);
            let [won] = winners(&results)[..] else {
                panic!("{results:?}")
            };
            assert_eq!(store.text("/memories/a").await, won.to_string());
        },
    );

    suite.test(
        "of many writes at once where nothing may be exactly one is done",
        async |store| {
            let write = async |i: usize| {
                store
                    .write("/memories/d/a", i.to_string(), When::Absent, UNLIMITED)
                    .await
            };
            let results = at_once((0..50).map(write)).await;
            assert_eq!(count(&results, &WriteResult::Exists), 49);
            let [won] = winners(&results)[..] else {
                panic!("{results:?}")
            };
            assert_eq!(store.text("/memories/d/a").await, won.to_string());
        },
    );

    suite.test(
        "no edit is lost when many read, change and write with the version they read",
        async |store| {
            store.put("/memories/a", "").await;
            at_once((b'a'..=b'z').map(async |letter| {
                // Of those that begin anew together one is done each time.
                for _ in 0..26 {
                    let mut file = store.file("/memories/a").await;
                    file.bytes.push(letter);
                    let when = When::Matches(file.version);
                    match store.write("/memories/a", file.bytes, when, UNLIMITED).await {
                        WriteResult::Done(_) => return,
                        other => assert_eq!(other, WriteResult::Changed),
                    }
                }
                panic!("changed, though nobody else wrote");
            }))
            .await;
            let mut letters = store.file("/memories/a").await.bytes;
            letters.sort_unstable();
            assert_eq!(letters, (b'a'..=b'z').collect::<Vec<_>>());
        },
    );

    suite.test(
        "of a write and a removal at once with one version exactly one is done",
        async |store| {
            for i in 0..10 {
                let path = format!("/memories/{i}");
                let version = store.put(&path, "start").await;
                let won = at_once((0..2).map(async |j| {
                    let writes = (i + j) % 2 == 0;
                    let done = if writes {
                        let when = When::Matches(version.clone());
                        let result = store.write(&path, "written", when, UNLIMITED).await;
                        matches!(result, WriteResult::Done(_))
                    } else {
                        store.remove(&path, Some(&version)).await == RemoveResult::Done
                    };
                    (writes, done)
                }))
                .await;
                assert_eq!(won.iter().filter(|(_, done)| *done).count(), 1, "{won:?}");
                let text = store.text(&path).await;
                let written = won.contains(&(true, true));
                assert_eq!(text, if written { "written" } else { "(Missing)" });
            }
        },
    );
}
