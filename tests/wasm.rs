//! The border, with real JavaScript on the other side.

#![cfg(all(target_arch = "wasm32", feature = "wasm"))]
#![allow(missing_docs, clippy::unwrap_used)]

use memory_tool::{JsHost, JsStorage, WasmMemoryTool};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

// A host that notes what it is told, and stores that answer in every way that a store may, or may not.
#[wasm_bindgen(inline_js = r#"
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const limits = { fileBytes: 100, totalBytes: 1000, files: 10, viewCharacters: 16000, imageCharacters: 1000, overwrite: false };

export class Session {
  constructor(kind) {
    this.log = [];
    this.waiting = [];
    this.options = limits;
    const file = { status: "ok", bytes: encoder.encode("one\ntwo\n"), version: "1", size: 8 };
    const secret = "EACCES: '/home/u/secret'";
    const answers = {
      plain: () => file,
      promise: () => Promise.resolve(file),
      thenable: () => ({ then: (resolve) => resolve(file) }),
      throws: () => { throw new Error(secret); },
      rejects: () => Promise.reject(new Error(secret)),
      undefined: () => undefined,
      text: () => secret,
      noVersion: () => ({ ...file, version: undefined }),
      noBytes: () => ({ ...file, bytes: [1, 2] }),
      status: () => ({ ...file, status: "fine" }),
    };
    const page = (entries) => ({ entries, cursor: null });
    this.storage = {
      capabilities: { longestName: 20 },
      read: answers[kind] ?? (() => ({ status: "missing" })),
      list: () => ({
        negative: page([{ path: "/memories/a", kind: "file", size: -1 }]),
        fraction: page([{ path: "/memories/a", kind: "file", size: 0.5 }]),
        kindless: page([{ path: "/memories/a", kind: "socket", size: 1 }]),
        foreign: page([{ path: "/memories/link", kind: "other", size: 1 }, { path: "/memories/ok", kind: "file", size: 1023 }]),
      })[kind] ?? null,
      write: (path, bytes, options) => {
        this.log.push(`write ${path} ${decoder.decode(bytes)} ${JSON.stringify(options)}`);
        return { status: "ok", version: "2" };
      },
      stat() {}, remove() {}, rename() {}, usage() {},
    };
    // `verb: expression`: what that method answers, made anew for each call.
    const [, verb, expression] = /^(\w+): (.*)$/s.exec(kind) ?? [];
    if (verb) {
      const answer = new Function("file", "secret", `return ${expression}`);
      this.storage[verb] = () => answer(file, secret);
    }
    this.host = {
      watch: (request, promise) => this.waiting.push(Promise.resolve(promise).then(
        (value) => this.tool.settle(request, value, false),
        (error) => this.tool.settle(request, error, true),
      )),
      finish: (call, content, mediaType, isError) =>
        this.log.push(`finish ${call} ${isError} ${mediaType ?? "text"} ${decoder.decode(content)}`),
      storageFailed: (command, path, code, error, retried) =>
        this.log.push(`failed ${command} ${path} ${code} ${error instanceof Error} ${retried}`),
      foreignSkipped: (directory, paths) => this.log.push(`foreign ${directory} ${paths.join()}`),
    };
  }
  async execute(tool, json) {
    this.tool = tool;
    const input = JSON.parse(json, (_, value) => typeof value === "string" ? encoder.encode(value) : value);
    tool.start(7, input);
    while (this.waiting.length > 0) await this.waiting.shift();
    return this.log.join("\n");
  }
}
"#)]
extern "C" {
    type Session;
    #[wasm_bindgen(constructor)]
    fn new(kind: &str) -> Session;
    #[wasm_bindgen(method, getter)]
    fn host(this: &Session) -> JsValue;
    #[wasm_bindgen(method, getter)]
    fn storage(this: &Session) -> JsValue;
    #[wasm_bindgen(method, getter)]
    fn options(this: &Session) -> JsValue;
    #[wasm_bindgen(method)]
    async fn execute(this: &Session, tool: JsValue, json: &str) -> JsValue;
}

