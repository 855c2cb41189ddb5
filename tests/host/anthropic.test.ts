import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { createMemoryTool, type MemoryTool } from "memory-tool";
import { memoryTool, toolResults } from "memory-tool/anthropic";
import { inMemory } from "memory-tool/storage/memory";

const PNG = "iVBORw0KGgo=";

async function memoryWithFiles(): Promise<MemoryTool> {
  const storage = inMemory();
  await storage.write("/memories/a.md", new TextEncoder().encode("one\none\n"), { when: "absent" });
  await storage.write("/memories/dot.png", Uint8Array.from(Buffer.from(PNG, "base64")), { when: "absent" });
  return createMemoryTool({ storage });
}

const IMAGE = [{ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }];
const NOT_UNIQUE =
  "No replacement was performed. Multiple occurrences of old_str `one` in lines: 1, 2. Please ensure it is unique";

/** Commands as a model sends them, right and wrong, and what must come back for each. */
const CALLS: { input: unknown; content: unknown; is_error: boolean }[] = [
  {
    input: { command: "create", path: "/memories/b.md", file_text: "b" },
    content: "File created successfully at: /memories/b.md",
    is_error: false,
  },
  {
    input: { command: "str_replace", path: "/memories/a.md", old_str: "one", new_str: "two" },
    content: NOT_UNIQUE,
    is_error: true,
  },
  { input: { command: "view", path: "/memories/dot.png" }, content: IMAGE, is_error: false },
  {
    input: { command: "undo", path: "/memories/a.md" },
    content: "Error: unknown command `undo`. The commands are view, create, str_replace, insert, delete, rename",
    is_error: true,
  },
  {
    input: { command: "toString" },
    content: "Error: unknown command `toString`. The commands are view, create, str_replace, insert, delete, rename",
    is_error: true,
  },
  {
    input: null,
    content: "Error: the input must be an object that holds a command and its fields; got nothing",
    is_error: true,
  },
  {
    input: {},
    content: "Error: the input needs `command`, one of view, create, str_replace, insert, delete, rename; got nothing",
    is_error: true,
  },
  {
    input: { command: "delete", path: "/memories/missing" },
    content: "Error: The path /memories/missing does not exist",
    is_error: true,
  },
];

const assistant = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-5-5",
  content: [
    { type: "text", text: "At once." },
    ...CALLS.map(({ input }, index) => ({ type: "tool_use", id: `toolu_${index}`, name: "memory", input })),
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

const EXPECTED = CALLS.map(({ content, is_error }, index) => ({ tool_use_id: `toolu_${index}`, content, is_error }));

interface Result {
  type: string;
  tool_use_id: string;
  content: unknown;
  is_error?: boolean;
}

const plain = ({ tool_use_id, content, is_error = false }: Result) => ({ tool_use_id, content, is_error });

interface Body {
  messages: { content: Result[] }[];
  tools: unknown;
}

/** The two requests of a tool runner whose model makes all the calls at once and then is done. */
async function requestsOfRunner(Client: typeof Anthropic): Promise<Body[]> {
  const bodies: Body[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      bodies.push(JSON.parse(await text(request)) as Body);
      const last = { ...assistant, content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(bodies.length === 1 ? assistant : last));
    };
    void answer();
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  try {
    const { port } = server.address() as AddressInfo;
    const client = new Client({ baseURL: `http://127.0.0.1:${port}`, apiKey: "none", maxRetries: 0 });
    const tool = memoryTool(await memoryWithFiles(), { cache_control: { type: "ephemeral" } });
    await client.beta.messages.toolRunner({
      model: "claude-opus-5-5",
      max_tokens: 1024,
      messages: [{ role: "user", content: "Go." }],
      tools: [tool],
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  assert.equal(bodies.length, 2);
  return bodies;
}

test("the SDK's tool runner gets our texts, once, for parallel calls, failures and images", async () => {
  const bodies = await requestsOfRunner(Anthropic);
  assert.deepEqual(bodies[0]?.tools, [
    { type: "memory_20250818", name: "memory", cache_control: { type: "ephemeral" } },
  ]);
  assert.deepEqual(bodies[1]?.messages.at(-1)?.content.map(plain), EXPECTED);
});

test("the runner of another copy of the SDK gets them too, each with one `Error: ` at most", async () => {
  const required = createRequire(import.meta.url)("@anthropic-ai/sdk") as typeof Anthropic;
  assert.notEqual(required, Anthropic);
  const bodies = await requestsOfRunner(required);
  const expected = EXPECTED.map((result) =>
    result.content === NOT_UNIQUE ? { ...result, content: `Error: ${NOT_UNIQUE}` } : result,
  );
  assert.deepEqual(bodies[1]?.messages.at(-1)?.content.map(plain), expected);
});

test("toolResults answers all memory calls of a message, in order, and leaves other tools alone", async () => {
  const other = { type: "tool_use", id: "toolu_other", name: "get_weather", input: {} };
  const message = { ...assistant, content: [other, ...assistant.content] };
  const results = await toolResults(message, await memoryWithFiles());
  assert.equal(results?.role, "user");
  assert.deepEqual(results.content.map(plain), EXPECTED);
  assert.ok(results.content.every(({ type }) => type === "tool_result"));
});

test("toolResults is null where nothing is asked of the memory", async () => {
  assert.equal(await toolResults({ content: [{ type: "text" }] }, await memoryWithFiles()), null);
});
