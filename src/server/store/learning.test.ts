import { describe, expect, test } from "vitest";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { addLeads, ENGINES, openTestStore } from "#test/stores.ts";

describe.each(ENGINES)("decided leads on %s", (engine) => {
  test("are those of people alone, without the sample's, newest first and a chunk at a time", async () => {
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
    expect(first[1]).toMatchObject({ id: ids[3], facts: [{ name: "Size", value: "Large" }], missingInfo: ["need"] });
    const second = await store.learning.decided(first[1]!.id, 2);
    expect(second.map(({ name, notes }) => ({ name, notes }))).toEqual([
      { name: "Approved", notes: "A demo\0 of “it”" },
    ]);
    expect(await store.learning.decided(second[0]!.id, 2)).toEqual([]);
  });
});
