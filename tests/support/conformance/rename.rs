use super::Suite;
use super::store::{UNLIMITED, at_once, path};
use memory_tool::storage::{Budget, ReadResult, RenameResult, Storage, Usage, When, WriteResult};
use std::fmt::Debug;

/// Which of the renames were done.
fn winners(results: &[RenameResult]) -> Vec<usize> {
    let done = |i: &usize| results[*i] == RenameResult::Done;
    (0..results.len()).filter(done).collect()
}

fn count(results: &[RenameResult], result: &RenameResult) -> usize {
    results.iter().filter(|it| *it == result).count()
}

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test(
        "a rename moves a file, and makes the directories above its new name",
        async |store| {
            let version = store.put("/memories/a", "x").await;
            let result = store.rename("/memories/a", "/memories/p/q/b", UNLIMITED).await;
            assert_eq!(result, RenameResult::Done);
            assert_eq!(store.names().await, ["p", "p/q", "p/q/b"]);
            assert_eq!(store.text("/memories/p/q/b").await, "x");
            assert_eq!(
                store.read("/memories/a", None, Some(&version)).await,
                ReadResult::Missing
            );
        },
    );

    suite.test(
        "a rename moves a directory with all that is in it, and nothing that begins with its name",
        async |store| {
            for name in ["d/x/y", "d/z", "d/empty/x", "dd", "d-e/x"] {
                store.put(&format!("/memories/{name}"), name).await;
            }
            store.remove("/memories/d/empty/x", None).await;
            let result = store.rename("/memories/d", "/memories/n/m", UNLIMITED).await;
            assert_eq!(result, RenameResult::Done);
            let wanted = [
                "d-e",
                "d-e/x",
                "dd",
                "n",
                "n/m",
                "n/m/empty",
                "n/m/x",
                "n/m/x/y",
                "n/m/z",
            ];
            assert_eq!(store.names().await, wanted);
            assert_eq!(store.text("/memories/n/m/x/y").await, "d/x/y");
        },
    );

    suite.test(
        "a rename never overwrites: it answers exists where a file or a directory lies",
        async |store| {
            for name in ["a", "b", "d/x", "e/x", "empty/x"] {
                store.put(&format!("/memories/{name}"), name).await;
            }
            store.remove("/memories/empty/x", None).await;
            let before = store.everything().await;
            for from in ["/memories/a", "/memories/d"] {
                for to in ["/memories/b", "/memories/e", "/memories/empty", "/memories", from] {
                    let result = store.rename(from, to, UNLIMITED).await;
                    assert_eq!(result, RenameResult::Exists, "{from} to {to}");
                }
            }
            assert_eq!(store.everything().await, before);
        },
    );

    suite.test(
        "a rename looks at its source, then at its destination, then at what lies above that",
        async |store| {
            for name in ["a", "f"] {
                store.put(&format!("/memories/{name}"), name).await;
            }
            let before = store.everything().await;
            let blocked = RenameResult::NotADirectory(path("/memories/f"));
            for (from, to, result) in [
                ("/memories/no", "/memories/f", RenameResult::Missing),
                ("/memories/no", "/memories/f/x", RenameResult::Missing),
                ("/memories/a/x", "/memories/b", RenameResult::Missing),
                ("/memories/a", "/memories/f", RenameResult::Exists),
                ("/memories/a", "/memories/f/x", blocked.clone()),
                ("/memories/a", "/memories/f/x/y", blocked),
                (
                    "/memories/a",
                    "/memories/n/x",
                    RenameResult::OverBudget(Usage { bytes: 2, files: 2 }),
                ),
            ] {
                let got = store.rename(from, to, Budget { bytes: 0, files: 0 }).await;
                assert_eq!(got, result, "{from} to {to}");
            }
            assert_eq!(store.everything().await, before);
        },
    );

    suite.test(
        "a rename is over budget only by the directories it makes",
        async |store| {
            store.put("/memories/a", "1").await;
            let budget = |files| Budget { bytes: 0, files };
            let beside = store.rename("/memories/a", "/memories/b", budget(1)).await;
            assert_eq!(beside, RenameResult::Done);
            let usage = Usage { bytes: 1, files: 1 };
            let beyond = store.rename("/memories/b", "/memories/d/b", budget(1)).await;
            assert_eq!(beyond, RenameResult::OverBudget(usage));
            assert_eq!(store.names().await, ["b"]);
            let within = store.rename("/memories/b", "/memories/d/b", budget(2)).await;
            assert_eq!(within, RenameResult::Done);
        },
    );

    suite.test(
        "of many renames at once to one name exactly one is done",
        async |store| {
            for i in 0..30 {
                store.put(&format!("/memories/s/{i}"), i.to_string()).await;
            }
            let rename = async |i: usize| {
                store
                    .rename(&format!("/memories/s/{i}"), "/memories/t/x", UNLIMITED)
                    .await
            };
            let results = at_once((0..30).map(rename)).await;
            assert_eq!(count(&results, &RenameResult::Exists), 29);
            let [won] = winners(&results)[..] else {
                panic!("{results:?}")
            };
            assert_eq!(store.text("/memories/t/x").await, won.to_string());
            assert_eq!(store.paths("/memories/s", 9).await.len(), 29);
        },
    );

    suite.test(
        "of many renames at once of one file exactly one is done",
        async |store| {
            store.put("/memories/a", "x").await;
            let rename = async |i: usize| {
                store
                    .rename("/memories/a", &format!("/memories/t/{i}"), UNLIMITED)
                    .await
            };
            let results = at_once((0..30).map(rename)).await;
            assert_eq!(count(&results, &RenameResult::Missing), 29);
            let [won] = winners(&results)[..] else {
                panic!("{results:?}")
            };
            assert_eq!(store.paths("/memories/t", 9).await, [format!("/memories/t/{won}")]);
        },
    );

    suite.test(
        "of a rename and a write at once to one name exactly one is done",
        async |store| {
            for i in 0..10 {
                let (from, to) = (format!("/memories/{i}"), format!("/memories/t/{i}"));
                store.put(&from, "moved").await;
                let won = at_once((0..2).map(async |j| {
                    let renames = (i + j) % 2 == 0;
                    let done = if renames {
                        let result = store.rename(&from, &to, UNLIMITED).await;
                        assert!(
                            matches!(result, RenameResult::Done | RenameResult::Exists),
                            "{result:?}"
                        );
                        result == RenameResult::Done
                    } else {
                        let result = store.write(&to, "written", When::Absent, UNLIMITED).await;
                        assert!(
                            matches!(result, WriteResult::Done(_) | WriteResult::Exists),
                            "{result:?}"
                        );
                        result != WriteResult::Exists
                    };
                    (renames, done)
                }))
                .await;
                assert_eq!(won.iter().filter(|(_, done)| *done).count(), 1, "{won:?}");
                let moved = won.contains(&(true, true));
                let (there, left) = if moved {
                    ("moved", "(Missing)")
                } else {
                    ("written", "moved")
                };
                assert_eq!(
                    (store.text(&to).await.as_str(), store.text(&from).await.as_str()),
                    (there, left)
                );
            }
        },
    );
}
