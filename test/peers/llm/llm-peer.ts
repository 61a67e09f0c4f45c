import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface LlmRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  text: string;
  messages: { role: string; content: string | null }[];
  tools: string[];
}

/** What the model does in one turn. */
export type LlmTurn =
  | { say: string | readonly string[] }
  | { call: readonly { tool: string; args?: unknown; rawArgs?: string }[]; say?: string }
  /** A whole answer in one piece, as of a server that does not stream. */
  | { answer: string }
  | { status: number; headers?: Record<string, string> }
  /** Sent as it is, and the answer ended. */
  | { raw: string; type?: string }
  /** Says this much, and then the connection breaks. */
  | { breakAfter: string }
  /** Says this much, and then nothing more. */
  | { hangAfter: string }
  | { cutAt: string; reason: string };

export interface LlmPeer {
  /** Its base, as the operator sets it. */
  readonly url: string;
  readonly requests: LlmRequest[];
  /** What it does from now on, turn by turn; the last is repeated. */
  script(...turns: (LlmTurn | ((request: LlmRequest) => LlmTurn))[]): void;
  close(): Promise<void>;
}

/** A server of OpenAI's chat completions on loopback, which says and calls what the test has written down for it. */
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
      };
      const request: LlmRequest = {
        path: incoming.url ?? "",
        headers: incoming.headers,
        text,
        messages: body.messages,
        tools: (body.tools ?? []).map(({ function: { name } }) => name),
      };
      requests.push(request);
      const turn = turns.length > 1 ? turns.shift() : turns[0];
      act(response, typeof turn === "function" ? turn(request) : (turn ?? { status: 500 }));
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

function act(response: ServerResponse, turn: LlmTurn): void {
  if ("status" in turn) {
    response.writeHead(turn.status, turn.headers).end();
    return;
  }
  if ("answer" in turn) {
    const choices = [{ message: { role: "assistant", content: turn.answer }, finish_reason: "stop" }];
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
      // As the real ones do: the name first, the arguments in pieces.
      send({ tool_calls: [{ index, id: `call-${index}`, type: "function", function: { name: tool, arguments: "" } }] });
      send({ tool_calls: [{ index, function: { arguments: written.slice(0, half) } }] });
      send({ tool_calls: [{ index, function: { arguments: written.slice(half) } }] });
    }
    end("tool_calls");
  }
}
