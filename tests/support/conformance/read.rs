use super::Suite;
use super::store::{UNLIMITED, at_once, found, turn};
use memory_tool::storage::{Part, ReadResult, Storage, When, WriteResult};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;

fn part(offset: u64, length: u64) -> Option<Part> {
    Some(Part { offset, length })
}

pub(super) fn behaviours<S: Storage<Error: Debug>>(suite: &mut Suite<S>) {
    suite.test(
        "a read gives all bytes as they were written, whatever their values",
        async |store| {
            let every: Vec<u8> = (0..=255).collect();
            let backwards: Vec<u8> = (0..=255).rev().collect();
            for values in [every, backwards, vec![0], vec![0xef, 0xbb, 0xbf], vec![13, 10, 10, 13]] {
                store.put("/memories/a", values.clone()).await;
                assert_eq!(store.file("/memories/a").await.bytes, values);
            }
        },
    );

    suite.test("a read of an empty file gives no bytes", async |store| {
        store.put("/memories/a", "").await;
        let file = store.file("/memories/a").await;
        assert_eq!((file.bytes.len(), file.size), (0, 0));
    });

    suite.test("a read of ten megabytes gives them all", async |store| {
        let big: Vec<u8> = (0..10_000_000_u32).map(|i| (i * 31 + (i >> 16)) as u8).collect();
        store.put("/memories/a", big.clone()).await;
        let file = store.file("/memories/a").await;
        assert_eq!(file.size, 10_000_000);
        assert!(file.bytes == big, "ten million bytes as they were written");
    });

    suite.test("a read tells the size and the version that stat tells", async |store| {
        for content in ["1", "four", ""] {
            store.put("/memories/d/a", content).await;
            let file = store.file("/memories/d/a").await;
            let stat = store.stat("/memories/d/a").await.unwrap();
            assert_eq!((stat.size, stat.version), (file.size, file.version));
        }
    });

    suite.test(
        "a read of a part gives as many bytes as asked for, from its offset on",
        async |store| {
            store.put("/memories/a", "0123456789").await;
            for (offset, length, bytes) in [(2, 3, "234"), (0, 10, "0123456789"), (3, 0, ""), (9, 1, "9")] {
                let read = store.read("/memories/a", part(offset, length), None).await;
                assert_eq!(found(read).bytes, bytes.as_bytes());
            }
        },
    );

    suite.test(
        "a read of a part is shorter where the file ends before, and empty beyond its end",
        async |store| {
            store.put("/memories/a", "0123456789").await;
            for (offset, length, rest) in [(8, 5, "89"), (10, 5, ""), (50, 5, ""), (7, u64::MAX, "789")] {
                let read = store.read("/memories/a", part(offset, length), None).await;
                assert_eq!(found(read).bytes, rest.as_bytes());
            }
        },
    );

    suite.test(
        "a read of a part tells the size and the version of the whole file",
        async |store| {
            let version = store.put("/memories/a", "0123456789").await;
            let file = found(store.read("/memories/a", part(2, 3), None).await);
            assert_eq!((file.size, file.version), (10, version));
        },
    );

    suite.test(
        "a read answers missing where nothing or a directory lies, and below a file",
        async |store| {
            store.put("/memories/d/a", "x").await;
            for path in [
                "/memories/no",
                "/memories/no/no",
                "/memories/d",
                "/memories",
                "/memories/d/a/b",
            ] {
                assert_eq!(store.read(path, None, None).await, ReadResult::Missing, "{path}");
            }
        },
    );

    suite.test(
        "a read with a version answers changed unless the file still has it",
        async |store| {
            let first = store.put("/memories/a", "1").await;
            assert_eq!(
                found(store.read("/memories/a", None, Some(&first)).await).version,
                first
            );
            store.put("/memories/a", "2").await;
            for part in [None, part(0, 1)] {
                assert_eq!(store.read("/memories/a", part, Some(&first)).await, ReadResult::Changed);
            }
        },
    );

    suite.test(
        "a read with a version answers missing where the file is gone",
        async |store| {
            let version = store.put("/memories/a", "1").await;
            store.remove("/memories/a", None).await;
            assert_eq!(
                store.read("/memories/a", None, Some(&version)).await,
                ReadResult::Missing
            );
            store.put("/memories/a/b", "1").await;
            assert_eq!(
                store.read("/memories/a", None, Some(&version)).await,
                ReadResult::Missing
            );
        },
    );

    suite.test(
        "what a reader does to the bytes it was given does not reach the file",
        async |store| {
            store.put("/memories/a", "abc").await;
            for part in [None, part(0, 3)] {
                found(store.read("/memories/a", part, None).await).bytes.fill(0);
                assert_eq!(store.text("/memories/a").await, "abc");
            }
        },
    );

    suite.test(
        "bytes that were read stay as they are when the file is written anew",
        async |store| {
            store.put("/memories/a", "abc").await;
            let before = store.file("/memories/a").await;
            store.put("/memories/a", "xyz").await;
            assert_eq!(before.bytes, b"abc");
        },
    );

    suite.test("a reader during many writes sees only whole versions", async |store| {
        let (written, seen, writing) = (RefCell::default(), RefCell::default(), Cell::new(true));
        let write = async |i: u8| {
            let version = store.put("/memories/a", vec![i; 2_000 + usize::from(i)]).await;
            RefCell::<Vec<_>>::borrow_mut(&written).push((version, i));
        };
        write(0).await;
        // One writes, three read.
        at_once((0..4).map(async |client| {
            if client > 0 {
                while writing.get() {
                    let file = store.file("/memories/a").await;
                    RefCell::<Vec<_>>::borrow_mut(&seen).push(file);
                    turn().await;
                }
                return;
            }
            for i in 1..=40 {
                write(i).await;
                turn().await;
            }
            writing.set(false);
        }))
        .await;
        let written = written.into_inner();
        for file in seen.into_inner() {
            let of_version = written.iter().find(|(version, _)| *version == file.version);
            let (_, i) = of_version.expect("a version that a write gave");
            assert_eq!(file.bytes, vec![*i; 2_000 + usize::from(*i)]);
            assert_eq!(file.size, file.bytes.len() as u64);
        }
    });

    suite.test("what one client has written another reads at once", async |store| {
        for content in ["1", "22", "3"] {
            let version = store.put("/memories/d/a", content).await;
            let file = store.file("/memories/d/a").await;
            assert_eq!((file.bytes.as_slice(), &file.version), (content.as_bytes(), &version));
            let when = When::Matches(version.clone());
            let other = store.write("/memories/d/a", "by the other", when, UNLIMITED).await;
            assert!(matches!(other, WriteResult::Done(_)), "{other:?}");
            assert_eq!(
                store.read("/memories/d/a", None, Some(&version)).await,
                ReadResult::Changed
            );
        }
        store.remove("/memories/d", None).await;
        assert_eq!(store.stat("/memories/d").await, None);
    });
}
