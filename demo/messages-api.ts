import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Script, Turn } from "./script.js";

export interface MessagesApi {
  url: string;
  /** Throws where the script did not come to its end. */
  checkFinished(): void;
  close(): void;
}

/** A Messages API on loopback that plays a script, and is as strict about what it is sent as the real one. */
export async function startMessagesApi(script: Script): Promise<MessagesApi> {
  const player = new Player(script);
  const server = createServer((request, response) => {
    void answer(player, request, response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    checkFinished: () => player.checkFinished(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(player: Player, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await reply(player, request);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function reply(player: Player, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  try {
    if (request.method !== "POST" || !request.url?.startsWith("/v1/messages")) {
      throw new Error(`there is no ${request.method} ${request.url}`);
    }
    return { status: 200, body: player.play(JSON.parse(await text(request)) as Body) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: 400, body: { type: "error", error: { type: "invalid_request_error", message } } };
  }
}

interface Body {
  model: string;
  tools?: { type: string; name: string }[];
  thread?: { type: "create" } | { type: "continue"; previous_message_id: string };
  messages: { role: string; content: string | Block[] }[];
}

interface Block {
  type: string;
  tool_use_id?: string;
  content?: string;
  is_error?: boolean;
}

class Player {
  readonly #script: Script;
  #next = 0;
  /** The last turn, with the ids of its calls. */
  #asked: { turn: Turn; ids: string[] } = { turn: { text: "", calls: [] }, ids: [] };

  constructor(script: Script) {
    this.#script = script;
  }

  play(body: Body): unknown {
    this.#checkThread(body);
    const turn = this.#script[this.#next]?.(this.#results(body));
    if (!turn) {
      throw new Error("the script is at its end");
    }
    this.#next += 1;
    const ids = turn.calls.map((_, index) => `toolu_${this.#next}_${index + 1}`);
    this.#asked = { turn, ids };
    const calls = turn.calls.map((input, index) => ({ type: "tool_use", id: ids[index], name: "memory", input }));
    return {
      id: `msg_${this.#next}`,
      type: "message",
      role: "assistant",
      model: body.model,
      content: [{ type: "text", text: turn.text }, ...calls],
      stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
  }

  /** The SDK lets the server hold the conversation: a request that goes on names the last reply, and no tools again. */
  #checkThread({ thread, tools }: Body): void {
    if (thread?.type === "continue") {
      if (thread.previous_message_id !== `msg_${this.#next}`) {
        throw new Error(`thread: ${thread.previous_message_id} is not the last message`);
      }
    } else if (!tools?.some(({ type, name }) => type === "memory_20250818" && name === "memory")) {
      throw new Error("tools: the memory tool is missing");
    }
  }

  /** The results of the last turn's calls: one for each, in the last message. */
  #results(body: Body): string[] {
    const { turn, ids } = this.#asked;
    const last = body.messages.at(-1);
    const blocks = typeof last?.content === "string" ? [] : (last?.content ?? []);
    const results = blocks.filter(({ type }) => type === "tool_result");
    if (last?.role !== "user" || results.length !== ids.length) {
      throw new Error(`messages: ${ids.length} tool_result blocks were expected, and ${results.length} came`);
    }
    return ids.map((id, index) => {
      const [result, ...more] = results.filter(({ tool_use_id }) => tool_use_id === id);
      if (!result || more.length > 0) {
        throw new Error(`messages: ${id} needs exactly one tool_result`);
      }
      const content = result.content ?? "";
      if ((result.is_error ?? false) !== (turn.errors?.[index] ?? false)) {
        throw new Error(`the script expected another outcome of ${JSON.stringify(turn.calls[index])} than: ${content}`);
      }
      return content;
    });
  }

  checkFinished(): void {
    if (this.#next !== this.#script.length) {
      throw new Error(`the session ended after ${this.#next} of ${this.#script.length} turns`);
    }
  }
}
