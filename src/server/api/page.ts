import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { stateForAll } from "#server/api/guard.ts";
import { problem, sendProblem } from "#server/api/problem.ts";

const YEAR_SECONDS = 31_536_000;

/** The web page: built files under hashed names are kept for a year, the page itself is asked for each time. */
export async function pageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, "index.html"));
  // Whoever has not signed in is not told which calls there are.
  app.all("/api/*", { config: { permission: "signed-in" }, schema: { hide: true } }, (_request, reply) =>
    reply.callNotFound(),
  );
  if (built) {
    stateForAll(app, "anyone");
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes("/assets/");
        reply.header("cache-control", hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache");
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === "GET" && !request.url.startsWith("/api/") && !/\.\w+$/u.test(request.url.split("?")[0] ?? "");
    // Every other path is a screen, which the page finds or not.
    if (isPage && built) return reply.sendFile("index.html");
    return sendProblem(request, reply, problem("not_found", 404, "Nothing is served under this address."));
  });
}
