//! A store that fails: every call of every command, in every way that there is.

#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::restriction)]

use memory_tool::storage::{
    Budget, Capabilities, InMemory, InMemoryError, Page, Part, ReadResult, RemoveResult, RenameResult, Stat, Storage,
    Usage, Version, When, WriteResult,
};
use memory_tool::{
    Content, CreateExisting, Event, Execution, Failure, Fault, FaultCode, FaultOutcome, Input, Limits, MemoryPath,
    MemoryTool, Options,
};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::ops::Range;

const SECRET: &str = "/home/u/secret";

const CODES: [FaultCode; 8] = [
    FaultCode::Unavailable,
    FaultCode::Full,
    FaultCode::Denied,
    FaultCode::ReadOnly,
    FaultCode::Corrupt,
    FaultCode::Timeout,
    FaultCode::InvalidResult,
    FaultCode::NameNotAllowed,
];

/// An error with more in it than a model may read.
#[derive(Debug, PartialEq)]
struct Failed {
    text: String,
    call: usize,
    way: Way,
}

/// How a call fails, and whether it did its work all the same.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Way {
    code: FaultCode,
    outcome: FaultOutcome,
    done: bool,
}

impl Fault for Failed {
    fn code(&self) -> FaultCode {
        self.way.code
    }

    fn outcome(&self) -> FaultOutcome {
        self.way.outcome
    }
}

