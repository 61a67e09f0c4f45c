import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface LlmRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  text: string;
  messages: { role: string; content: string | null }[];
  tools: string[];
  /** The response format, if the request sets one. */
  schema: { name: string; strict: boolean; schema: Record<string, unknown> } | null;
}

/** What the model does in one turn. */
export type LlmTurn =
  | { say: string | readonly string[] }
  | { call: readonly { tool: string; args?: unknown; rawArgs?: string }[]; say?: string }
  /** A complete response in one piece, as from a server that doesn't stream. */
  | { answer: string; finish?: string }
  /** The same with JSON, whatever schema was requested, and not before `after`. */
  | { json: unknown; after?: Promise<unknown> }
  /** Accepts the request and never responds. */
  | { silent: true }
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Sent as is, then the response ends. */
  | { raw: string; type?: string }
  /** Sends this much, then the connection breaks. */
  | { breakAfter: string }
  /** Sends this much, then nothing. */
  | { hangAfter: string }
  | { cutAt: string; reason: string };

export interface LlmPeer {
  /** Its base URL, as the operator sets it. */
  readonly url: string;
  readonly requests: LlmRequest[];
  /** What it does from now on, turn by turn; the last is repeated. */
  script(...turns: (LlmTurn | ((request: LlmRequest) => LlmTurn))[]): void;
  close(): Promise<void>;
}

/** How OpenAI's reasoning models refuse a setting that others take. */
export function refusing(setting: string): LlmTurn {
  const message = `Unsupported parameter: '${setting}' is not supported with this model.`;
  const error = { message, type: "invalid_request_error", param: setting, code: "unsupported_parameter" };
  return { status: 400, headers: { "content-type": "application/json" }, body: JSON.stringify({ error }) };
}

/** OpenAI's chat completions API on loopback, which responds and calls tools as scripted by the test. */
export async function startLlmPeer(): Promise<LlmPeer> {
  const requests: LlmRequest[] = [];
  let turns: (LlmTurn | ((request: LlmRequest) => LlmTurn))[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const body = JSON.parse(text) as {
        messages: LlmRequest["messages"];
        tools?: { function: { name: string } }[];
        response_format?: { json_schema: NonNullable<LlmRequest["schema"]> };
      };
      const request: LlmRequest = {
        path: incoming.url ?? "",
        headers: incoming.headers,
        text,
        messages: body.messages,
        tools: (body.tools ?? []).map(({ function: { name } }) => name),
        schema: body.response_format?.json_schema ?? null,
      };
      requests.push(request);
      if (request.schema !== null && !isStrict(request.schema)) {
        response.writeHead(400).end();
        return;
      }
      const turn = turns.length > 1 ? turns.shift() : turns[0];
      const does = typeof turn === "function" ? turn(request) : (turn ?? { status: 500 });
      if ("after" in does) void does.after?.then(() => act(response, does));
      else act(response, does);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script(...next) {
      turns = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As hosted services require: every property is required, no others are allowed, and there is no $schema key. */
function isStrict({ name, strict, schema }: NonNullable<LlmRequest["schema"]>): boolean {
  const isWhole = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null) return true;
    const { type, properties = {}, required, additionalProperties, items } = part as Record<string, unknown>;
    if (type === "array") return isWhole(items);
    if (type !== "object") return true;
    const names = Object.keys(properties as object);
    return (
      additionalProperties === false &&
      JSON.stringify(required) === JSON.stringify(names) &&
      Object.values(properties as object).every(isWhole)
    );
  };
  return strict && /^[\w-]{1,64}$/u.test(name) && !("$schema" in schema) && isWhole(schema);
}

function act(response: ServerResponse, turn: LlmTurn): void {
  if ("status" in turn) {
    response.writeHead(turn.status, turn.headers).end(turn.body);
    return;
  }
  if ("silent" in turn) return;
  if ("answer" in turn || "json" in turn) {
    const content = "json" in turn ? JSON.stringify(turn.json) : turn.answer;
    const finish = "json" in turn ? "stop" : (turn.finish ?? "stop");
    const choices = [{ message: { role: "assistant", content }, finish_reason: finish }];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ choices }));
    return;
  }
  if ("raw" in turn) {
    response.writeHead(200, { "content-type": turn.type ?? "text/event-stream" }).end(turn.raw);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, finish: string | null = null): void => {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  };
  const end = (reason: string): void => {
    send({}, reason);
    response.end("data: [DONE]\n\n");
  };
  if ("breakAfter" in turn) {
    send({ content: turn.breakAfter });
    setImmediate(() => response.destroy());
  } else if ("hangAfter" in turn) {
    send({ content: turn.hangAfter });
  } else if ("cutAt" in turn) {
    send({ content: turn.cutAt });
    end(turn.reason);
  } else {
    for (const piece of [turn.say ?? []].flat()) send({ content: piece });
    if (!("call" in turn)) {
      end("stop");
      return;
    }
    for (const [index, { tool, args, rawArgs }] of turn.call.entries()) {
      const written = rawArgs ?? JSON.stringify(args ?? {});
      const half = Math.ceil(written.length / 2);
      // Like real servers: the name first, the arguments in pieces.
      send({ tool_calls: [{ index, id: `call-${index}`, type: "function", function: { name: tool, arguments: "" } }] });
      send({ tool_calls: [{ index, function: { arguments: written.slice(0, half) } }] });
      send({ tool_calls: [{ index, function: { arguments: written.slice(half) } }] });
    }
    end("tool_calls");
  }
}
