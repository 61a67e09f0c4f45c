import type { FastifyReply } from "fastify";
import type { Acted } from "#server/store/act.ts";

/** Answers what an act did; a header names the act for whoever wants to take it back, where there is one. */
export function answerAct<T>(reply: FastifyReply, { done, actId }: Acted<T>): T {
  if (actId !== null) reply.header("x-act-id", actId);
  return done;
}
