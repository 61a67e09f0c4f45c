import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { EMPTY_BATCH, anEntry, ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const RULE = { ...DEFAULT_RULE, name: "Intent", keywords: ["crm", "a, b"], createdAt: AT };
const SOURCE = {
  name: "Sheet",
  type: "google_sheets" as const,
  config: { spreadsheetId: "s1", range: "A:Z" },
  sealedServiceAccount: "sealed",
  sealedApiKey: null,
  sealedAppPassword: null,
  sealedHeaders: null,
  isActive: true,
  lastSync: null,
  lastRun: null,
  failingSince: null,
  createdAt: AT,
};
const EMAIL = {
  smtpHost: "smtp.example",
  smtpPort: 587,
  signIn: "password" as const,
  username: "u",
  sealedPassword: "sealed",
  fromEmail: "a@b.example",
  recipientEmails: ["c@d.example", "e@f.example"],
  reportFrequency: "daily" as const,
  isActive: true,
  scheduledSince: AT,
  lastSuccess: null,
  failingSince: null,
  lastError: "",
  createdAt: AT,
};

describe.each(ENGINES)("records on %s", (engine) => {
  it("stores rules", async () => {
    const { rules } = await openTestStore(engine);
    const first = await rules.create(RULE);
    const second = await rules.create({ ...RULE, name: "Other" });
    expect(first).toEqual({ ...RULE, id: first.id });
    expect(await rules.list()).toEqual([first, second]);
    expect(await rules.update(first.id, { isActive: false })).toEqual({ ...first, isActive: false });
    expect(await rules.update(first.id, {})).toEqual({ ...first, isActive: false });
    expect(await rules.update("999", { name: "x" })).toBeNull();
    expect(await rules.update("x", { name: "x" })).toBeNull();
    expect(await rules.remove(first.id)).toBe(true);
    expect(await rules.remove(first.id)).toBe(false);
    expect(await rules.list()).toEqual([second]);
  });

  it("stores data sources, and deletes the rows of a removed one", async () => {
    const { dataSources, leads } = await openTestStore(engine);
    const source = await dataSources.create(SOURCE);
    expect(await dataSources.get(source.id)).toEqual({ ...SOURCE, id: source.id });
    const lastRun = {
      seen: 1,
      created: 1,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      failed: 0,
      qualified: 0,
      startedAt: AT,
      finishedAt: null,
      outcome: "running" as const,
      message: "",
      reasons: [],
    };
    expect(await dataSources.update(source.id, { lastRun, sealedApiKey: "k" })).toEqual({
      ...source,
      lastRun,
      sealedApiKey: "k",
    });
    const rows = [{ rowKey: "r", contentHash: "h", leadId: null, createIndex: null }];
    await leads.applyBatch({ ...EMPTY_BATCH, source: { id: source.id }, rows });
    expect((await leads.rowHashes(source.id, ["r"])).size).toBe(1);
    expect(await dataSources.remove(source.id)).toBe(true);
    expect((await leads.rowHashes(source.id, ["r"])).size).toBe(0);
    expect(await dataSources.get(source.id)).toBeNull();
    expect(await dataSources.list()).toEqual([]);
  });

  it("stores one active email setting", async () => {
    const { emailSettings } = await openTestStore(engine);
    const first = await emailSettings.create(EMAIL);
    const second = await emailSettings.create({ ...EMAIL, smtpHost: "other.example" });
    expect(await emailSettings.list()).toEqual([{ ...first, isActive: false }, second]);
    await emailSettings.update(second.id, { lastError: "x" });
    await emailSettings.update(first.id, { isActive: true });
    expect((await emailSettings.list()).map(({ isActive }) => isActive)).toEqual([true, false]);
    await emailSettings.create({ ...EMAIL, isActive: false });
    expect((await emailSettings.list()).map(({ isActive }) => isActive)).toEqual([true, false, false]);
  });

  it("stores settings, and how far scores follow the rules", async () => {
    const { settings } = await openTestStore(engine);
    expect(await settings.read()).toEqual({});
    await settings.write({ qualificationThreshold: 40, maxLeadsPerSync: null });
    await settings.write({ qualificationThreshold: 50 });
    await settings.write({});
    expect(await settings.read()).toEqual({ qualificationThreshold: 50, maxLeadsPerSync: null });
    await settings.write(DEFAULT_SETTINGS);
    expect(await settings.read()).toEqual(DEFAULT_SETTINGS);

    // Each of the three thresholds written above made the scores stale.
    const fresh = { wanted: 3, done: 0, running: null, cursor: null, doneRules: null };
    expect(await settings.rescoreState()).toEqual(fresh);
    await settings.writeRescoreState({ done: 3, running: null, cursor: null, doneRules: "first" });
    await settings.write({ qualificationThreshold: 60 });
    await settings.writeRescoreState({ done: 3, running: 4, cursor: "77" });
    const underway = { wanted: 4, done: 3, running: 4, cursor: "77", doneRules: "first" };
    expect(await settings.rescoreState()).toEqual(underway);
    // A version that is no longer wanted doesn't mark scores as current.
    await settings.writeRescoreState({ done: 3, running: null, cursor: null, doneRules: "second" });
    expect(await settings.rescoreState()).toMatchObject({ done: 3, doneRules: null });
  });

  it("marks scores as stale with each rule change", async () => {
    const { rules, settings } = await openTestStore(engine);
    const wanted = async (): Promise<number> => (await settings.rescoreState()).wanted;
    const { id } = await rules.create(RULE);
    expect(await wanted()).toBe(1);
    await rules.update(id, { isActive: false });
    expect(await wanted()).toBe(2);
    await rules.remove(id);
    expect(await wanted()).toBe(3);
  });

  it("lists the journal newest first, page by page", async () => {
    const { journal } = await openTestStore(engine);
    const ids = [];
    for (const title of ["a", "b", "c"]) ids.push(await journal.add(anEntry({ title })));
    expect((await journal.list(2)).map(({ title }) => title)).toEqual(["c", "b"]);
    expect((await journal.list(2, ids[1])).map(({ title }) => title)).toEqual(["a"]);
    expect(await journal.list(2, "x")).toEqual([]);
    expect(await journal.ofLead("x", 2)).toEqual([]);
  });

  it("creates one report per window, even when two begin at once", async () => {
    const { reports } = await openTestStore(engine);
    const begin = () =>
      reports.begin({ windowKey: "daily:2026-05-01", messageId: "<m@x>", leadCount: 3, startedAt: AT });
    expect(await reports.latest()).toBeNull();
    const begun = (await Promise.all([begin(), begin()])).filter((report) => report !== null);
    expect(begun).toHaveLength(1);
    const [report] = begun;
    expect(report).toMatchObject({ state: "sending", leadCount: 3, finishedAt: null });
    await reports.finish(report?.id ?? "", { state: "sent", error: "", finishedAt: AT });
    expect(await reports.ofWindow("daily:2026-05-01")).toEqual({ ...report, state: "sent", finishedAt: AT });
    expect(await reports.latest()).toEqual({ ...report, state: "sent", finishedAt: AT });
    expect(await reports.ofWindow("daily:2026-05-02")).toBeNull();
  });

  it("leases work to one owner at a time, until it is returned or expires", async () => {
    const { leases } = await openTestStore(engine);
    const tries = await Promise.all(["a", "b", "c"].map((owner) => leases.acquire("sync", owner, 60_000)));
    expect(tries.filter(Boolean)).toHaveLength(1);
    const owner = ["a", "b", "c"][tries.indexOf(true)] ?? "";
    expect(await leases.acquire("sync", owner, 60_000)).toBe(false);
    expect(await leases.acquire("other", "z", 60_000)).toBe(true);
    expect(await leases.renew("sync", "z", 60_000)).toBe(false);
    await leases.release("sync", "z");
    expect(await leases.renew("sync", owner, 0)).toBe(true);
    expect(await leases.renew("sync", owner, 60_000)).toBe(false);
    expect(await leases.acquire("sync", "z", 60_000)).toBe(true);
    await leases.release("sync", "z");
    expect(await leases.acquire("sync", "y", 60_000)).toBe(true);
  });

  it("leases work for the stated time, even if the machine's clock changes", async () => {
    let ahead = 0;
    const { leases } = await openTestStore(engine, () => new Date(Date.now() + ahead));
    expect(await leases.acquire("report", "a", 10_000)).toBe(true);
    ahead = 3_600_000;
    expect(await leases.acquire("report", "b", 10_000)).toBe(false);
    expect(await leases.renew("report", "a", 0)).toBe(true);
    ahead = -3_600_000;
    expect(await leases.acquire("report", "b", 10_000)).toBe(true);
  });

  it("notifies every listener of what is published, and none that has stopped", async () => {
    const store = await openTestStore(engine);
    const heard: string[] = [];
    const stopped: string[] = [];
    store.subscribe((message) => stopped.push(message))();
    const both = new Promise<void>((resolve) => {
      store.subscribe((message) => {
        heard.push(message);
        if (heard.length === 2) resolve();
      });
    });
    await store.publish("one 😀");
    await store.publish("two");
    await both;
    expect(heard).toEqual(["one 😀", "two"]);
    expect(stopped).toEqual([]);
  });
});
