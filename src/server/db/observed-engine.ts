import { storeDuration } from "#server/platform/metrics.ts";
import { errorType, inSpan } from "#server/platform/tracing.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Engine } from "#server/db/engine/engine.ts";

/** When the database ran out of disk space, and when it was found damaged; ISO 8601 UTC. */
export interface DatabaseTroubles {
  fullSince: string | null;
  damagedSince: string | null;
}

/**
 * Wraps an engine to time each read and transaction, with a span for each transaction. `troubles` is derived from its
 * errors; `fullSince` is cleared by the next successful write.
 */
export function observedEngine(engine: Engine, clock: Clock) {
  const troubles: DatabaseTroubles = { fullSince: null, damagedSince: null };
  const start = { kind: "client", attributes: { "db.system.name": systemOf(engine) } } as const;

  // A single function, because every extra await slows down each read.
  const observed = async <T>(operation: "read" | "transaction", work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    let outcome = "done";
    try {
      const result = await work();
      if (operation === "transaction") troubles.fullSince = null;
      return result;
    } catch (error) {
      const type = errorType(error);
      if (type === "store_damaged") troubles.damagedSince ??= clock().toISOString();
      if (type === "store_full") troubles.fullSince ??= clock().toISOString();
      // A rejection by a business rule, such as a lead someone else changed, is not a database failure.
      outcome = type.startsWith("store_") ? "failed" : "refused";
      throw error;
    } finally {
      storeDuration.observe({ operation, outcome }, (performance.now() - startedAt) / 1_000);
    }
  };

  const observedEverywhere: Engine = {
    ...engine,
    run: (work, options) => observed("read", () => engine.run(work, options)),
    read: (work) => observed("read", () => engine.read(work)),
    transact: (work, options) =>
      observed("transaction", () => inSpan("store transaction", start, () => engine.transact(work, options))),
  };
  return {
    engine: observedEverywhere,
    troubles: (): DatabaseTroubles => ({ ...troubles }),
    /** Runs a read that bypasses the engine; its errors count like the engine's. */
    look: <T>(work: () => Promise<T>) => observed("read", work),
  };
}

/** Names from OpenTelemetry's semantic conventions for databases. */
function systemOf({ name }: Engine): string {
  return name === "postgres" ? "postgresql" : "sqlite";
}
