import { describe, expect, it } from "vitest";
import { ENGINES, openTestStore } from "#test/stores.ts";

describe.each(ENGINES)("the use of the language model on %s", (engine) => {
  it("allows the daily number of requests, however many come at once", async () => {
    const { languageModelUse: use } = await openTestStore(engine);
    const taken = await Promise.all(Array.from({ length: 8 }, () => use.take("2026-05-01", 3)));
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await use.read("2026-05-01")).toEqual({ requests: 3, pausedUntil: null });
    expect(await use.take("2026-05-01", 3)).toBe(false);
    expect(await use.take("2026-05-01", 4)).toBe(true);
    expect(await use.take("2026-05-02", 0)).toBe(false);
  });

  it("starts again each day", async () => {
    const { languageModelUse: use } = await openTestStore(engine);
    expect(await use.take("2026-05-01", 1)).toBe(true);
    expect(await use.read("2026-05-02")).toEqual({ requests: 0, pausedUntil: null });
    expect(await use.take("2026-05-02", 1)).toBe(true);
    expect(await use.take("2026-05-02", 1)).toBe(false);
  });

  it("stores a pause next to the count", async () => {
    const { languageModelUse: use } = await openTestStore(engine);
    await use.pause("2026-05-01", "2026-05-01T10:00:00.000Z");
    expect(await use.take("2026-05-01", 2)).toBe(true);
    await use.pause("2026-05-01", "2026-05-01T11:00:00.000Z");
    expect(await use.read("2026-05-01")).toEqual({ requests: 1, pausedUntil: "2026-05-01T11:00:00.000Z" });
  });
});
