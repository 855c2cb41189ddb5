use super::Suite;
use memory_tool::storage::{Kind, Storage, When};
use std::collections::BTreeSet;
use std::fmt::Debug;

fn numbered(directory: &str, length: usize) -> Vec<String> {
    (0..length).map(|i| format!("{directory}/{i:05}")).collect()
}

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test("a list of a new store is empty", async |store| {
        assert!(store.entries("/memories", 2, None).await.is_empty());
    });

    suite.test(
        "a list finds no directory at a file, where nothing lies, and below a file",
        async |store| {
            store.put("/memories/a", "x").await;
            for path in ["/memories/a", "/memories/no", "/memories/a/b"] {
                assert_eq!(store.page(path, 1, None).await, None, "{path}");
            }
        },
    );

    suite.test(
        "a list is depth first: an entry, then, for a directory, what is in it",
        async |store| {
            for name in ["b/d/f", "b/d/e", "c", "b/g", "a/h"] {
                store.put(&format!("/memories/{name}"), "").await;
            }
            let wanted = ["a", "a/h", "b", "b/d", "b/d/e", "b/d/f", "b/g", "c"];
            assert_eq!(store.names().await, wanted);
        },
    );

    suite.test(
        "a list tells kinds, and sizes, which are 0 for directories",
        async |store| {
            for (name, content) in [
                ("a/b/four", "a/b/four"),
                ("three", "three"),
                ("empty", ""),
                ("three", "333"),
            ] {
                store.put(&format!("/memories/{name}"), content).await;
            }
            let told = store.entries("/memories", 9, None).await.into_iter();
            let told: Vec<_> = told.map(|entry| (entry.path, entry.kind, entry.size)).collect();
            let wanted = [
                ("/memories/a", Kind::Directory, 0),
                ("/memories/a/b", Kind::Directory, 0),
                ("/memories/a/b/four", Kind::File, 8),
                ("/memories/empty", Kind::File, 0),
                ("/memories/three", Kind::File, 3),
            ];
            assert_eq!(told, wanted.map(|(path, kind, size)| (path.to_owned(), kind, size)));
        },
    );

    suite.test(
        "the entries of one directory are in the order of their names' UTF-8 bytes",
        async |store| {
            let mut ordered = vec![".hidden", "B", "a", "a z", "a-z", "a.z", "a0z", "aa", "ab", "z", "é"];
            ordered.extend([
                "\u{d7ff}",
                "\u{e000}",
                "\u{ffff}",
                "\u{10000}",
                "\u{1f9e0}",
                "\u{1f9e0}x",
                "\u{10ffff}",
            ]);
            for i in 0..ordered.len() {
                let name = ordered[i * 7 % ordered.len()];
                store.put_when(&format!("/memories/{name}"), "", When::Absent).await;
            }
            assert_eq!(store.names().await, ordered);
        },
    );

    suite.test(
        "a list keeps a directory apart from what begins with its name",
        async |store| {
            for name in ["a/b", "ab/c", "a-b", "a.md", "a b", "a0"] {
                store.put(&format!("/memories/{name}"), "").await;
            }
            assert_eq!(store.paths("/memories/a", 9).await, ["/memories/a/b"]);
            let wanted = ["a", "a/b", "a b", "a-b", "a.md", "a0", "ab", "ab/c"];
            assert_eq!(store.names().await, wanted);
        },
    );

    suite.test("a list goes down as many levels as it is asked to", async |store| {
        for name in ["1/2/3/4", "5"] {
            store.put(&format!("/memories/{name}"), "x").await;
        }
        assert_eq!(store.paths("/memories", 1).await, ["/memories/1", "/memories/5"]);
        assert_eq!(
            store.paths("/memories", 2).await,
            ["/memories/1", "/memories/1/2", "/memories/5"]
        );
        assert_eq!(
            store.paths("/memories/1", 2).await,
            ["/memories/1/2", "/memories/1/2/3"]
        );
    });

    suite.test(
        "a list of thousands of entries gives each once and in order, page after page",
        async |store| {
            let directories: Vec<String> = (0..7).map(|i| format!("/memories/d{i}")).collect();
            let mut wanted: Vec<String> = directories.iter().flat_map(|it| numbered(it, 357)).collect();
            for path in &wanted {
                store.put_when(path, "", When::Absent).await;
            }
            wanted.extend(directories);
            wanted.sort();
            assert_eq!(store.paths("/memories", 9).await, wanted);
            assert_eq!(store.paths("/memories/d3", 9).await.len(), 357);
        },
    );

    suite.test(
        "what is there throughout comes once, though others change between two pages",
        async |store| {
            let files = numbered("/memories/d", 1_500);
            for path in &files {
                store.put_when(path, "", When::Absent).await;
            }
            let first = store.page("/memories", 2, None).await.expect("a directory");
            // A store that gives everything in one page has nothing between two.
            if first.cursor.is_none() {
                return;
            }
            let mut all: Vec<String> = first.entries.into_iter().map(|entry| entry.path).collect();
            let removed = [all.last().unwrap().clone(), files[1_401].clone()];
            for path in &removed {
                store.remove(path, None).await;
            }
            for name in ["a", "d/00000x", "d/01400x"] {
                store.put(&format!("/memories/{name}"), "new").await;
            }
            let rest = store.entries("/memories", 2, first.cursor).await.into_iter();
            all.extend(rest.map(|entry| entry.path));
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
            let throughout: Vec<&String> = files.iter().filter(|path| !removed.contains(path)).collect();
            let seen: Vec<&String> = all.iter().filter(|path| throughout.contains(path)).collect();
            assert_eq!(seen, throughout);
        },
    );

    suite.test("an empty directory is listed, and has an empty list", async |store| {
        store.put("/memories/d/e/a", "1").await;
        store.remove("/memories/d/e/a", None).await;
        assert_eq!(store.names().await, ["d", "d/e"]);
        assert!(store.paths("/memories/d/e", 9).await.is_empty());
    });
}
