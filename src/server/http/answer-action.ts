import type { FastifyInstance, FastifyReply } from "fastify";
import type { z } from "zod";
import type { EndpointKey, Endpoints } from "#shared/contract/endpoints.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { route, type RouteInput } from "#server/http/route.ts";

/** Sends an action's result; a header names the action so that it can be undone. */
export function answerAction<T>(reply: FastifyReply, { done, actId }: Acted<T>): T {
  if (actId !== null) reply.header("x-act-id", actId);
  return done;
}

/** What an endpoint answers; anything if it answers nothing. */
type Done<K extends EndpointKey, Answer = z.input<Endpoints[K]["response"]>> = [Answer] extends [null]
  ? unknown
  : Answer;

/** Serves an endpoint that is an action, and sends its result. */
export function actionRoute<K extends EndpointKey>(
  app: FastifyInstance,
  key: K,
  action: (input: RouteInput<K>) => Promise<Acted<Done<K>>>,
): void {
  route(app, key, async (input) => {
    const done = answerAction(input.reply, await action(input));
    // Where nothing is answered, this isn't sent.
    return (done ?? null) as z.input<Endpoints[K]["response"]>;
  });
}
