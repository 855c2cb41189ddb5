use super::Suite;
use super::store::{Store, UNLIMITED};
use memory_tool::storage::{RenameResult, Storage, When, WriteResult};
use std::fmt::Debug;

/// Makes a file below a directory of each name, and checks that they are there under these names and no others.
async fn hold<S: Storage<Error: Debug>>(store: &Store<S>, names: &[&str]) {
    let mut made = Vec::new();
    for name in names {
        let path = format!("{name}/{name}");
        store.put_when(&format!("/memories/{path}"), *name, When::Absent).await;
        made.extend([(*name).to_owned(), path]);
    }
    for name in names {
        assert_eq!(store.text(&format!("/memories/{name}/{name}")).await, **name);
    }
    made.sort();
    let mut listed = store.names().await;
    listed.sort();
    assert_eq!(listed, made);
}

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test(
        "names hold spaces, percent signs, quotes, and characters beyond U+FFFF",
        async |store| {
            let names = [
                "a b",
                "100%",
                "%41",
                "it's; #1 & more",
                "$HOME",
                "~",
                "\u{1f9e0}",
                "\u{ffff}",
                "\u{fffd}",
                "日本",
            ];
            hold(&store, &names).await;
        },
    );

    suite.test(
        "names that a programming language has a meaning for are names like any other",
        async |store| {
            let names = [
                "__proto__",
                "constructor",
                "toString",
                "undefined",
                "null",
                "0",
                "-1",
                "..a",
            ];
            hold(&store, &names).await;
        },
    );

    suite.test("names in Unicode NFC come back in NFC", async |store| {
        // The last is written as two characters in NFC too.
        hold(&store, &["é", "Å", "각", "ṩ", "\u{915}\u{93c}"]).await;
    });

    suite.test(
        "names that differ in case only are two names, or, in a store that folds case, one that exists already",
        async |store| {
            store.put("/memories/Notes", "1").await;
            store.put("/memories/other", "2").await;
            let folds_case = store.capabilities().folds_case;
            let written = store.write("/memories/notes", "3", When::Absent, UNLIMITED).await;
            let renamed = store.rename("/memories/other", "/memories/NOTES", UNLIMITED).await;
            if folds_case {
                assert_eq!((written, renamed), (WriteResult::Exists, RenameResult::Exists));
                assert_eq!(store.names().await, ["Notes", "other"]);
            } else {
                assert!(matches!(written, WriteResult::Done(_)), "{written:?}");
                assert_eq!(renamed, RenameResult::Done);
                assert_eq!(store.names().await, ["NOTES", "Notes", "notes"]);
            }
            assert_eq!(store.text("/memories/Notes").await, "1");
        },
    );

    suite.test("names are as long as the store says", async |store| {
        let longest = store.capabilities().naming.longest;
        hold(
            &store,
            &["n".repeat(longest).as_str(), "é".repeat(longest / 2).as_str()],
        )
        .await;
    });

    suite.test(
        "names that Windows refuses are held, unless the store says that it cannot",
        async |store| {
            if !store.capabilities().naming.windows {
                let names = [
                    "a:b", "what?", "*", "<a>", "a\"b", "a|b", "CON", "nul.txt", "end.", "...",
                ];
                hold(&store, &names).await;
            }
        },
    );

    suite.test("a path has up to 32 names", async |store| {
        let path = format!("/memories{}", "/d".repeat(32));
        store.put_when(&path, "x", When::Absent).await;
        assert_eq!(store.text(&path).await, "x");
        assert_eq!(store.names().await.len(), 32);
    });
}
