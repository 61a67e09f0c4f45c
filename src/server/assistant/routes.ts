import type { FastifyInstance, FastifyRequest } from "fastify";
import { ChatReply } from "#shared/contract/chat.ts";
import type { Permission } from "#shared/roles.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import { mayCall } from "#server/features/accounts/caller.ts";
import { beginEventStream, eventText } from "#server/http/event-stream.ts";
import { route } from "#server/http/route.ts";
import type { Readings } from "#server/assistant/answers/answer.ts";
import type { RuleCounting } from "#server/features/rules/rule-contributions.ts";
import type { Workspace } from "#server/workspace.ts";

type Engines = Pick<Readings, "whatIf" | "learning"> & { ruleCounting: RuleCounting };

/**
 * `POST /api/chat`: the whole reply as JSON, or with `Accept: text/event-stream` as it is generated: events `text`,
 * then `reply` with all of it. The assistant is loaded with the first question to save memory.
 */
export function chatRoutes(app: FastifyInstance, workspace: Workspace, { ruleCounting, ...engines }: Engines): void {
  const common = { workspace, ruleContributions: () => ruleCounting.read(), ...engines };

  route(app, "POST /api/chat", async ({ body, request, reply }) => {
    const { ask } = await import("#server/assistant/assistant.ts");
    const caller = await callerOf(workspace, request);
    const readings = { ...common, allows: (needed: Permission) => caller !== null && mayCall(caller, needed) };
    const gone = new AbortController();
    reply.raw.on("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, workspace.stopping]);
    if (!wantsStream(request)) return ask(readings, body, { onText: () => {}, signal });

    // Before the stream begins, so that a store error is still a problem document.
    await workspace.store.ping();
    beginEventStream(reply);
    const send = (event: string, data: unknown): void => void reply.raw.write(eventText(event, data));
    try {
      const answer = await ask(readings, body, { onText: (text) => send("text", { text }), signal });
      send("reply", ChatReply.parse(answer));
    } catch (error) {
      // The page treats a stream without a reply as a failure.
      workspace.log.warn({ err: error }, "chat stream broke off");
    }
    reply.raw.end();
    return undefined;
  });
}

function wantsStream({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/event-stream") === true;
}
