import { type BigIntStats, futimesSync, lstatSync, type Stats } from "node:fs";
import type { Kind, Stat } from "../../storage.js";
import { isShared } from "./links.js";

/** What lies at a path of the host, itself and not what it may link to; `null` where nothing does. */
export function look(root: string, host: string): Stat | null {
  const again = (): BigIntStats | undefined => lstatSync(host, { bigint: true, throwIfNoEntry: false });
  const stats = again();
  if (stats === undefined) return null;
  const kind = stats.isFile() && isShared(root, stats, again) ? "other" : kindOf(stats);
  return {
    kind,
    size: kind === "file" ? Number(stats.size) : 0,
    version: versionOf(stats),
    modified: Number(stats.mtimeMs),
  };
}

/** The same without a version, which takes half the time. */
export function sizeOf(root: string, host: string): { kind: Kind; size: number } | null {
  const again = (): Stats | undefined => lstatSync(host, { throwIfNoEntry: false });
  const stats = again();
  if (stats === undefined) return null;
  const kind = stats.isFile() && isShared(root, stats, again) ? "other" : kindOf(stats);
  return { kind, size: kind === "file" ? stats.size : 0 };
}

export function kindOf(entry: Pick<Stats, "isFile" | "isDirectory">): Kind {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "directory" : "other";
}

/**
 * Inode, time of modification, size. The inode alone is not enough, since a freed one is soon used again; the file
 * system's own time is not either, since it may stand still for 10 ms (Linux before 6.13), longer than three writes take:
 * hence `stamp`.
 * The time of the last status change is left out: a backup that links or a `chmod` changes it, and not the content.
 */
export function versionOf(stats: BigIntStats): string {
  return `${stats.ino.toString(36)}-${stats.mtimeNs.toString(36)}-${stats.size.toString(36)}`;
}

let last = 0;

/**
 * Gives a file that was just written a time of modification, in steps of a microsecond, that no other write of this
 * process had. Where a file system keeps coarser times, the inode is what tells two writes apart.
 */
export function stamp(descriptor: number): void {
  last = Math.max(last + 1, Math.round((performance.timeOrigin + performance.now()) * 1000));
  const seconds = last / 1e6;
  futimesSync(descriptor, seconds, seconds);
}
