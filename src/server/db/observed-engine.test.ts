import { expect, test } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { observedEngine } from "#server/db/observed-engine.ts";

const AT = "2026-03-02T09:00:00.000Z";

/** An engine whose next operations end as scripted; nothing else is called. */
function engineThat(next: (() => unknown)[]): Engine {
  const work = async (): Promise<never> => next.shift()?.() as never;
  return { name: "sqlite", run: work, transact: work } as unknown as Engine;
}

function refuse(id: string): () => never {
  return () => {
    throw new AppError(id, 503, "");
  };
}

test("a database is full from its first disk-full error until it writes again", async () => {
  const ok = (): unknown => null;
  const full = refuse("store_full");
  const { engine, troubles } = observedEngine(engineThat([full, full, ok, ok]), () => new Date(AT));
  const write = (): Promise<unknown> => engine.transact(function* () {}).catch(() => {});
  await write();
  await write();
  expect(troubles()).toEqual({ fullSince: AT, damagedSince: null });
  await engine.run(function* () {});
  expect(troubles().fullSince).toBe(AT);
  await write();
  expect(troubles().fullSince).toBeNull();
});

test("a damaged database stays so, and an unreachable one isn't reported as damaged", async () => {
  const { engine, troubles } = observedEngine(
    engineThat([refuse("store_unreachable"), refuse("store_damaged"), () => null]),
    () => new Date(AT),
  );
  const read = (): Promise<unknown> => engine.run(function* () {}).catch(() => {});
  await read();
  expect(troubles()).toEqual({ fullSince: null, damagedSince: null });
  await read();
  await engine.transact(function* () {});
  expect(troubles()).toEqual({ fullSince: null, damagedSince: AT });
});