/// What the host was told while a command ran over a store of this kind.
async fn told(kind: &str, json: &str) -> String {
    let session = Session::new(kind);
    let host: JsHost = session.host().unchecked_into();
    let storage: JsStorage = session.storage().unchecked_into();
    let tool = WasmMemoryTool::new(host, storage, &session.options()).unwrap();
    session.execute(tool.into(), json).await.as_string().unwrap()
}

const VIEW: &str = r#"{"command":"view","path":"/memories/a.md"}"#;
const SHOWN: &str =
    "finish 7 false text Here's the content of /memories/a.md with line numbers:\n     1\tone\n     2\ttwo";

#[wasm_bindgen_test]
async fn a_store_may_answer_at_once_by_a_promise_or_by_a_thenable() {
    for kind in ["plain", "promise", "thenable"] {
        assert_eq!(told(kind, VIEW).await, SHOWN, "{kind}");
    }
}

#[wasm_bindgen_test]
async fn a_store_that_throws_or_rejects_is_asked_once_more_and_not_quoted() {
    for kind in ["throws", "rejects"] {
        assert_eq!(
            told(kind, VIEW).await,
            "failed view /memories/a.md unavailable true true\n\
             failed view /memories/a.md unavailable true false\n\
             finish 7 true text Error: The memory store is unavailable; nothing was changed; try again later",
            "{kind}"
        );
    }
}

#[wasm_bindgen_test]
async fn an_answer_that_the_contract_does_not_allow_is_not_believed() {
    for kind in [
        "undefined",
        "text",
        "noVersion",
        "noBytes",
        "status",
        "negative",
        "fraction",
        "kindless",
    ] {
        assert_eq!(
            told(kind, VIEW).await,
            "failed view /memories/a.md invalid_result false false\n\
             finish 7 true text Error: The memory store is unavailable; nothing was changed; try again later",
            "{kind}"
        );
    }
}

#[wasm_bindgen_test]
async fn an_edit_is_written_on_condition_of_the_version_that_was_read() {
    let json = r#"{"command":"insert","path":"/memories/a.md","insert_line":1,"insert_text":"1½"}"#;
    assert_eq!(
        told("promise", json).await,
        "write /memories/a.md one\n1½\ntwo\n {\"when\":{\"version\":\"1\"},\"budget\":{\"bytes\":1000,\"files\":10}}\n\
         finish 7 false text The file /memories/a.md has been edited."
    );
}

