import { describe, expect, test } from "vitest";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { addLeads, ENGINES, openTestStore } from "#test/stores.ts";

describe.each(ENGINES)("decided leads on %s", (engine) => {
  test("include only people's decisions, without the sample, newest first in chunks", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [
      { name: "Approved", status: "approved", statusSetBy: "person", notes: "A demo\0 of “it”" },
      { name: "By rule", status: "qualified", statusSetBy: "rule" },
      { name: "Put back", status: "pending", statusSetBy: "person" },
      { name: "Rejected", status: "rejected", statusSetBy: "person", facts: [{ name: "Size", value: "Large" }] },
      { name: "Of the sample", status: "rejected", statusSetBy: "person", source: SAMPLE_SOURCE.kind },
      { name: "Qualified", status: "qualified", statusSetBy: "person" },
    ]);
    const first = await store.learning.decided(null, 2);
    expect(first.map(({ name }) => name)).toEqual(["Qualified", "Rejected"]);
    expect(first[1]).toMatchObject({ id: ids[3], facts: [{ name: "Size", value: "Large" }] });
    const second = await store.learning.decided(first[1]!.id, 2);
    expect(second.map(({ name, notes }) => ({ name, notes }))).toEqual([
      { name: "Approved", notes: "A demo\0 of “it”" },
    ]);
    expect(await store.learning.decided(second[0]!.id, 2)).toEqual([]);
  });

  test("have the time of the current decision, alone or among many, whatever changed since", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [
      { name: "Alone" },
      { name: "Among others" },
      { name: "Nobody knows", status: "approved", statusSetBy: "person", updatedAt: "2026-04-01T00:00:00.000Z" },
    ]);
    const [alone = "", among = ""] = ids;
    const decide = (status: "approved" | "rejected", at: string): Promise<unknown> =>
      store.leads.setStatus({ id: alone, status, by: "Ann", at });
    await decide("rejected", "2026-05-01T00:00:00.000Z");
    await decide("approved", "2026-05-02T00:00:00.000Z");
    await store.bulkActions.setStatus([among], "rejected", { actId: null, changed: 0 }, () => ({
      kind: "status",
      type: "other",
      title: "1 lead rejected",
      description: "",
      by: "Ann",
      at: "2026-05-03T00:00:00.000Z",
      leadId: null,
    }));
    const decided = await store.learning.decided(null, 10);
    expect(new Map(decided.map(({ name, decidedAt }) => [name, decidedAt]))).toEqual(
      new Map([
        ["Nobody knows", "2026-04-01T00:00:00.000Z"],
        ["Among others", "2026-05-03T00:00:00.000Z"],
        ["Alone", "2026-05-02T00:00:00.000Z"],
      ]),
    );
  });
});
