import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { defaultPermission } from "#server/http/route.ts";
import { problem, sendProblem } from "#server/http/problem.ts";

const YEAR_SECONDS = 31_536_000;

/** The web page: built files with hashed names are cached for a year, the page itself is revalidated each time. */
export async function pageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, "index.html"));
  // Don't reveal to anonymous callers which calls exist.
  app.all("/api/*", { config: { permission: "signed-in" }, schema: { hide: true } }, (_request, reply) =>
    reply.callNotFound(),
  );
  if (built) {
    defaultPermission(app, "anyone");
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
    // Every other path is a screen, which the page resolves.
    if (isPage && built) return reply.sendFile("index.html");
    return sendProblem(request, reply, problem("not_found", 404, "There's nothing at this address."));
  });
}
