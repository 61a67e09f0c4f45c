import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLeadReader } from "#server/db/lead-reader/lead-reader.ts";
import type { LeadReader, LeadsAddress } from "#server/db/lead-reader/leads-view.ts";
import { addLeads, anEntry, ENGINES, openTestStore, temporaryFolder } from "#test/stores.ts";

describe.each(ENGINES)("reading leads over a separate connection on %s", (engine) => {
  async function opened() {
    const store = await openTestStore(engine);
    const reader = await openLeadReader(store.leadsAddress);
    return { store, reader };
  }
  const versionOf = (reader: LeadReader): Promise<string> => reader.view(async ({ version }) => version);
  const stampsOf = (reader: LeadReader): Promise<Map<number, string>> => reader.view((view) => view.stamps(0, 100, 2));

  test("returns what scores are made of, in ID order", async () => {
    const { store, reader } = await opened();
    const facts = [{ name: "Half", value: "\ud800 and \0" }];
    const ids = await addLeads(store, [
      { notes: "One", score: 7, facts },
      { notes: "Two", statusSetBy: "person" },
    ]);
    const { leads, lastId } = await reader.view(async (view) => ({
      leads: await view.leads(0, 100),
      lastId: await view.lastId(),
    }));
    expect(leads).toMatchObject([
      { id: Number(ids[0]), notes: "One", score: 7, facts },
      { id: Number(ids[1]), notes: "Two", statusSetBy: "person" },
    ]);
    expect(lastId).toBe(Number(ids[1]));
    expect(await reader.view((view) => view.leads(0, Number(ids[1])))).toHaveLength(1);
    await reader.close();
  });

  test("reports by version that nothing was written, and by stamps where leads were", async () => {
    const { store, reader } = await opened();
    const ids = await addLeads(store, [{}, {}, {}, {}]);
    const before = await stampsOf(reader);
    // PostgreSQL counts writes in all its databases, including other tests'.
    await expect.poll(async () => (await versionOf(reader)) === (await versionOf(reader))).toBe(true);
    const version = await versionOf(reader);
    const last = ids.at(-1) ?? "";
    await store.leads.edit(last, (lead) => ({ ...lead, notes: "Other words" }), anEntry({ leadId: last }));
    expect(await versionOf(reader)).not.toBe(version);
    const after = await stampsOf(reader);
    const changed = [...before.keys()].filter((block) => before.get(block) !== after.get(block));
    expect(changed).toEqual([Math.floor(Number(last) / 2)]);
    await reader.close();
  });

  test("sees one snapshot while it reads, whatever is written", async () => {
    const { store, reader } = await opened();
    await addLeads(store, [{}]);
    const seen = await reader.view(async (view) => {
      await addLeads(store, [{}]);
      return view.leads(0, 100);
    });
    expect(seen).toHaveLength(1);
    await reader.close();
  });

  test("reports that the database can't be reached", async () => {
    const file = join(await temporaryFolder(), "winnow.db");
    const address: LeadsAddress =
      engine === "sqlite" ? { engine, file } : { engine, url: "postgres://127.0.0.1:1/winnow" };
    await expect(openLeadReader(address)).rejects.toMatchObject({ id: "store_unreachable" });
  });
});
