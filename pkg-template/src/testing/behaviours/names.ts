import type { MemoryStorage } from "../../storage.js";
import type { DescribeBehaviour } from "../behaviour.js";
import { equal } from "../check.js";
import { bytes, paths, put, text } from "../files.js";

/** Makes a file below a directory of each name, and checks that they are there under these names and no others. */
async function holds(storage: MemoryStorage, names: readonly string[]): Promise<void> {
  const made: string[] = [];
  for (const name of names) {
    await put(storage, `/memories/${name}/${name}`, name, "absent");
    made.push(`/memories/${name}`, `/memories/${name}/${name}`);
  }
  for (const name of names) equal(await text(storage, `/memories/${name}/${name}`), name, `the file named ${name}`);
  equal((await paths(storage)).sort(), made.sort(), "the names that a list gives");
}

export function nameBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("names hold spaces, percent signs, quotes, and characters beyond U+FFFF", async ({ storage }) => {
    await holds(storage, [
      "a b",
      "100%",
      "%41",
      "it's; #1 & more",
      "$HOME",
      "~",
      "\u{1f9e0}",
      "\uffff",
      "\ufffd",
      "日本",
    ]);
  });

  behaviour("names that a programming language has a meaning for are names like any other", async ({ storage }) => {
    await holds(storage, ["__proto__", "constructor", "toString", "undefined", "null", "0", "-1", "..a"]);
  });

  behaviour("names in Unicode NFC come back in NFC", async ({ storage }) => {
    // The last is written as two characters in NFC too.
    await holds(storage, ["é", "Å", "각", "ṩ", "\u0915\u093c"]);
  });

  behaviour(
    "names that differ in case only are two names, or, in a store that folds case, one that exists already",
    async ({ storage, capabilities: { foldsCase } }) => {
      await put(storage, "/memories/Notes", "1");
      await put(storage, "/memories/other", "2");
      const written = await storage.write("/memories/notes", bytes("3"), { when: "absent" });
      equal(written, { status: foldsCase ? "exists" : "ok" }, "a write of a name that differs in case");
      const renamed = await storage.rename("/memories/other", "/memories/NOTES", {});
      equal(renamed, { status: foldsCase ? "exists" : "ok" }, "a rename to a name that differs in case");
      equal(await text(storage, "/memories/Notes"), "1", "the file that was there");
      const names = foldsCase ? ["Notes", "other"] : ["NOTES", "Notes", "notes"];
      equal(
        await paths(storage),
        names.map((name) => `/memories/${name}`),
        "the names",
      );
    },
  );

  behaviour("names are as long as the store says", async ({ storage, capabilities: { longestName } }) => {
    await holds(storage, ["n".repeat(longestName), "é".repeat(Math.floor(longestName / 2))]);
  });

  behaviour(
    "names that Windows refuses are held, unless the store says that it cannot",
    async ({ storage }) => {
      await holds(storage, ["a:b", "what?", "*", "<a>", 'a"b', "a|b", "CON", "nul.txt", "end.", "..."]);
    },
    { needs: ({ windowsNames }) => !windowsNames },
  );

  behaviour("a path has up to 32 names", async ({ storage }) => {
    const path = `/memories${"/d".repeat(32)}`;
    await put(storage, path, "x", "absent");
    equal(await text(storage, path), "x", "a file 32 names deep");
    equal((await paths(storage)).length, 32, "entries on the way to it");
  });
}
