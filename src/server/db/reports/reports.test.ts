import { describe, expect, it } from "vitest";
import { ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const LATER = "2026-05-01T11:00:00.000Z";
const STOPPED = { error: "Stopped", finishedAt: LATER };

describe.each(ENGINES)("reports on %s", (engine) => {
  it("release only an unfinished one, and never begin that window again", async () => {
    const { reports } = await openTestStore(engine);
    const begin = (windowKey: string) =>
      reports.begin({ windowKey, messageId: "<m@x>", leadCount: 3, startedAt: AT }).then((report) => report?.id ?? "");
    const [done, cutOff] = [await begin("daily:2026-05-01"), await begin("daily:2026-05-02")];
    await reports.finish(done, { state: "sent", error: "", finishedAt: AT });
    expect((await reports.unfinished()).map(({ id }) => id)).toEqual([cutOff]);

    expect(await Promise.all([done, cutOff, "999", "x"].map((id) => reports.giveUp(id, STOPPED)))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(await reports.unfinished()).toEqual([]);
    expect(await reports.ofWindow("daily:2026-05-01")).toMatchObject({ state: "sent" });
    expect(await reports.latest()).toMatchObject({ id: cutOff, state: "unknown", ...STOPPED });
    expect(await begin("daily:2026-05-02")).toBe("");
  });

  it("know which was sent last, even when an older one is sent after it", async () => {
    const { reports } = await openTestStore(engine);
    expect(await reports.lastSent()).toBeNull();
    for (const [windowKey, finishedAt] of [
      ["manual:a", LATER],
      ["manual:b", AT],
    ] as const) {
      const begun = await reports.begin({ windowKey, messageId: "<m@x>", leadCount: 0, startedAt: AT });
      await reports.finish(begun?.id ?? "", { state: "sent", error: "", finishedAt });
    }
    const failed = await reports.begin({ windowKey: "manual:c", messageId: "<m@x>", leadCount: 0, startedAt: AT });
    await reports.finish(failed?.id ?? "", { state: "failed", error: "No", finishedAt: LATER });
    expect(await reports.lastSent()).toMatchObject({ windowKey: "manual:a", finishedAt: LATER });
  });

  it("keep people's digests apart from the team's reports", async () => {
    const { reports } = await openTestStore(engine);
    const begin = async (windowKey: string, accountId: string | null, startedAt: string) =>
      (await reports.begin({ windowKey, accountId, messageId: "<m@x>", leadCount: 1, startedAt }))?.id ?? "";
    const team = await begin("daily:2026-05-01", null, AT);
    await reports.finish(team, { state: "sent", error: "", finishedAt: AT });
    const old = await begin("digest:1:daily:2026-05-01", "1", AT);
    await reports.finish(old, { state: "sent", error: "", finishedAt: LATER });
    const cutOff = await begin("digest:2:daily:2026-05-01", "2", LATER);
    expect(await begin("digest:1:daily:2026-05-01", "1", LATER)).toBe("");
    expect([await reports.latest(), await reports.lastSent()]).toMatchObject([{ id: team }, { id: team }]);
    expect(await reports.digestsSince(LATER)).toMatchObject([{ id: cutOff, accountId: "2", state: "sending" }]);
    expect((await reports.unfinished()).map(({ id }) => id)).toEqual([cutOff]);
    await reports.forgetDigests(LATER);
    expect((await reports.digestsSince(AT)).map(({ id }) => id)).toEqual([cutOff]);
    expect(await reports.latest()).toMatchObject({ id: team, accountId: null });
  });
});
