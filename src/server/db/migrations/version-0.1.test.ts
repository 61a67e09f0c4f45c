import { describe, expect, it, onTestFinished } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { openStore } from "#server/db/open-store.ts";
import { schemaOf } from "#test/schema-of.ts";
import { addressOf, storedRows } from "#test/stored-tables.ts";
import { ENGINES, temporaryDatabase, temporaryFolder } from "#test/stores.ts";
import { version01 } from "#test/version-0.1.ts";

describe.each(ENGINES)("a database of version 0.1 on %s", (engine) => {
  it("opens with all its data", async () => {
    const options = await version01(engine);
    const before = await storedRows(addressOf(options));
    expect(Object.entries(before.rows).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const store = await openStore(options);
    expect(await store.schemaState()).toBe("same");
    expect(await store.leads.totals()).toEqual({ pending: 0, qualified: 1, approved: 1, rejected: 1 });
    expect(await store.leads.totalsBySource()).toEqual({ website: 1, manual: 1, google_sheets: 1 });
    expect(await store.leads.count({ search: "ännie" })).toEqual({ count: 1, exact: true });
    expect(await store.leads.count({ keyword: "GRÖSSE" })).toEqual({ count: 1, exact: true });
    expect(await store.rules.list()).toMatchObject([{ name: "Budget", keywords: ["demo", "budget"], scoreWeight: 30 }]);
    expect(await store.savedViews.list(null)).toMatchObject([{ name: "Hot", query: "minScore=50", isShared: true }]);
    expect(await store.accounts.byUsername("ada")).toMatchObject({ username: "Ada", role: "owner" });
    // A worker that looks for jobs moves pg-boss's; one planned for later stays until it is due.
    await store.jobs.take(["backup"], 1, 10_000);
    const titles = async () => (await store.jobs.list({ limit: 9 })).jobs.map(({ title }) => title);
    const moved = engine === "sqlite" ? ["Sync", "Rescore for Ännie"] : ["Rescore for Ännie"];
    await expect.poll(titles).toEqual(moved);
    await store.close();
    // Messages have a verdict instead since then.
    const tables = before.tables.filter(({ name }) => name !== "processed_emails");
    const { processed_emails: messages, ...others } = before.rows;
    expect((await storedRows(addressOf(options), tables)).rows).toEqual(others);
    expect((await storedRows(addressOf(options))).rows["processed_emails"]).toHaveLength(messages?.length ?? 0);
  });

  it("finds leads by all their fields once their search texts are written", async () => {
    const store = await openStore(await version01(engine));
    onTestFinished(() => store.close());
    const { json } = await store.leads.list({ sort: "name", limit: 9, view: "full" });
    const leads = JSON.parse(json) as Lead[];
    const phone = leads.find((lead) => lead.phone !== "")?.phone ?? "";
    expect(phone).not.toBe("");
    expect(await store.leads.count({ search: phone })).toEqual({ count: 0, exact: true });
    expect([await store.leads.fillSearchTexts(2), await store.leads.fillSearchTexts(2)]).toEqual([2, leads.length - 2]);
    expect(await store.leads.fillSearchTexts(2)).toBe(0);
    const count = leads.filter((lead) => lead.phone === phone).length;
    expect(await store.leads.count({ search: phone })).toEqual({ count, exact: true });
    expect(await store.leads.count({ search: "ännie" })).toEqual({ count: 1, exact: true });
  });

  it("undoes earlier actions", async () => {
    const store = await openStore(await version01(engine));
    onTestFinished(() => store.close());
    const added = (await store.journal.list(9)).find(({ title }) => title === "Rule added");
    const undoing = { by: "Ada", at: "2026-05-01T10:00:00.000Z", rescore: <L>(lead: L): L => lead };
    expect(await store.journal.undo(added?.id ?? "", undoing)).toMatchObject({ kind: "undone" });
    expect(await store.rules.list()).toEqual([]);
  });

  it("has the same tables as a new one", async () => {
    const [earlier, fresh] = [
      await version01(engine),
      {
        dataDir: await temporaryFolder(),
        ...(engine === "postgres" ? { databaseUrl: await temporaryDatabase() } : {}),
      },
    ];
    for (const options of [earlier, fresh]) await (await openStore(options)).close();
    const schema = await schemaOf(addressOf(fresh));
    expect(schema.length).toBeGreaterThan(400);
    expect(await schemaOf(addressOf(earlier))).toEqual(schema);
  });
});
