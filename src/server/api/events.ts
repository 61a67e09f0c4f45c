import type { FastifyInstance, FastifyReply } from "fastify";
import { beginEventStream, eventText } from "#server/api/event-stream.ts";
import type { ChangeFeed } from "#server/platform/change-feed.ts";

const HEARTBEAT_MILLISECONDS = 25_000;
const RECONNECT_MILLISECONDS = 2_000;

/** `GET /api/events`: a server-sent event stream (WHATWG HTML, section 9.2) of what changed. */
export function eventRoutes(app: FastifyInstance, feed: ChangeFeed): void {
  const streams = new Set<FastifyReply>();

  const write = (text: string): void => {
    for (const { raw } of streams) {
      // A reader that does not read must not fill the memory; it reconnects and reads everything again.
      if (raw.writableLength > 1_000_000) raw.destroy();
      else raw.write(text);
    }
  };
  const stopListening = feed.onMessage(({ event, data }) => write(eventText(event, data)));
  const heartbeat = setInterval(() => write(": alive\n\n"), HEARTBEAT_MILLISECONDS).unref();

  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    stopListening();
    for (const { raw } of streams) raw.end();
  });

  app.get(
    "/api/events",
    // An answer to HEAD has no end that a stream without one could give it.
    { exposeHeadRoute: false, schema: { summary: "What changed, as server-sent events", tags: ["events"] } },
    (request, reply) => {
      beginEventStream(reply);
      reply.raw.write(`retry: ${RECONNECT_MILLISECONDS}\n\n`);
      streams.add(reply);
      request.raw.socket.setTimeout(0);
      reply.raw.on("close", () => streams.delete(reply));
    },
  );
}
