import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { MemoryStorage, Stat } from "../storage.js";
import { ROOT } from "./common/names.js";
import { look } from "./node-fs/attributes.js";
import { capabilitiesOf } from "./node-fs/capabilities.js";
import { unchanged } from "./node-fs/error.js";
import { Home } from "./node-fs/home.js";
import { checkOptions } from "./node-fs/options.js";
import { read } from "./node-fs/read.js";
import { remove } from "./node-fs/remove.js";
import { rename } from "./node-fs/rename.js";
import type { Durability } from "./node-fs/sync.js";
import { reachExisting } from "./node-fs/way.js";
import { write } from "./node-fs/write.js";

export interface NodeFsOptions {
  /**
   * What a change waits for. `full` (the default): its bytes and its name are on the disk when it is answered. `relaxed`:
   * the bytes are, and after a power failure the change may be there or not, whole either way.
   */
  durability?: Durability;
}

/**
 * Keeps memory as files in `directory`, which is the root `/memories`. It is made on first use, for its owner alone.
 *
 * Nothing happens before the first call; a relative path is resolved now, against the working directory.
 */
export function nodeFs(directory: string | URL, options: NodeFsOptions = {}): MemoryStorage {
  const { durability } = checkOptions(options);
  const root = resolve(typeof directory === "string" ? directory : fileURLToPath(directory));
  const home = new Home(root, durability);
  return {
    capabilities: capabilitiesOf(root),
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
  const found = reachExisting(root, path, (host) => look(root, host));
  // The root is there as soon as it is asked for, though the first write makes it.
  if (path !== ROOT) return found;
  return found?.kind === "directory" ? found : { kind: "directory", size: 0, version: "", modified: 0 };
}