#[wasm_bindgen_test]
async fn what_is_not_memory_is_left_out_and_told() {
    assert_eq!(
        told("foreign", r#"{"command":"view","path":"/memories"}"#).await,
        "foreign /memories /memories/link\n\
         finish 7 false text Here're the files and directories up to 2 levels deep in /memories, excluding hidden items \
         and node_modules:\n4.0K\t/memories\n1023B\t/memories/ok"
    );
}

#[wasm_bindgen_test]
async fn names_are_composed_by_javascript_and_held_to_the_stores_longest() {
    let decomposed = r#"{"command":"create","path":"/memories/e\u0301","file_text":""}"#;
    assert!(
        told("", decomposed)
            .await
            .ends_with("created successfully at: /memories/é")
    );
    let long = r#"{"command":"create","path":"/memories/123456789012345678901","file_text":""}"#;
    assert!(
        told("", long)
            .await
            .ends_with("is not allowed: this store cannot hold that name")
    );
}

const CREATE: &str = r#"{"command":"create","path":"/memories/a.md","file_text":"new"}"#;
const DELETE: &str = r#"{"command":"delete","path":"/memories/a.md"}"#;
const RENAME: &str = r#"{"command":"rename","old_path":"/memories/a.md","new_path":"/memories/b.md"}"#;

#[wasm_bindgen_test]
async fn every_status_that_a_store_may_answer_is_understood() {
    for (command, answer, text) in [
        (
            CREATE,
            "write: ({ status: 'ok', version: '2' })",
            "File created successfully at: /memories/a.md",
        ),
        (
            CREATE,
            "write: ({ status: 'exists' })",
            "Error: File /memories/a.md already exists",
        ),
        (
            CREATE,
            "write: ({ status: 'is_directory' })",
            "Error: File /memories/a.md already exists",
        ),
        (
            CREATE,
            "write: ({ status: 'not_a_directory', path: '/memories/e' })",
            "Error: The path /memories/e is a file, not a directory",
        ),
        (
            CREATE,
            "write: ({ status: 'over_budget', usage: { files: 10, bytes: 1 } })",
            "Error: The memory holds 10 of 10 files and directories, and this would add more. Nothing was written; delete \
             files first",
        ),
        (
            CREATE,
            "write: ({ status: 'changed' })",
            "Error: The file /memories/a.md was changed by others at the same time, and nothing was written. View it and \
             try again",
        ),
        (
            DELETE,
            "remove: ({ status: 'ok' })",
            "Successfully deleted /memories/a.md",
        ),
        (
            DELETE,
            "remove: ({ status: 'missing' })",
            "Error: The path /memories/a.md does not exist",
        ),
        (
            DELETE,
            "remove: ({ status: 'changed' })",
            "Error: The file /memories/a.md was changed by others at the same time, and nothing was written. View it and \
             try again",
        ),
        (
            RENAME,
            "rename: ({ status: 'ok' })",
            "Successfully renamed /memories/a.md to /memories/b.md",
        ),
        (
            RENAME,
            "rename: ({ status: 'missing' })",
            "Error: The path /memories/a.md does not exist",
        ),
        (
            RENAME,
            "rename: ({ status: 'exists' })",
            "Error: The destination /memories/b.md already exists",
        ),
        (
            RENAME,
            "rename: ({ status: 'not_a_directory', path: '/memories/e' })",
            "Error: The path /memories/e is a file, not a directory",
        ),
    ] {
        let is_error = text.starts_with("Error:");
        let told = told(answer, command).await;
        assert!(
            told.ends_with(&format!("finish 7 {is_error} text {text}")),
            "{answer}: {told}"
        );
        assert!(!told.contains("failed"), "{answer}: {told}");
    }
}

#[wasm_bindgen_test]
async fn a_change_whose_answer_is_garbage_has_an_unknown_outcome() {
    let garbage = [
        "undefined",
        "null",
        "'ok'",
        "true",
        "1",
        "[]",
        "Symbol('ok')",
        "() => ({ status: 'ok' })",
        "({ status: 'OK' })",
        "({ status: ['ok'] })",
        "({ status: 'not_a_directory', path: '../etc' })",
        "({ status: 'not_a_directory' })",
        "({ status: 'over_budget' })",
        "({ status: 'over_budget', usage: { files: -1, bytes: 0 } })",
        "({ status: 'over_budget', usage: { files: NaN, bytes: 0 } })",
        "({ get status() { throw new Error(secret) } })",
        "new Proxy({}, { get() { throw new Error(secret) } })",
        "Promise.resolve({ status: 'fine' })",
        "Promise.resolve(undefined)",
        "({ then(resolve) { resolve({}) } })",
    ];
    for (verb, command) in [("write", CREATE), ("remove", DELETE), ("rename", RENAME)] {
        for answer in garbage {
            let told = told(&format!("{verb}: {answer}"), command).await;
            let (failed, finished) = told.split_once('\n').unwrap();
            assert!(
                failed.contains(" invalid_result false false"),
                "{verb}, {answer}: {told}"
            );
            assert_eq!(
                finished,
                "finish 7 true text Error: The memory store is unavailable; the outcome is unknown; view the file before \
                 you repeat",
                "{verb}, {answer}"
            );
        }
    }
    for answer in ["({ status: 'ok' })", "({ status: 'ok', version: 2 })"] {
        let told = told(&format!("write: {answer}"), CREATE).await;
        assert!(
            told.contains("the outcome is unknown"),
            "a write without its version, {answer}: {told}"
        );
    }
}

#[wasm_bindgen_test]
async fn a_page_or_a_file_that_is_garbage_is_not_believed() {
    let pages = [
        "({})",
        "[]",
        "({ entries: {} })",
        "({ entries: 'abc' })",
        "({ entries: [null] })",
        "({ entries: [{ path: 1, kind: 'file', size: 1 }] })",
        "({ entries: [{ path: '/memories/a', kind: 'file', size: '1' }] })",
        "({ entries: [{ path: '/memories/a', kind: 'file', size: NaN }] })",
        "({ entries: [{ path: '/memories/a', kind: 'file', size: Infinity }] })",
        "({ entries: [{ path: '/memories/a', kind: 'file' }] })",
        "({ get entries() { throw new Error(secret) } })",
        "({ entries: new Array(4294967295) })",
        "({ entries: [], cursor: 1 })",
        "({ entries: [], cursor: {} })",
        "({ entries: new Proxy([], { get() { throw new Error(secret) } }) })",
        "({ entries: Object.defineProperty([], 0, { get() { throw new Error(secret) } }) })",
        "({ entries: (() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy })() })",
    ];
    let files = [
        "({ ...file, bytes: null })",
        "({ ...file, bytes: 'text' })",
        "({ ...file, bytes: new ArrayBuffer(2) })",
        "({ ...file, bytes: new Uint16Array(2) })",
        "({ ...file, bytes: { length: 2, 0: 1, 1: 1 } })",
        "({ ...file, bytes: Object.create(Uint8Array.prototype) })",
        "({ ...file, bytes: new Proxy(new Uint8Array(2), {}) })",
        "({ ...file, version: null })",
        "({ ...file, version: 1 })",
    ];
    let pages = pages.map(|answer| (format!("list: {answer}"), r#"{"command":"view","path":"/memories"}"#));
    let files = files.map(|answer| (format!("read: {answer}"), VIEW));
    for (answer, command) in pages.into_iter().chain(files) {
        let told = told(&answer, command).await;
        assert!(told.contains(" invalid_result false false"), "{answer}: {told}");
        assert!(
            told.ends_with(
                "finish 7 true text Error: The memory store is unavailable; nothing was changed; try again later"
            ),
            "{answer}: {told}"
        );
    }
}

#[wasm_bindgen_test]
async fn a_storage_error_says_what_happened_and_anything_else_that_is_thrown_says_nothing() {
    let ours = |code: &str, outcome: &str| {
        format!(
            "write: Promise.reject(Object.assign(new Error(secret), {{ name: 'StorageError', code: '{code}', outcome: '{outcome}' }}))"
        )
    };
    for (answer, code, text) in [
        (ours("full", "unchanged"), "full", "is full; nothing was changed"),
        (ours("full", "unknown"), "full", "is full; the outcome is unknown"),
        (ours("full", "whatever"), "full", "is full; the outcome is unknown"),
        (
            ours("denied", "unchanged"),
            "denied",
            "does not permit this; nothing was changed",
        ),
        (
            ours("read_only", "unchanged"),
            "read_only",
            "is read-only; nothing was changed",
        ),
        (
            ours("corrupt", "unchanged"),
            "corrupt",
            "found damaged data; nothing was changed",
        ),
        (
            ours("timeout", "unknown"),
            "timeout",
            "did not answer in time; the outcome is unknown",
        ),
        (
            ours("no such code", "unchanged"),
            "unavailable",
            "is unavailable; nothing was changed",
        ),
        (
            "write: (() => { throw secret })()".to_owned(),
            "unavailable",
            "is unavailable; the outcome is unknown",
        ),
        (
            "write: Promise.reject(undefined)".to_owned(),
            "unavailable",
            "is unavailable; the outcome is unknown",
        ),
        (
            "write: Promise.reject(null)".to_owned(),
            "unavailable",
            "is unavailable; the outcome is unknown",
        ),
        (
            "write: Promise.reject({ code: 'full', outcome: 'unchanged' })".to_owned(),
            "unavailable",
            "is unavailable; the outcome is unknown",
        ),
        (
            "write: Promise.reject({ get name() { throw new Error(secret) } })".to_owned(),
            "unavailable",
            "is unavailable; the outcome is unknown",
        ),
    ] {
        let told = told(&answer, CREATE).await;
        assert!(
            told.starts_with(&format!("failed create /memories/a.md {code} ")),
            "{answer}: {told}"
        );
        assert!(told.contains(text) && !told.contains("/home"), "{answer}: {told}");
    }
}
