import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";
import { LIMITS } from "#shared/limits.ts";

/**
 * Reads and drops the rest of a body that was refused before its end, for as long as any body may take. Closing at once
 * would reset the connection, and a client that sends everything before it reads would never see why.
 */
export function readRefused(app: FastifyInstance, milliseconds: number = LIMITS.load.bodyMilliseconds): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (reply.getHeader("connection") === "close" && !request.raw.complete) {
      reply.removeHeader("connection");
      readRest(request.raw, milliseconds);
    }
    done(null, payload);
  });
}

function readRest(body: IncomingMessage, milliseconds: number): void {
  const late = setTimeout(() => body.destroy(), milliseconds);
  body.once("close", () => clearTimeout(late));
  body.on("error", () => undefined);
  body.resume();
}
