import { describe, expect, it } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { addDataSource, addLeads, EMPTY_BATCH, ENGINES, newLead, openTestStore } from "#test/stores.ts";

async function gather<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const parts: T[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe.each(ENGINES)("streams on %s", (engine) => {
  it("contain every lead once, newest first, in more than one chunk", async () => {
    const store = await openTestStore(engine);
    expect((await gather(store.leads.streamJson())).join("")).toBe("[]");
    expect(await gather(store.leads.streamColumns({}, ["name"]))).toEqual([]);

    const ids = await addLeads(
      store,
      Array.from({ length: 1_200 }, (_, index) => ({ name: `Lead ${index % 7}`, rawData: [index] })),
    );
    const newestFirst = ids.toReversed();
    const chunks = await gather(store.leads.streamJson());
    expect(chunks.length).toBeGreaterThan(2);
    const leads = JSON.parse(chunks.join("")) as Lead[];
    expect(leads.map(({ id }) => id)).toEqual(newestFirst);
    expect(leads[0]?.rawData).toEqual([1_199]);
    expect((await gather(store.leads.streamColumns({}, ["id"]))).flat(2)).toEqual(newestFirst);

    const named = (await gather(store.leads.streamColumns({ search: "lead 3", sort: "name" }, ["name", "id"]))).flat();
    expect(named.map(([, id]) => id)).toEqual(ids.filter((_, index) => index % 7 === 3));
  });

  it("write each value as a person reads it", async () => {
    const store = await openTestStore(engine);
    await addLeads(store, [
      { score: 7, keywords: ["a", "b c"], missingInfo: [], lastFollowUp: null, sourceData: { a: 1 } },
    ]);
    const columns = ["score", "keywords", "missingInfo", "lastFollowUp", "sourceData", "createdAt"];
    const [[row] = []] = await gather(store.leads.streamColumns({}, columns));
    expect(row).toEqual(["7", "a, b c", "", "", '{"a":1}', "2026-03-01T09:00:00.000Z"]);
    await expect(gather(store.leads.streamColumns({}, ["revision"]))).rejects.toThrow("no field revision");
  });

  it("write lists of any texts", async () => {
    const store = await openTestStore(engine);
    const lists = [
      ["one"],
      [""],
      ['"', 'a","b'],
      ["\\", 'ends in \\"'],
      ["\n", "\0", "\ud800", "\ufdd0", "é", "😀"],
      ["[]"],
    ];
    await addLeads(
      store,
      lists.map((keywords) => ({ keywords })),
    );
    const rows = await gather(store.leads.streamColumns({ sort: "createdAt" }, ["keywords"]));
    expect(rows.flat()).toEqual(lists.map((keywords) => [keywords.join(", ")]));
  });

  it("return the best leads for the report", async () => {
    const store = await openTestStore(engine);
    const at = (name: string, email: string, more = {}) => ({ name, email, emailKey: email, ...more });
    const ids = await addLeads(store, [
      at("Ann Lee", "ann@acme.example", { status: "qualified", score: 50 }),
      at("Lee, Anne", "lee@acme.example", { status: "approved", score: 90 }),
      at("Bob Lee", "bob@acme.example", { status: "rejected", score: 100 }),
      at("Ann Lee", "ann@other.example", { status: "qualified", score: 90 }),
      { name: "Ann Lee", status: "pending", score: 95 },
    ]);
    const [ann, anne, , other] = ids;
    expect((await store.leads.topQualified(2)).map(({ id }) => id)).toEqual([other, anne]);
    expect((await store.leads.topQualified(9)).map(({ id }) => id)).toEqual([other, anne, ann]);
  });

  it("include the rows of each source and their batch", async () => {
    const store = await openTestStore(engine);
    const source = { id: await addDataSource(store) };
    const [id = ""] = await store.leads.applyBatch({
      creates: [newLead({ name: "Ann" })],
      updates: [],
      source,
      rows: [
        { rowKey: "a", contentHash: "1", leadId: null, createIndex: 0 },
        { rowKey: "b", contentHash: "2", leadId: null, createIndex: null },
        { rowKey: "a", contentHash: "3", leadId: null, createIndex: 0 },
      ],
      journal: [
        {
          kind: "created",
          type: "other",
          title: "New",
          description: "",
          by: "T",
          at: "2026-05-01T10:00:00.000Z",
          leadId: "new:0",
        },
      ],
    });
    expect(await store.leads.rowHashes(source.id, ["a", "b", "c"])).toEqual(
      new Map([
        ["a", "3"],
        ["b", "2"],
      ]),
    );
    expect(await store.leads.rowHashes("999", ["a"])).toEqual(new Map());
    expect(await store.journal.ofLead(id, 1)).toMatchObject([{ title: "New", leadId: id, undoable: false }]);
    const { rowLeads } = await store.leads.known({
      emailKeys: [],
      phoneKeys: [],
      source: { ...source, rowKeys: ["a", "b", "c"] },
    });
    expect(rowLeads).toEqual(new Map([["a", id]]));
    await store.leads.applyBatch(EMPTY_BATCH);
  });
});
