import type { FastifyReply } from "fastify";
import type { Acted } from "#server/db/journal/journal-entry.ts";

/** Sends an action's result; a header names the action so that it can be undone. */
export function answerAction<T>(reply: FastifyReply, { done, actId }: Acted<T>): T {
  if (actId !== null) reply.header("x-act-id", actId);
  return done;
}
