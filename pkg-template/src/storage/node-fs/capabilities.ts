import type { StorageCapabilities } from "../../storage.js";

export const capabilities: Partial<StorageCapabilities> = {
  foreignEntries: true,
  // What the platform does by default: to ask the file system would take a file of ours at every start.
  foldsCase: process.platform === "win32" || process.platform === "darwin",
  windowsNames: process.platform === "win32",
  longestName: 255,
};
