import type { FastifyInstance } from "fastify";
import { route } from "#server/http/route.ts";
import type { WhatIfEngine } from "#server/features/rules/what-if/what-if.ts";

/** What other rules or another threshold would do, before saving. Closing the request cancels it. */
export function whatIfRoutes(app: FastifyInstance, whatIf: WhatIfEngine): void {
  route(app, "POST /api/what-if", async ({ body, reply }) => {
    const gone = new AbortController();
    reply.raw.on("close", () => gone.abort());
    return whatIf.ask(body, gone.signal);
  });
}
