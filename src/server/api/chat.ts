import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ChatReply } from "#shared/contract/chat.ts";
import { route } from "#server/api/route.ts";
import { createRuleCounting, type RuleCounting } from "#server/workflows/rules/rule-contributions.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * `POST /api/chat`: the whole reply as JSON, or with `Accept: text/event-stream` as it is made: events `text`, and in
 * the end `reply` with all of it. The assistant is loaded with the first question: it is memory for nothing before.
 */
export function chatRoutes(app: FastifyInstance, workspace: Workspace): void {
  let counting: RuleCounting | undefined;
  app.addHook("onClose", () => counting?.end());
  const readings = {
    workspace,
    ruleContributions: () => (counting ??= createRuleCounting(workspace)).read(),
  };

  route(app, "POST /api/chat", async ({ body, request, reply }) => {
    const { ask } = await import("#server/assistant/assistant.ts");
    const gone = new AbortController();
    reply.raw.on("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, workspace.stopping]);
    if (!wantsStream(request)) return ask(readings, body, { onText: () => {}, signal });

    // Before the stream begins: an error of the store is still a problem document.
    await workspace.store.ping();
    const events = openStream(reply);
    try {
      const answer = await ask(readings, body, { onText: (text) => events.send("text", { text }), signal });
      events.send("reply", ChatReply.parse(answer));
    } catch (error) {
      // The page takes a stream without a reply for a failure.
      workspace.log.warn({ err: error }, "chat stream broke off");
    }
    events.end();
    return undefined;
  });
}

function wantsStream({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/event-stream") === true;
}

/** Server-sent events (WHATWG HTML, section 9.2). */
function openStream(reply: FastifyReply): { send: (event: string, data: unknown) => void; end: () => void } {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  return {
    send: (event, data) => void reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void reply.raw.end(),
  };
}
