import { describe, expect, test } from "vitest";
import { DAY } from "#shared/durations.ts";
import { addDataSource, ENGINES, openTestStore } from "#test/stores.ts";

const START = Date.parse("2026-03-02T09:00:00Z");

describe.each(ENGINES)("the watchdog's records on %s", (engine) => {
  test("a process is listed with its last report until it leaves", async () => {
    const { health } = await openTestStore(engine);
    const web = { id: "a", takesJobs: false, startedAt: "2026-03-02T09:00:00.000Z", facts: { n: 1 } };
    await health.beat(web);
    await health.beat({ ...web, facts: { n: 2 } });
    await health.beat({ ...web, id: "b", takesJobs: true });
    expect(await health.processes()).toMatchObject([
      { id: "a", takesJobs: false, facts: { n: 2 } },
      { id: "b", takesJobs: true, facts: { n: 1 } },
    ]);
    await health.leave("a");
    expect((await health.processes()).map(({ id }) => id)).toEqual(["b"]);
  });

  test("a silent process is listed with its last sign of life, and forgotten after a day", async () => {
    let now = START;
    const { health } = await openTestStore(engine, () => new Date(now));
    await health.beat({ id: "a", takesJobs: true, startedAt: "", facts: {} });
    // PostgreSQL's clock is independent.
    if (engine === "postgres") return;
    now += 90_000;
    expect(await health.processes()).toMatchObject([{ id: "a", silentMilliseconds: 90_000 }]);
    now += DAY;
    await health.beat({ id: "b", takesJobs: true, startedAt: "", facts: {} });
    expect((await health.processes()).map(({ id }) => id)).toEqual(["b"]);
  });

  test("a source is quiet since it last brought something, or since it is checked again", async () => {
    const { health } = await openTestStore(engine);
    const note = (days: number, brought: boolean): Promise<void> =>
      health.noteSuccess("source:1", { at: new Date(START + days * DAY), brought, unwatched: 2 * DAY });
    const only = async () => (await health.sources())[0];
    await note(0, true);
    await note(0.1, true);
    await note(1, false);
    const today = Math.floor(START / DAY);
    expect(await only()).toEqual({
      key: "source:1",
      lastSuccess: new Date(START + DAY).toISOString(),
      quietSince: new Date(START + 0.1 * DAY).toISOString(),
      days: [today],
    });
    // Off for a month: what it would have brought in that time is unknown.
    await note(31, false);
    expect(await only()).toMatchObject({ quietSince: new Date(START + 31 * DAY).toISOString(), days: [today] });
    await note(32, true);
    expect(await only()).toMatchObject({ days: [today, today + 32] });
  });

  test("a deleted source is forgotten once it can't come back", async () => {
    const store = await openTestStore(engine);
    const { health } = store;
    const keys = [`source:${await addDataSource(store)}`, "source:99", "target:99", "mailbox", "forms"];
    for (const key of keys) await health.noteSuccess(key, { at: new Date(START), brought: true, unwatched: DAY });
    const left = async (before: number): Promise<string[]> => {
      await health.forgetSources(new Date(before).toISOString());
      return (await health.sources()).map(({ key }) => key);
    };
    expect(await left(START)).toEqual(keys.toSorted());
    expect(await left(START + 1)).toEqual(["forms", "mailbox", keys[0]]);
  });

  test("a finding keeps its first time while it lasts, and gets a new one when it returns", async () => {
    const { health } = await openTestStore(engine);
    const settle = async (findings: string[], at: string) => {
      const { since, isNews } = await health.settle(findings, at);
      return [Object.fromEntries(since), isNews];
    };
    expect(await settle([], "t0")).toEqual([{}, false]);
    expect(await settle(["disk", "queue"], "t1")).toEqual([{ disk: "t1", queue: "t1" }, true]);
    expect(await settle(["queue", "disk"], "t2")).toEqual([{ disk: "t1", queue: "t1" }, false]);
    expect(await settle(["queue"], "t3")).toEqual([{ queue: "t1" }, true]);
    expect(await settle(["queue", "disk"], "t4")).toEqual([{ disk: "t4", queue: "t1" }, true]);
  });
});
