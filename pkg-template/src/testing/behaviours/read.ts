import type { ReadResult } from "../../storage.js";
import type { DescribeBehaviour } from "../behaviour.js";
import { check, equal } from "../check.js";
import { bytes, put, text } from "../files.js";
import { turnOfTheEventLoop } from "../race.js";

type Found = Extract<ReadResult, { status: "ok" }>;

function found(result: ReadResult): Found {
  check(result.status === "ok", `a read of a file answered ${result.status}`);
  return result;
}

export function readBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("a read gives all bytes as they were written, whatever their values", async ({ storage }) => {
    const every = Array.from({ length: 256 }, (_, i) => i);
    for (const values of [every, every.toReversed(), [0], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [13, 10, 10, 13]]) {
      await storage.write("/memories/a", Uint8Array.from(values), { when: "any" });
      equal([...found(await storage.read("/memories/a", {})).bytes], values, "bytes of a file");
    }
  });

  behaviour("a read of an empty file gives no bytes", async ({ storage }) => {
    await put(storage, "/memories/a", "");
    const { bytes, size } = found(await storage.read("/memories/a", {}));
    equal([bytes.byteLength, size], [0, 0], "bytes and size of an empty file");
  });

  behaviour("a read of ten megabytes gives them all", async ({ storage }) => {
    const big = new Uint8Array(10_000_000).map((_, i) => i * 31 + (i >> 16));
    await storage.write("/memories/a", big.slice(), { when: "absent" });
    const { bytes, size } = found(await storage.read("/memories/a", {}));
    equal([bytes.byteLength, size], [big.byteLength, big.byteLength], "bytes and size of the file");
    const wrong = big.findIndex((value, i) => value !== bytes[i]);
    check(wrong === -1, `byte ${wrong} of ten million is another one than was written`);
  });

  behaviour("a read tells the size and the version that stat tells", async ({ storage }) => {
    for (const content of ["1", "four", ""]) {
      await put(storage, "/memories/d/a", content);
      const { size, version } = found(await storage.read("/memories/d/a", {}));
      equal(await storage.stat("/memories/d/a"), { size, version }, "stat after a read");
    }
  });

  behaviour("a read of a part gives as many bytes as asked for, from its offset on", async ({ storage }) => {
    await put(storage, "/memories/a", "0123456789");
    const part = async (options: { offset?: number; length?: number }): Promise<string> =>
      new TextDecoder().decode(found(await storage.read("/memories/a", options)).bytes);
    equal(await part({ offset: 2, length: 3 }), "234", "3 bytes from 2 on");
    equal(await part({ offset: 0, length: 10 }), "0123456789", "10 bytes from 0 on");
    equal(await part({ offset: 3, length: 0 }), "", "no bytes from 3 on");
    equal(await part({ offset: 7 }), "789", "all bytes from 7 on");
    equal(await part({ length: 2 }), "01", "the first 2 bytes");
  });

  behaviour("a read of a part is shorter where the file ends before, and empty beyond its end", async ({ storage }) => {
    await put(storage, "/memories/a", "0123456789");
    for (const [offset, rest] of [
      [8, "89"],
      [10, ""],
      [50, ""],
    ] as const) {
      const result = found(await storage.read("/memories/a", { offset, length: 5 }));
      equal(new TextDecoder().decode(result.bytes), rest, `5 bytes from ${offset} on, of 10`);
    }
    equal(found(await storage.read("/memories/a", { offset: 50 })).bytes.byteLength, 0, "what is left from 50 on");
  });

  behaviour("a read of a part tells the size and the version of the whole file", async ({ storage }) => {
    const version = await put(storage, "/memories/a", "0123456789");
    equal(await storage.read("/memories/a", { offset: 2, length: 3 }), { status: "ok", size: 10, version }, "a part");
  });

  behaviour("a read answers missing where nothing or a directory lies, and below a file", async ({ storage }) => {
    await put(storage, "/memories/d/a", "x");
    for (const path of ["/memories/no", "/memories/no/no", "/memories/d", "/memories", "/memories/d/a/b"]) {
      equal(await storage.read(path, {}), { status: "missing" }, `a read of ${path}`);
    }
  });

  behaviour("a read with a version answers changed unless the file still has it", async ({ storage }) => {
    const first = await put(storage, "/memories/a", "1");
    equal(await storage.read("/memories/a", { version: first }), { status: "ok", version: first }, "the same version");
    await put(storage, "/memories/a", "2");
    for (const options of [{}, { offset: 0, length: 1 }]) {
      const result = await storage.read("/memories/a", { version: first, ...options });
      equal(result, { status: "changed" }, "a version that the file had before");
    }
  });

  behaviour("a read with a version answers missing where the file is gone", async ({ storage }) => {
    const version = await put(storage, "/memories/a", "1");
    await storage.remove("/memories/a", {});
    equal(await storage.read("/memories/a", { version }), { status: "missing" }, "a file that was removed");
    await put(storage, "/memories/a/b", "1");
    equal(await storage.read("/memories/a", { version }), { status: "missing" }, "a directory in its place");
  });

  behaviour("what a reader does to the bytes it was given does not reach the file", async ({ storage }) => {
    await put(storage, "/memories/a", "abc");
    for (const options of [{}, { offset: 0, length: 3 }]) {
      found(await storage.read("/memories/a", options)).bytes.fill(0);
      equal(await text(storage, "/memories/a"), "abc", "the file after a reader changed its bytes");
    }
  });

  behaviour("bytes that were read stay as they are when the file is written anew", async ({ storage }) => {
    await put(storage, "/memories/a", "abc");
    const before = found(await storage.read("/memories/a", {}));
    await put(storage, "/memories/a", "xyz");
    equal(new TextDecoder().decode(before.bytes), "abc", "what was read before the write");
  });

  behaviour("a reader during many writes sees only whole versions", async ({ storage, second }) => {
    const content = (i: number): Uint8Array => new Uint8Array(20_000 + i).fill(i);
    const written = new Map<string, number>();
    const seen: Found[] = [];
    const writer = { done: false };
    const write = async (i: number): Promise<void> => {
      const result = await storage.write("/memories/a", content(i), { when: "any" });
      check(result.status === "ok", `a write without a condition answered ${result.status}`);
      written.set(result.version, i);
      await turnOfTheEventLoop();
    };
    const writeAll = async (): Promise<void> => {
      try {
        for (let i = 1; i <= 40; i++) await write(i);
      } finally {
        writer.done = true;
      }
    };
    const readAll = async (): Promise<void> => {
      while (!writer.done) {
        for (let i = 0; i < 5; i++) seen.push(found(await second.read("/memories/a", {})));
        await turnOfTheEventLoop();
      }
    };
    await write(0);
    await Promise.all([writeAll(), readAll(), readAll()]);
    for (const { bytes, version, size } of seen) {
      const i = written.get(version);
      check(i !== undefined, `a reader saw the version ${version}, which no write gave`);
      const whole = bytes.byteLength === 20_000 + i && bytes.every((value) => value === i);
      check(whole && size === bytes.byteLength, `a reader saw other bytes under version ${version} than were written`);
    }
  });

  behaviour("what one client has written another reads at once", async ({ storage, second }) => {
    for (const content of ["1", "22", "3"]) {
      const version = await put(storage, "/memories/d/a", content);
      equal(await text(second, "/memories/d/a"), content, "what the other client reads");
      equal(await second.stat("/memories/d/a"), { size: content.length, version }, "the other client's stat");
      const changed = await second.write("/memories/d/a", bytes("by the other"), { when: { version } });
      equal(changed, { status: "ok" }, "the other client's write with the version");
      equal(await storage.read("/memories/d/a", { version }), { status: "changed" }, "the first client's version");
    }
    await second.remove("/memories/d", {});
    equal(await storage.stat("/memories/d"), null, "what the other client has removed");
  });
}
