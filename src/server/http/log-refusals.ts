import type { FastifyInstance } from "fastify";

const EVERY_MILLISECONDS = 10_000;

/**
 * Logs how many requests were refused (4xx), by route and status, at most every ten seconds: guesses, invalid input and
 * throttled attempts show up, and nobody can fill the disk with them.
 */
export function logRefusals(app: FastifyInstance): void {
  const refused = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  function report(): void {
    timer = undefined;
    app.log.info({ refused: Object.fromEntries(refused) }, "requests refused");
    refused.clear();
  }

  function count(what: string): void {
    refused.set(what, (refused.get(what) ?? 0) + 1);
    timer ??= setTimeout(report, EVERY_MILLISECONDS).unref();
  }

  app.addHook("onResponse", (request, { statusCode: status }, done) => {
    // The route's pattern, because the path may name a person.
    if (status >= 400 && status < 500) count(`${request.method} ${request.routeOptions.url ?? "none"} ${status}`);
    done();
  });
  app.server.on("clientError", ({ code }: NodeJS.ErrnoException) => {
    if (code !== "ECONNRESET") count("unreadable");
  });
  app.addHook("onClose", async () => {
    clearTimeout(timer);
    if (refused.size > 0) report();
  });
}
