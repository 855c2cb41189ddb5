//! What JavaScript brings: the store, and the host that watches its promises and takes the outcomes.

use super::convert;
use super::fault::JsFault;
use super::requests::Requests;
use crate::path::MemoryPath;
use crate::storage::{
    Budget, Capabilities, Page, Part, ReadResult, RemoveResult, RenameResult, Stat, Storage, Usage, Version, When,
    WriteResult,
};
use js_sys::{Reflect, Uint8Array};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// `Host` of the package's `host.ts`.
    pub type JsHost;

    /// Settles the request when the promise does.
    #[wasm_bindgen(method)]
    fn watch(this: &JsHost, request: u32, promise: &JsValue);

    /// A call's outcome: text as UTF-8, or base64 with its media type. The bytes are the core's and gone afterwards.
    #[wasm_bindgen(method)]
    pub(super) fn finish(this: &JsHost, call: u32, content: &[u8], media_type: Option<&str>, is_error: bool);

    #[wasm_bindgen(method, js_name = storageFailed)]
    pub(super) fn storage_failed(this: &JsHost, command: &str, path: &str, code: &str, error: JsValue, retried: bool);

    #[wasm_bindgen(method, js_name = foreignSkipped)]
    pub(super) fn foreign_skipped(this: &JsHost, directory: &str, paths: Vec<String>);

    /// `MemoryStorage` of the package's `storage.ts`. A method may return its result or a promise of it, and may throw.
    pub type JsStorage;

    #[wasm_bindgen(method, getter, catch)]
    fn capabilities(this: &JsStorage) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn stat(this: &JsStorage, path: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn read(this: &JsStorage, path: &str, options: JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn write(this: &JsStorage, path: &str, bytes: Uint8Array, options: JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn list(this: &JsStorage, directory: &str, options: JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn remove(this: &JsStorage, path: &str, options: JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn rename(this: &JsStorage, from: &str, to: &str, options: JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn usage(this: &JsStorage) -> Result<JsValue, JsValue>;
}

/// A store of the host's, as the core sees it.
pub(super) struct BridgedStorage {
    storage: JsStorage,
    capabilities: Capabilities,
    host: Rc<JsHost>,
    requests: Rc<Requests>,
}

impl BridgedStorage {
    pub(super) fn new(storage: JsStorage, host: Rc<JsHost>, requests: Rc<Requests>) -> Result<Self, JsValue> {
        let capabilities = convert::capabilities(&storage.capabilities()?);
        Ok(Self {
            storage,
            capabilities,
            host,
            requests,
        })
    }

    /// The result of a method: at once where it is a plain value, else when its promise settles.
    async fn settled(&self, returned: Result<JsValue, JsValue>) -> Result<JsValue, JsFault> {
        let value = returned.map_err(JsFault::new)?;
        if !is_thenable(&value) {
            return Ok(value);
        }
        let request = self.requests.open();
        self.host.watch(request.id(), &value);
        request.await.map_err(JsFault::new)
    }

    /// The same, read into what the core works with.
    async fn answer<T>(
        &self,
        returned: Result<JsValue, JsValue>,
        read: impl Fn(&JsValue) -> Option<T>,
    ) -> Result<T, JsFault> {
        let value = self.settled(returned).await?;
        read(&value).ok_or_else(|| JsFault::invalid_result(value))
    }
}

fn is_thenable(value: &JsValue) -> bool {
    value.is_object() && Reflect::get(value, &"then".into()).is_ok_and(|then| then.is_function())
}

impl Storage for BridgedStorage {
    type Error = JsFault;

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    async fn stat(&self, path: &MemoryPath) -> Result<Option<Stat>, JsFault> {
        self.answer(self.storage.stat(path.as_str()), convert::stat).await
    }

    async fn read(
        &self,
        path: &MemoryPath,
        part: Option<Part>,
        version: Option<Version>,
    ) -> Result<ReadResult, JsFault> {
        let version = version.map(|version| version.0);
        let options = convert::object([
            ("offset", part.map(|part| convert::from_u64(part.offset)).into()),
            ("length", part.map(|part| convert::from_u64(part.length)).into()),
            ("version", version.into()),
        ]);
        let returned = self.storage.read(path.as_str(), options);
        self.answer(returned, convert::read_result).await
    }

    async fn write(
        &self,
        path: &MemoryPath,
        bytes: Vec<u8>,
        when: When,
        budget: Budget,
    ) -> Result<WriteResult, JsFault> {
        let options = convert::object([("when", convert::when(when)), ("budget", convert::budget(budget))]);
        let copy = Uint8Array::from(bytes.as_slice());
        drop(bytes);
        let returned = self.storage.write(path.as_str(), copy, options);
        self.answer(returned, convert::write_result).await
    }

    async fn list(
        &self,
        directory: &MemoryPath,
        depth: usize,
        cursor: Option<String>,
    ) -> Result<Option<Page>, JsFault> {
        let options = convert::object([("depth", depth.into()), ("cursor", cursor.into())]);
        let returned = self.storage.list(directory.as_str(), options);
        self.answer(returned, convert::page).await
    }

    async fn remove(&self, path: &MemoryPath, version: Option<Version>) -> Result<RemoveResult, JsFault> {
        let version = version.map(|version| version.0);
        let options = convert::object([("version", version.into())]);
        let returned = self.storage.remove(path.as_str(), options);
        self.answer(returned, convert::remove_result).await
    }

    async fn rename(&self, from: &MemoryPath, to: &MemoryPath, budget: Budget) -> Result<RenameResult, JsFault> {
        let options = convert::object([("budget", convert::budget(budget))]);
        let returned = self.storage.rename(from.as_str(), to.as_str(), options);
        self.answer(returned, convert::rename_result).await
    }

    async fn usage(&self) -> Result<Usage, JsFault> {
        self.answer(self.storage.usage(), convert::usage).await
    }
}