fn ways() -> Vec<Way> {
    let outcomes = [
        (FaultOutcome::Unchanged, false),
        (FaultOutcome::Unknown, false),
        (FaultOutcome::Unknown, true),
    ];
    let both = CODES
        .into_iter()
        .flat_map(|code| outcomes.map(|outcome| (code, outcome)));
    both.map(|(code, (outcome, done))| Way { code, outcome, done })
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verb {
    Look,
    Change,
}

/// A store whose calls of these numbers fail.
struct Faulty {
    store: InMemory,
    failing: Range<usize>,
    way: Way,
    calls: RefCell<Vec<Verb>>,
    deaf: Cell<bool>,
    /// After how many pages a listing begins anew, for ever.
    circle: Cell<Option<usize>>,
}

impl Faulty {
    async fn call<T, E: std::fmt::Debug>(
        &self,
        verb: Verb,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Failed> {
        let call = self.calls.borrow().len();
        self.calls.borrow_mut().push(verb);
        let fails = self.failing.contains(&call) && !self.deaf.get();
        if !fails {
            return Ok(work.await.unwrap());
        }
        if self.way.done {
            work.await.unwrap();
        }
        Err(Failed {
            text: format!("EACCES: permission denied, open '{SECRET}'"),
            call,
            way: self.way,
        })
    }
}

impl Storage for Faulty {
    type Error = Failed;

    fn capabilities(&self) -> Capabilities {
        self.store.capabilities()
    }

    async fn stat(&self, path: &MemoryPath) -> Result<Option<Stat>, Failed> {
        self.call(Verb::Look, self.store.stat(path)).await
    }

    async fn read(
        &self,
        path: &MemoryPath,
        part: Option<Part>,
        version: Option<Version>,
    ) -> Result<ReadResult, Failed> {
        self.call(Verb::Look, self.store.read(path, part, version)).await
    }

    async fn list(&self, directory: &MemoryPath, depth: usize, cursor: Option<String>) -> Result<Option<Page>, Failed> {
        let page = async {
            let page = self.store.list(directory, depth, None).await?;
            let mut page = page.map(|page| cut(page, cursor));
            if let (Some(pages), Some(page)) = (self.circle.get(), &mut page) {
                let next = page.cursor.as_ref().map_or(0, |cursor| cursor.parse().unwrap());
                page.cursor = Some((next % (pages * PAGE)).to_string());
            }
            Ok::<_, InMemoryError>(page)
        };
        self.call(Verb::Look, page).await
    }

    async fn usage(&self) -> Result<Usage, Failed> {
        self.call(Verb::Look, self.store.usage()).await
    }

    async fn write(
        &self,
        path: &MemoryPath,
        bytes: Vec<u8>,
        when: When,
        budget: Budget,
    ) -> Result<WriteResult, Failed> {
        self.call(Verb::Change, self.store.write(path, bytes, when, budget))
            .await
    }

    async fn remove(&self, path: &MemoryPath, version: Option<Version>) -> Result<RemoveResult, Failed> {
        self.call(Verb::Change, self.store.remove(path, version)).await
    }

    async fn rename(&self, from: &MemoryPath, to: &MemoryPath, budget: Budget) -> Result<RenameResult, Failed> {
        self.call(Verb::Change, self.store.rename(from, to, budget)).await
    }
}

const PAGE: usize = 3;

/// Short pages, so that several are asked for.
fn cut(page: Page, cursor: Option<String>) -> Page {
    let start: usize = cursor.map_or(0, |cursor| cursor.parse().unwrap());
    let end = start + PAGE;
    Page {
        cursor: (end < page.entries.len()).then(|| end.to_string()),
        entries: page.entries.into_iter().skip(start).take(PAGE).collect(),
    }
}

/// Commands that between them make every call that there is, and the number of calls that each makes.
fn commands() -> Vec<(Value, usize)> {
    let long = "long ".repeat(100);
    vec![
        (json!({"command": "view", "path": "/memories"}), 4),
        (json!({"command": "view", "path": "/memories/many"}), 3),
        (json!({"command": "view", "path": "/memories/missing"}), 2),
        (json!({"command": "view", "path": "/memories/d/a"}), 1),
        // In blocks.
        (json!({"command": "view", "path": "/memories/d/b"}), 3),
        (
            json!({"command": "create", "path": "/memories/new/file", "file_text": "new"}),
            1,
        ),
        (
            json!({"command": "create", "path": "/memories/d/a", "file_text": "new"}),
            1,
        ),
        // Over the limit of a file, and over that of the store: what is there is looked at.
        (
            json!({"command": "create", "path": "/memories/new", "file_text": long}),
            1,
        ),
        (
            json!({"command": "create", "path": "/memories/full", "file_text": "long ".repeat(30)}),
            2,
        ),
        (
            json!({"command": "str_replace", "path": "/memories/d/a", "old_str": "one", "new_str": "1"}),
            2,
        ),
        (
            json!({"command": "str_replace", "path": "/memories/d/a", "old_str": "nine", "new_str": "1"}),
            1,
        ),
        (
            json!({"command": "insert", "path": "/memories/d/a", "insert_line": 1, "insert_text": "more"}),
            2,
        ),
        (
            json!({"command": "insert", "path": "/memories/missing", "insert_line": 1, "insert_text": "more"}),
            1,
        ),
        (json!({"command": "delete", "path": "/memories/d/a"}), 2),
        (json!({"command": "delete", "path": "/memories/d"}), 3),
        (json!({"command": "delete", "path": "/memories/many"}), 4),
        (
            json!({"command": "rename", "old_path": "/memories/d/a", "new_path": "/memories/new/a"}),
            2,
        ),
        (
            json!({"command": "rename", "old_path": "/memories/d", "new_path": "/memories/e"}),
            3,
        ),
        (
            json!({"command": "rename", "old_path": "/memories/d", "new_path": "/memories/d/d"}),
            2,
        ),
        (
            json!({"command": "rename", "old_path": "/memories/foreign", "new_path": "/memories/e"}),
            3,
        ),
    ]
}

fn path(text: &str) -> MemoryPath {
    MemoryPath::parse(text).unwrap()
}

fn faulty(failing: Range<usize>, way: Way) -> MemoryTool<Faulty> {
    let store = InMemory::with_capabilities(Capabilities {
        foreign_entries: true,
        block_bytes: 16,
        ..Capabilities::default()
    });
    store.put(&path("/memories/d/a"), Some(b"one\ntwo\n".to_vec()));
    store.put(&path("/memories/d/b"), Some(b"one\n".repeat(10)));
    store.put(&path("/memories/foreign/a"), Some(b"".to_vec()));
    for n in 0..5 {
        store.put(&path(&format!("/memories/many/{n}")), Some(Vec::new()));
    }
    let store = Faulty {
        store,
        failing,
        way,
        calls: RefCell::default(),
        deaf: Cell::default(),
        circle: Cell::default(),
    };
    let limits = Limits {
        file_bytes: 200,
        total_bytes: 100,
        ..Limits::default()
    };
    MemoryTool::new(
        store,
        Options {
            limits,
            create_existing: CreateExisting::Error,
        },
    )
}

fn execute(tool: &MemoryTool<Faulty>, input: &Value) -> Execution<Failed> {
    let input: Input = serde_json::from_value(input.clone()).unwrap();
    pollster::block_on(tool.execute(input))
}

fn text(execution: &Execution<Failed>) -> &str {
    match &execution.outcome.content {
        Content::Text(text) => text,
        Content::Image { .. } => panic!("no image was asked for"),
    }
}

/// What the model should read of a failed call, in pieces.
fn told(verb: Verb, way: Way) -> Vec<&'static str> {
    let unknown = verb == Verb::Change && way.outcome == FaultOutcome::Unknown;
    let kind = match way.code {
        FaultCode::Unavailable | FaultCode::InvalidResult => "Error: The memory store is unavailable; ",
        FaultCode::Full => "Error: The memory store is full; ",
        FaultCode::Denied => "Error: The memory store does not permit this; ",
        FaultCode::ReadOnly => "Error: The memory store is read-only; ",
        FaultCode::Corrupt => "Error: The memory store found damaged data; ",
        FaultCode::Timeout => "Error: The memory store did not answer in time; ",
        FaultCode::NameNotAllowed if unknown => "Error: The memory store cannot hold this name; ",
        FaultCode::NameNotAllowed => return vec!["Error: The path /memories", "this store cannot hold that name"],
        _ => panic!("a new code"),
    };
    let then = if unknown {
        "the outcome is unknown; view the file before you repeat"
    } else {
        "nothing was changed"
    };
    vec![kind, then]
}

const NEVER: Way = Way {
    code: FaultCode::Unavailable,
    outcome: FaultOutcome::Unchanged,
    done: false,
};

#[test]
fn wherever_a_store_fails_the_model_is_told_what_is_true_and_the_host_gets_the_error() {
    let mut failed = 0;
    for (input, count) in commands() {
        let sound = faulty(0..0, NEVER);
        let before = sound.storage().store.contents();
        let good = execute(&sound, &input);
        let verbs = sound.storage().calls.borrow().clone();
        let after = sound.storage().store.contents();
        assert_eq!(verbs.len(), count, "{input}: {verbs:?}");
        assert!(good.events.is_empty());

        for (nth, verb) in verbs.iter().copied().enumerate() {
            for way in ways() {
                for times in [1, 2] {
                    let case = format!("{input}, call {nth} ({verb:?}) fails {times} times, {way:?}");
                    let tool = faulty(nth..nth + times, way);
                    let bad = execute(&tool, &input);
                    failed += 1;

                    let retried = verb == Verb::Look && way.code == FaultCode::Unavailable;
                    let recovered = retried && times == 1;
                    if recovered {
                        assert_eq!(bad.outcome, good.outcome, "{case}");
                    } else {
                        assert!(bad.outcome.is_error, "{case}");
                        for piece in told(verb, way) {
                            assert!(text(&bad).contains(piece), "{case}: {}", text(&bad));
                        }
                    }
                    assert!(
                        !text(&bad).contains(SECRET) && !text(&bad).contains("EACCES"),
                        "{case}: {}",
                        text(&bad)
                    );

                    let tree = if recovered || (verb == Verb::Change && way.done) {
                        &after
                    } else {
                        &before
                    };
                    assert!(tool.storage().store.contents() == *tree, "{case}: another tree");
                    let made = tool.storage().calls.borrow().len();
                    assert_eq!(
                        made,
                        if recovered {
                            count + 1
                        } else {
                            nth + 1 + usize::from(retried)
                        },
                        "{case}"
                    );

                    let failures = if retried { times } else { 1 };
                    assert_eq!(bad.events.len(), failures, "{case}");
                    for (index, event) in bad.events.iter().enumerate() {
                        let Event::StorageFailed {
                            command,
                            path,
                            code,
                            failure: Failure::Store(error),
                            retried: again,
                        } = event
                        else {
                            panic!("{case}: {event:?}");
                        };
                        assert_eq!(input["command"], *command, "{case}");
                        assert_eq!(*code, way.code, "{case}");
                        assert!(error.text.contains(SECRET), "{case}: the host gets the error as it is");
                        assert_eq!((error.call, error.way), (nth + index, way), "{case}");
                        assert_eq!(*again, retried && index == 0, "{case}");
                        let paths = [&input["path"], &input["old_path"], &input["new_path"]];
                        assert!(paths.iter().any(|asked| *asked == path), "{case}: {path}");
                    }

                    // What failed has given up its turn, and the store is used as before.
                    tool.storage().deaf.set(true);
                    let next = execute(&tool, &input);
                    assert!(next.events.is_empty(), "{case}");
                    if tool.storage().store.contents() == before || *tree == before {
                        assert_eq!(next.outcome, good.outcome, "{case}");
                    }
                    for other in [
                        json!({"command": "create", "path": "/memories/next", "file_text": "next"}),
                        json!({"command": "view", "path": "/memories"}),
                    ] {
                        let other = execute(&tool, &other);
                        assert!(!other.outcome.is_error, "{case}: {}", text(&other));
                    }
                }
            }
        }
    }
    assert!(failed > 1_000, "{failed} ways to fail were tried");
}

#[test]
fn a_store_that_always_fails_is_asked_twice_at_most() {
    for way in ways() {
        for (input, _) in commands() {
            let tool = faulty(0..usize::MAX, way);
            let execution = execute(&tool, &input);
            assert!(execution.outcome.is_error);
            let calls = tool.storage().calls.borrow().clone();
            let retried = way.code == FaultCode::Unavailable && calls[0] == Verb::Look;
            assert_eq!(calls.len(), if retried { 2 } else { 1 }, "{input}, {way:?}");
            assert_eq!(execution.events.len(), calls.len(), "{input}, {way:?}");
        }
    }
}

#[test]
fn a_listing_that_goes_round_in_a_circle_is_an_error() {
    for pages in [1, 2, 3] {
        for input in [
            json!({"command": "view", "path": "/memories"}),
            json!({"command": "delete", "path": "/memories/many"}),
            json!({"command": "rename", "old_path": "/memories/many", "new_path": "/memories/e"}),
        ] {
            let tool = faulty(0..0, NEVER);
            let before = tool.storage().store.contents();
            tool.storage().circle.set(Some(pages));
            let execution = execute(&tool, &input);
            assert_eq!(
                text(&execution),
                "Error: The memory store is unavailable; nothing was changed; try again later"
            );
            let [Event::StorageFailed { code, failure, .. }] = &execution.events[..] else {
                panic!("{input}: {:?}", execution.events);
            };
            assert_eq!(*code, FaultCode::InvalidResult, "{input}");
            assert!(matches!(failure, Failure::RepeatedCursor(_)), "{input}: {failure:?}");
            assert_eq!(tool.storage().store.contents(), before, "{input}");
        }
    }
}

#[test]
fn what_is_refused_before_the_store_is_asked_does_not_ask_it() {
    for input in [
        json!(null),
        json!({"command": "grep", "path": "/memories"}),
        json!({"command": "view", "path": "/memories/../etc"}),
        json!({"command": "create", "path": "/memories/a"}),
        json!({"command": "create", "path": "/memories", "file_text": ""}),
        json!({"command": "str_replace", "path": "/memories/d/a", "old_str": ""}),
        json!({"command": "delete", "path": "/memories"}),
        json!({"command": "rename", "old_path": "/memories", "new_path": "/memories/a"}),
    ] {
        let tool = faulty(0..usize::MAX, NEVER);
        let execution = execute(&tool, &input);
        assert!(execution.outcome.is_error, "{input}");
        assert!(tool.storage().calls.borrow().is_empty(), "{input}");
        assert!(execution.events.is_empty(), "{input}");
    }
}
