import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { CHANGE_TOPICS, type ChangedEvent, type ChangeTopic, type ProgressEvent } from "#shared/contract/event.ts";
import { LIMITS } from "#shared/limits.ts";
import { beginEventStream, eventText } from "#server/http/event-stream.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import { AppError } from "#server/platform/errors.ts";
import type { FeedMessage } from "#server/platform/change-feed.ts";
import { paceMessages } from "#server/platform/paced-messages.ts";
import { eventStreams } from "#server/platform/metrics.ts";
import type { Caller } from "#server/features/accounts/caller.ts";
import { noLongerLetIn } from "#server/features/accounts/identify.ts";
import type { Workspace } from "#server/workspace.ts";

const HEARTBEAT_MILLISECONDS = 25_000;
const RECONNECT_MILLISECONDS = 2_000;
/** How long ago, in milliseconds, the page began to read its data; changes since then are sent first. */
const Query = z.object({ age: z.coerce.number().min(0).default(0) });
const ALL_CHANGED = eventText("changed", { topics: CHANGE_TOPICS });
const SENT_AWAY = eventText("changed", { topics: ["session"] });

/** Who reads a stream; `isLimited` if the account sees only some leads. */
interface Reader {
  readonly caller: Caller;
  isLimited: boolean;
}

/** Work on leads that one person chose, and jobs, which may be of that kind: nothing that others see. */
const PERSONAL: ReadonlySet<ProgressEvent["work"]> = new Set(["import", "undo", "bulk", "what-if", "job"]);

function isPersonal(message: FeedMessage): message is FeedMessage & { event: "progress" } {
  return message.event === "progress" && PERSONAL.has(message.data.work);
}

/** A message without what it reveals of leads that an account with limited sight doesn't see. */
function withinSight(message: FeedMessage): ChangedEvent | ProgressEvent {
  // Without ids, the account reads its lists again, whether a lead left or came.
  if (message.event === "changed") return { topics: message.data.topics };
  return { ...message.data, done: 0, total: null };
}

/** `GET /api/events`: a server-sent event stream (WHATWG HTML, section 9.2) of what changed. */
export function eventRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { feed, log } = workspace;
  const streams = new Map<FastifyReply, Reader>();
  /** When each topic changed last. */
  const changedAt = new Map<ChangeTopic, number>();

  const writeTo = ({ raw }: FastifyReply, text: string): void => {
    // A client that stops reading must not fill the memory; it reconnects and reloads everything.
    if (raw.writableLength > 1_000_000) raw.destroy();
    else raw.write(text);
  };
  const write = (text: string, limitedText: (username: string) => string | null = () => text): void => {
    for (const [reply, { caller, isLimited }] of streams) {
      const shown = isLimited && caller.kind !== "at-machine" ? limitedText(caller.account.username) : text;
      if (shown !== null) writeTo(reply, shown);
    }
  };
  const endThoseOf = async (): Promise<void> => {
    const callers = Array.from(streams.values(), ({ caller }) => caller);
    const gone = new Set(await noLongerLetIn(workspace, callers));
    // State the reason here: the message that announced it may still be queued.
    for (const [{ raw }, { caller }] of streams) if (gone.has(caller)) raw.end(SENT_AWAY);
  };
  const lookAgainWhoIsLimited = async (): Promise<void> => {
    for (const [reply, reader] of streams) {
      const { caller } = reader;
      const isLimited = caller.kind !== "at-machine" && (await app.sightOf(caller.account)) !== undefined;
      if (isLimited === reader.isLimited) continue;
      reader.isLimited = isLimited;
      writeTo(reply, ALL_CHANGED);
    }
  };
  const checkCallers = (): void => {
    if (streams.size === 0) return;
    // An unreachable database doesn't mean that the user was signed out.
    endThoseOf().catch((error: unknown) => log.warn({ err: error }, "event stream reader not checked"));
  };
  const send = paceMessages((message) => {
    const text = eventText(message.event, message.data);
    const limitedText = eventText(message.event, withinSight(message));
    write(text, (username) => (isPersonal(message) ? (message.by === username ? text : null) : limitedText));
  });
  const stopListening = feed.onMessage((message) => {
    send(message);
    if (message.event !== "changed") return;
    for (const topic of message.data.topics) changedAt.set(topic, performance.now());
    if (message.data.topics.includes("session")) checkCallers();
    if (message.data.topics.includes("settings")) {
      lookAgainWhoIsLimited().catch((error: unknown) => log.warn({ err: error }, "event stream readers not checked"));
    }
  });
  const heartbeat = setInterval(() => {
    write(": alive\n\n");
    // Sessions also expire over time.
    checkCallers();
  }, HEARTBEAT_MILLISECONDS).unref();

  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    stopListening();
    for (const { raw } of streams.keys()) raw.end();
  });

  app.get(
    "/api/events",
    // A HEAD response could never end as a stream.
    {
      exposeHeadRoute: false,
      config: { permission: "read", isEndless: true, answerType: "text/event-stream" },
      schema: { summary: "Stream changes as server-sent events", tags: ["events"], querystring: Query },
    },
    async (request, reply) => {
      const { age } = Query.parse(request.query);
      const caller = await callerOf(workspace, request);
      if (caller === null) return reply;
      refuseTooMany(
        streams.values().map((reader) => reader.caller),
        streams.size,
        caller,
      );
      beginEventStream(reply);
      reply.raw.write(`retry: ${RECONNECT_MILLISECONDS}\n\n`);
      streams.set(reply, { caller, isLimited: request.acting.sight !== undefined });
      const since = performance.now() - age;
      const topics = [...changedAt].flatMap(([topic, at]) => (at >= since ? [topic] : []));
      if (topics.length > 0) reply.raw.write(eventText("changed", { topics }));
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

/** Limits streams per account, so that one account can't use up all of them. Throws too_many_streams. */
function refuseTooMany(callers: IteratorObject<Caller>, open: number, caller: Caller): void {
  const { streams: inAll, streamsPerAccount } = LIMITS.load;
  if (open >= inAll) {
    throw new AppError("too_many_streams", 503, "Too many event streams are open. Try again later.", {
      retryAfterSeconds: 30,
    });
  }
  if (caller.kind === "at-machine") return;
  const own = callers.filter((other) => other.kind !== "at-machine" && other.account.userId === caller.account.userId);
  if ([...own.take(streamsPerAccount)].length === streamsPerAccount) {
    throw new AppError("too_many_streams", 429, `An account can have up to ${streamsPerAccount} event streams open.`, {
      retryAfterSeconds: 30,
    });
  }
}
