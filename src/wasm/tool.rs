//! What JavaScript calls.

use super::bridge::{BridgedStorage, JsHost, JsStorage};
use super::convert;
use super::fault::JsFault;
use super::requests::Requests;
use super::tasks::Tasks;
use crate::outcome::{Content, Event, Execution, Failure, Outcome};
use crate::tool::MemoryTool;
use std::rc::Rc;
use std::sync::Once;
use wasm_bindgen::prelude::*;

/// A memory tool over a store of the host's. Its methods borrow nothing beyond their own call.
#[wasm_bindgen]
pub struct WasmMemoryTool {
    tool: Rc<MemoryTool<BridgedStorage>>,
    host: Rc<JsHost>,
    requests: Rc<Requests>,
    tasks: Tasks,
}

#[wasm_bindgen]
impl WasmMemoryTool {
    /// A tool over `storage`; `host` takes the outcomes. Throws where the options or the store's capabilities cannot be
    /// read.
    #[wasm_bindgen(constructor)]
    pub fn new(host: JsHost, storage: JsStorage, options: &JsValue) -> Result<WasmMemoryTool, JsValue> {
        static HOOK: Once = Once::new();
        // What a panic says goes out as an exception; without it JavaScript would see a bare `unreachable`.
        HOOK.call_once(|| std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string()))));

        let options = convert::options(options).ok_or("the options cannot be read")?;
        let host = Rc::new(host);
        let requests = Rc::new(Requests::default());
        let storage = BridgedStorage::new(storage, Rc::clone(&host), Rc::clone(&requests))?;
        Ok(Self {
            tool: Rc::new(MemoryTool::new(storage, options)),
            host,
            requests,
            tasks: Tasks::default(),
        })
    }

    /// Begins a call. `host.finish` is called with its number and its outcome: before this returns, where the store
    /// answers at once.
    pub fn start(&self, call: u32, input: &JsValue) {
        let (tool, host) = (Rc::clone(&self.tool), Rc::clone(&self.host));
        let input = convert::input(input);
        self.tasks.add(async move {
            #[cfg(feature = "trap")]
            super::trap::spring(&input, &tool).await;
            let Execution { outcome, events } = tool.execute(input).await;
            for event in events {
                tell(&host, event);
            }
            finish(&host, call, &outcome);
        });
        self.tasks.run();
    }

    /// Hands in what a promise that the host watches came to: a value, or what it was rejected with.
    pub fn settle(&self, request: u32, value: JsValue, rejected: bool) {
        let result = if rejected { Err(value) } else { Ok(value) };
        self.requests.settle(request, result);
        self.tasks.run();
    }
}

fn tell(host: &JsHost, event: Event<JsFault>) {
    match event {
        Event::StorageFailed {
            command,
            path,
            code,
            failure,
            retried,
        } => {
            let cause = match failure {
                Failure::Store(error) => error.value,
                Failure::RepeatedCursor(cursor) => repeated_cursor(&cursor),
            };
            host.storage_failed(command, &path, code.as_str(), cause, retried);
        }
        Event::ForeignSkipped { directory, paths } => host.foreign_skipped(&directory, paths),
    }
}

fn repeated_cursor(cursor: &str) -> JsValue {
    let message = format!("the store's `list` gave the cursor {cursor} twice, so that the listing has no end");
    js_sys::Error::new(&message).into()
}

fn finish(host: &JsHost, call: u32, outcome: &Outcome) {
    match &outcome.content {
        Content::Text(text) => host.finish(call, text.as_bytes(), None, outcome.is_error),
        Content::Image { media_type, data } => host.finish(call, data.as_bytes(), Some(media_type), outcome.is_error),
    }
}
