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
