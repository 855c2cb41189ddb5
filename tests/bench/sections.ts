import type { Section } from "./row.js";
import { changes } from "./rows/change.js";
import { edits } from "./rows/edit.js";
import { growth, lists } from "./rows/list.js";
import { againstMap } from "./rows/map.js";
import { overlapping, parallel } from "./rows/parallel.js";
import { memories, processes } from "./rows/process.js";
import { replays } from "./rows/replay.js";
import { views } from "./rows/view.js";

/** Everything that is measured, in the order of the report. */
export const SECTIONS: readonly Section[] = [
  {
    title: "On Node's file system, against the SDK's BetaLocalFilesystemMemoryTool",
    peer: "SDK",
    floor: "bare calls",
    rows: [...views, ...lists, ...edits, ...changes, ...replays, ...parallel, ...processes, ...memories],
  },
  { title: "In memory, against a handler over a JavaScript Map", peer: "Map", rows: againstMap },
  { title: "Against ourselves", floor: "baseline", rows: [...growth, ...overlapping] },
];
