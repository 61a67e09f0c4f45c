import type { FastifyInstance, FastifyReply } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import { beginEventStream, eventText } from "#server/api/event-stream.ts";
import { callerOf } from "#server/api/access.ts";
import { AppError } from "#server/platform/errors.ts";
import { paceMessages } from "#server/platform/paced-messages.ts";
import { eventStreams } from "#server/platform/metrics.ts";
import type { Caller } from "#server/workflows/accounts/caller.ts";
import { noLongerLetIn } from "#server/workflows/accounts/identify.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const HEARTBEAT_MILLISECONDS = 25_000;
const RECONNECT_MILLISECONDS = 2_000;

/** `GET /api/events`: a server-sent event stream (WHATWG HTML, section 9.2) of what changed. */
export function eventRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { feed, log } = workspace;
  const streams = new Map<FastifyReply, Caller>();

  const write = (text: string): void => {
    for (const { raw } of streams.keys()) {
      // A reader that does not read must not fill the memory; it reconnects and reads everything again.
      if (raw.writableLength > 1_000_000) raw.destroy();
      else raw.write(text);
    }
  };
  const endThoseOf = async (): Promise<void> => {
    const gone = new Set(await noLongerLetIn(workspace, [...streams.values()]));
    for (const [{ raw }, caller] of streams) if (gone.has(caller)) raw.end();
  };
  const checkCallers = (): void => {
    if (streams.size === 0) return;
    // A database that does not answer says of nobody that he was sent away.
    endThoseOf().catch((error: unknown) => log.warn({ err: error }, "who reads the event stream was not checked"));
  };
  const tell = paceMessages(({ event, data }) => write(eventText(event, data)));
  const stopListening = feed.onMessage((message) => {
    tell(message);
    if (message.event === "changed" && message.data.topics.includes("session")) checkCallers();
  });
  const heartbeat = setInterval(() => {
    write(": alive\n\n");
    // A session ends by the clock, too.
    checkCallers();
  }, HEARTBEAT_MILLISECONDS).unref();

  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    stopListening();
    for (const { raw } of streams.keys()) raw.end();
  });

  app.get(
    "/api/events",
    // An answer to HEAD has no end that a stream without one could give it.
    {
      exposeHeadRoute: false,
      config: { permission: "read", isEndless: true },
      schema: { summary: "What changed, as server-sent events", tags: ["events"] },
    },
    async (request, reply) => {
      const caller = await callerOf(workspace, request);
      if (caller === null) return reply;
      refuseTooMany(streams, caller);
      beginEventStream(reply);
      reply.raw.write(`retry: ${RECONNECT_MILLISECONDS}\n\n`);
      streams.set(reply, caller);
      eventStreams.inc();
      request.raw.socket.setTimeout(0);
      reply.raw.on("close", () => {
        streams.delete(reply);
        eventStreams.dec();
      });
      return reply;
    },
  );
}

/** An account without end of streams would leave none to the others. Throws too_many_streams. */
function refuseTooMany(streams: ReadonlyMap<FastifyReply, Caller>, caller: Caller): void {
  const { streams: inAll, streamsPerAccount } = LIMITS.load;
  if (streams.size >= inAll) {
    throw new AppError("too_many_streams", 503, "This server has no event stream left. Try again later.", {
      retryAfterSeconds: 30,
    });
  }
  if (caller.kind === "at-machine") return;
  const own = streams
    .values()
    .filter((other) => other.kind !== "at-machine" && other.account.userId === caller.account.userId);
  if ([...own.take(streamsPerAccount)].length === streamsPerAccount) {
    throw new AppError("too_many_streams", 429, `One account may have ${streamsPerAccount} event streams open.`, {
      retryAfterSeconds: 30,
    });
  }
}
