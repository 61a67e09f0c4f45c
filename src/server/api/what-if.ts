import type { FastifyInstance } from "fastify";
import { route } from "#server/api/route.ts";
import type { WhatIfEngine } from "#server/workflows/rules/what-if/what-if.ts";

/** What other rules or another threshold would do, before they are saved. Closing the request withdraws the question. */
export function whatIfRoutes(app: FastifyInstance, whatIf: WhatIfEngine): void {
  route(app, "POST /api/what-if", async ({ body, reply }) => {
    const gone = new AbortController();
    reply.raw.on("close", () => gone.abort());
    return whatIf.ask(body, gone.signal);
  });
}
