import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { MemoryStorage, Stat } from "../storage.js";
import { ROOT } from "./common/names.js";
import { look } from "./node-fs/attributes.js";
import { capabilities } from "./node-fs/capabilities.js";
import { unchanged } from "./node-fs/error.js";
import { Home } from "./node-fs/home.js";
import { read } from "./node-fs/read.js";
import { remove } from "./node-fs/remove.js";
import { rename } from "./node-fs/rename.js";
import { reachExisting } from "./node-fs/way.js";
import { write } from "./node-fs/write.js";

/**
 * Keeps memory as files in `directory`, which is the root `/memories`. It is made on first use, for its owner alone.
 *
 * Nothing happens before the first call; a relative path is resolved now, against the working directory.
 */
export function nodeFs(directory: string | URL): MemoryStorage {
  const root = resolve(typeof directory === "string" ? directory : fileURLToPath(directory));
  const home = new Home(root);
  return {
    capabilities,
    stat: (path) => unchanged(() => stat(root, path)),
    read: (path, options) => unchanged(() => read(root, path, options)),
    write: (path, bytes, options) => write(home, path, bytes, options),
    list: (path, options) => unchanged(() => home.listings.list(path, options)),
    remove: (path, options) => remove(home, path, options),
    rename: (from, to, options) => rename(home, from, to, options),
    usage: () => unchanged(() => home.counts.count()),
  };
}

function stat(root: string, path: string): Stat | null {
  const found = reachExisting(root, path, look);
  // The root is there as soon as it is asked for, though the first write makes it.
  if (path !== ROOT) return found;
  return found?.kind === "directory" ? found : { kind: "directory", size: 0, version: "", modified: 0 };
}
