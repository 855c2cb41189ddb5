use super::Suite;
use super::store::at_once;
use memory_tool::storage::{Budget, Storage, Usage, When, WriteResult};
use std::fmt::Debug;

fn is_done(result: &WriteResult) -> bool {
    matches!(result, WriteResult::Done(_))
}

fn is_over_budget(result: &WriteResult) -> bool {
    matches!(result, WriteResult::OverBudget(_))
}

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test(
        "a write is done up to the budget, and beyond it answers over budget",
        async |store| {
            let budget = Budget { bytes: 10, files: 3 };
            for (path, length, fits) in [
                ("/memories/a", 6, true),
                ("/memories/b", 5, false),
                ("/memories/a", 11, false),
                ("/memories/a", 10, true),
                ("/memories/b", 0, true),
                ("/memories/c", 0, true),
                ("/memories/d", 0, false),
            ] {
                let result = store.write(path, vec![0; length], When::Any, budget).await;
                let as_told = if fits { is_done } else { is_over_budget };
                assert!(as_told(&result), "{path}, {length} bytes: {result:?}");
            }
        },
    );

    suite.test(
        "the directories that a write makes count as files of the budget",
        async |store| {
            let budget = Budget { bytes: 10, files: 3 };
            let result = store.write("/memories/a/b/c/d", "x", When::Absent, budget).await;
            assert!(is_over_budget(&result), "{result:?}");
            let result = store.write("/memories/a/b/c", "x", When::Absent, budget).await;
            assert!(is_done(&result), "{result:?}");
            assert_eq!(store.names().await, ["a", "a/b", "a/b/c"]);
        },
    );

    suite.test("over budget comes with the usage before the write", async |store| {
        store.put("/memories/d/a", "123456").await;
        for budget in [Budget { bytes: 7, files: 9 }, Budget { bytes: 99, files: 3 }] {
            let result = store.write("/memories/e/b", "12", When::Absent, budget).await;
            assert_eq!(result, WriteResult::OverBudget(Usage { bytes: 6, files: 2 }));
        }
    });

    suite.test(
        "a write that makes no file longer is done beyond the budget too",
        async |store| {
            store.put("/memories/a", "12345").await;
            let budget = Budget { bytes: 1, files: 0 };
            for content in ["abcde", "abc"] {
                let result = store.write("/memories/a", content, When::Any, budget).await;
                assert!(is_done(&result), "{content}: {result:?}");
            }
            let longer = store.write("/memories/a", "abcd", When::Any, budget).await;
            assert!(is_over_budget(&longer), "{longer:?}");
        },
    );

    suite.test(
        "the condition of a write is looked at before the budget",
        async |store| {
            let old = store.put("/memories/d/a", "1").await;
            store.put("/memories/d/a", "1").await;
            let budget = Budget { bytes: 0, files: 0 };
            for (path, when) in [
                ("/memories/d/a", When::Absent),
                ("/memories/d/a", When::Matches(old.clone())),
                ("/memories/no", When::Matches(old)),
                ("/memories/d", When::Any),
                ("/memories/d/a/b", When::Any),
            ] {
                let result = store.write(path, "22", when, budget).await;
                assert!(!is_done(&result) && !is_over_budget(&result), "{path}: {result:?}");
            }
        },
    );

    suite.test(
        "of many writes at once no more are done than the budget allows",
        async |store| {
            let budget = Budget { bytes: 100, files: 10 };
            let write = async |i: usize| store.write(&format!("/memories/{i}"), "x", When::Absent, budget).await;
            let results = at_once((0..30).map(write)).await;
            assert_eq!(results.iter().filter(|it| is_done(it)).count(), 10);
            assert_eq!(results.iter().filter(|it| is_over_budget(it)).count(), 20);
            assert_eq!(store.usage().await, Usage { bytes: 10, files: 10 });
        },
    );
}
