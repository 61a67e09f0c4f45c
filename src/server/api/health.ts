import type { FastifyInstance } from "fastify";
import type { Store } from "#server/store/types.ts";

/** `/healthz`: requests are served. `/readyz`: and the store answers. */
export function healthRoutes(app: FastifyInstance, store: Store): void {
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "ok" }));

  app.get("/readyz", { schema: { hide: true } }, async () => {
    await store.ping();
    return { status: "ready" };
  });
}
