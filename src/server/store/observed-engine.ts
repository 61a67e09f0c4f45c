import { storeDuration } from "#server/platform/metrics.ts";
import { errorType, inSpan } from "#server/platform/tracing.ts";
import type { Clock } from "#server/platform/clock.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";

/** Since when a database refuses to write for want of room, and since when it was found damaged; ISO 8601 UTC. */
export interface DatabaseTroubles {
  fullSince: string | null;
  damagedSince: string | null;
}

export interface ObservedEngine {
  engine: Engine;
  troubles: () => DatabaseTroubles;
  /** Does a reading that goes past the engine; what it throws counts as the engine's errors do. */
  look: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * The same engine, with each reading and each transaction timed, and with a span for each transaction. `troubles` are
 * what its errors tell; room is there again when something could be written.
 */
export function observedEngine(engine: Engine, clock: Clock): ObservedEngine {
  const troubles: DatabaseTroubles = { fullSince: null, damagedSince: null };
  const start = { kind: "client", attributes: { "db.system.name": systemOf(engine) } } as const;

  // One function, since each more that is awaited costs every reading.
  const observed = async <T>(operation: "read" | "transaction", work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    let outcome = "done";
    try {
      const result = await work();
      if (operation === "transaction") troubles.fullSince = null;
      return result;
    } catch (error) {
      if (isDamage(error)) troubles.damagedSince ??= clock().toISOString();
      if (isFull(error)) troubles.fullSince ??= clock().toISOString();
      // A refusal by rule, as of a lead that another has changed, is no failure of the database.
      outcome = errorType(error).startsWith("store_") ? "failed" : "refused";
      throw error;
    } finally {
      storeDuration.observe({ operation, outcome }, (performance.now() - startedAt) / 1_000);
    }
  };

  return {
    engine: {
      ...engine,
      run: (work) => observed("read", () => engine.run(work)),
      read: (work) => observed("read", () => engine.read(work)),
      transact: (work, options) =>
        observed("transaction", () => inSpan("store transaction", start, () => engine.transact(work, options))),
    },
    troubles: () => ({ ...troubles }),
    look: (work) => observed("read", work),
  };
}

function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.id === "store_damaged";
}

function isFull(error: unknown): boolean {
  return error instanceof AppError && error.id === "store_full";
}

/** As OpenTelemetry's semantic conventions for databases name them. */
function systemOf({ name }: Engine): string {
  return name === "postgres" ? "postgresql" : "sqlite";
}
