import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { DEFAULT_RULE, type Rule } from "#shared/contract/rule.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import { rescoreLead } from "#server/pipeline/intake/rescore-lead.ts";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import { fadeScores } from "#server/features/rules/fade-scores.ts";
import { rescore } from "#server/features/rules/rescore.ts";
import type { Workspace } from "#server/workspace.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { addLeads, oneEngine } from "#test/stores.ts";
import { rounds } from "#test/thorough.ts";

const CREATED_AT = "2026-05-01T10:00:00.000Z";

function writeRule({ store }: Workspace, more: Partial<Rule> = {}): Promise<{ id: string }> {
  const rule = { ...DEFAULT_RULE, name: "Intent", keywords: ["demo"], scoreWeight: 40, createdAt: CREATED_AT };
  return store.rules.create({ ...rule, ...more });
}

function unjudged(notes: string): Partial<LeadRecord> {
  return { notes, status: "pending", statusSetBy: "rule", score: 0, scoreParts: [], keywords: [] };
}

function many(count: number, notes = "A demo"): Partial<LeadRecord>[] {
  return Array.from({ length: count }, () => unjudged(notes));
}

/** The leads that rescoring would change. */
async function staleLeads({ workspace }: TestWinnow): Promise<StoredLead[]> {
  const { store, clock } = workspace;
  const scoring = { ...(await readScoringContext(workspace)), now: clock().toISOString() };
  const rows = await store.leads.stale({ after: null, limit: 5_000 });
  const stale: StoredLead[] = [];
  // One after the other: on a slow machine, 1,500 reads at once wait too long for a connection.
  for (const { id } of rows) {
    const lead = await store.leads.get(id);
    if (lead !== null && rescoreLead(lead, scoring) !== null) stale.push(lead);
  }
  return stale;
}

describe.each(oneEngine("sqlite"))("a rescore on %s", (engine) => {
  test("logs each status change on the lead's timeline, and one summary in the journal", async () => {
    const { workspace } = await freshWinnow(engine);
    const { store } = workspace;
    const [ann = "", bo = ""] = await addLeads(store, [
      { ...unjudged("A demo"), name: "Ann Lee" },
      { ...unjudged("Nothing"), name: "Bo Berg" },
    ]);
    await writeRule(workspace);
    await rescore(workspace);
    expect(await store.journal.ofLead(ann, 9)).toMatchObject([
      {
        kind: "status",
        type: "qualified_lead",
        title: "Ann Lee qualified",
        description: "Was pending. Score 40 (Intent 40)",
        by: "Rules",
        undoable: false,
      },
    ]);
    expect(await store.journal.ofLead(bo, 9)).toEqual([]);

    await store.settings.write({ qualificationThreshold: 90 });
    await rescore(workspace);
    const [newest] = await store.journal.ofLead(ann, 9);
    expect(newest).toMatchObject({ type: "other", title: "Ann Lee no longer qualified" });
    expect(newest?.description).toBe("Was qualified. Score 40 (Intent 40)");
    expect(await store.journal.list(9)).toMatchObject([
      { title: "Leads rescored", description: "0 now qualified, 1 (Ann Lee) no longer", type: "other" },
      { title: "Leads rescored", description: "1 (Ann Lee) now qualified, 0 no longer", type: "qualified_lead" },
    ]);
  });

  test("with many changes names none of the leads in the summary", async () => {
    const { workspace } = await freshWinnow(engine);
    await addLeads(workspace.store, many(4));
    await writeRule(workspace);
    await rescore(workspace);
    const description = "4 now qualified, 0 no longer";
    expect(await workspace.store.journal.list(9)).toMatchObject([{ description, leadId: null }]);
  });

  test("asked to stop ends after its batch, returns its lease, and resumes when restarted", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    await addLeads(store, many(1_500));
    const stop = new AbortController();
    const workspace = { ...winnow.workspace, stopping: stop.signal };
    await writeRule(workspace);
    const writeScores = store.leads.writeScores.bind(store.leads);
    vi.spyOn(store.leads, "writeScores").mockImplementationOnce((batch) => {
      stop.abort();
      return writeScores(batch);
    });
    await rescore(workspace);
    const { running, cursor } = await store.settings.rescoreState();
    expect(running).not.toBeNull();
    const { qualified } = await store.leads.totals();
    expect(qualified).toBeGreaterThan(0);
    expect(qualified).toBeLessThan(1_500);

    const read = vi.spyOn(store.leads, "stale");
    await rescore(winnow.workspace);
    expect(read.mock.calls[0]).toEqual([expect.objectContaining({ after: cursor })]);
    expect((await store.leads.totals()).qualified).toBe(1_500);
    expect((await store.settings.rescoreState()).running).toBeNull();
    expect(winnow.logged()).not.toContain("job failed");
  });

  test("overtaken by a second change ends in the final state", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { store } = workspace;
    await addLeads(store, [...many(1_000), ...many(500, "Nothing")]);
    const { id } = await writeRule(workspace);
    const writeScores = store.leads.writeScores.bind(store.leads);
    vi.spyOn(store.leads, "writeScores").mockImplementationOnce(async (batch) => {
      const written = await writeScores(batch);
      await store.rules.update(id, { keywords: ["nothing"], scoreWeight: 50 });
      return written;
    });
    await rescore(workspace);
    expect((await store.leads.totals()).qualified).toBe(500);
    expect(await staleLeads(winnow)).toEqual([]);
    const { wanted, done, running } = await store.settings.rescoreState();
    expect({ done, running }).toEqual({ done: wanted, running: null });
  });

  test("takes no shortcut over leads scored by older rules and written after it had passed", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const { version: rulesVersion } = await readScoringContext(winnow.workspace);
    await writeRule(winnow.workspace);
    await rescore(winnow.workspace);
    const [id = ""] = await addLeads(store, many(1), { rulesVersion });
    await rescore(winnow.workspace);
    expect(await store.leads.get(id)).toMatchObject({ score: 40, status: "qualified" });
    expect(await staleLeads(winnow)).toEqual([]);
  });

  test("takes no shortcut over leads written by older rules at its very end", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const { version: rulesVersion } = await readScoringContext(winnow.workspace);
    await writeRule(winnow.workspace);
    const write = store.settings.writeRescoreState.bind(store.settings);
    const ids: string[] = [];
    vi.spyOn(store.settings, "writeRescoreState").mockImplementation(async (state) => {
      if (state.doneRules !== undefined && ids.length === 0)
        ids.push(...(await addLeads(store, many(1), { rulesVersion })));
      return write(state);
    });
    await rescore(winnow.workspace);
    await rescore(winnow.workspace);
    expect(ids).toHaveLength(1);
    expect(await staleLeads(winnow)).toEqual([]);
  });

  test("stopped on one day and resumed the next leaves no score of the day before", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    await addLeads(
      store,
      many(300).map((lead) => ({ ...lead, createdAt: CREATED_AT })),
    );
    await store.settings.beginDay("2026-05-01");
    await writeRule(winnow.workspace, { halfLifeDays: 1 });
    const stop = new AbortController();
    const on = (day: string): Workspace => ({ ...winnow.workspace, clock: () => new Date(`${day}T12:00:00Z`) });
    const writeScores = store.leads.writeScores.bind(store.leads);
    vi.spyOn(store.leads, "writeScores").mockImplementationOnce((batch) => {
      stop.abort();
      return writeScores(batch);
    });
    await rescore({ ...on("2026-05-01"), stopping: stop.signal });
    expect((await store.settings.rescoreState()).cursor).not.toBeNull();
    await rescore(on("2026-05-02"));
    await fadeScores(on("2026-05-02"));
    expect(await staleLeads({ ...winnow, workspace: on("2026-05-02") })).toEqual([]);
  });

  test("rescores what changed between reading and writing", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const [first = ""] = await addLeads(store, many(3));
    await writeRule(winnow.workspace);
    const writeScores = store.leads.writeScores.bind(store.leads);
    vi.spyOn(store.leads, "writeScores").mockImplementationOnce(async (batch) => {
      await winnow.ok("PATCH /api/leads/{id}", { id: first, body: { notes: "Two demos: a demo" } });
      return writeScores(batch);
    });
    await rescore(winnow.workspace);
    expect(await store.leads.get(first)).toMatchObject({ notes: "Two demos: a demo", score: 40 });
    expect(await staleLeads(winnow)).toEqual([]);
  });

  test("reads only the leads whose status changes when only the threshold did, and none after a note", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { store } = workspace;
    await addLeads(store, [...many(20), ...many(30, "Nothing")]);
    const { id } = await writeRule(workspace);
    await rescore(workspace);
    const read = vi.spyOn(store.leads, "stale");
    const readLeads = async (): Promise<number> => {
      const found = await Promise.all(
        read.mock.results.map(({ value }) => value as ReturnType<typeof store.leads.stale>),
      );
      return found.reduce((sum, leads) => sum + leads.length, 0);
    };
    const raised = await winnow.call("PUT /api/settings", { body: { qualificationThreshold: 90 } });
    expect(await readLeads()).toBe(20);
    expect((await store.leads.totals()).qualified).toBe(0);
    read.mockClear();
    const actId = String(raised.headers["x-act-id"]);
    await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
    expect(await readLeads()).toBe(20);
    expect((await store.leads.totals()).qualified).toBe(20);
    read.mockClear();
    await store.rules.update(id, { note: "For the fair" });
    await rescore(workspace);
    expect(await readLeads()).toBe(0);
    // Two changes at once: leads may have come in by the rules between.
    await store.settings.write({ qualificationThreshold: 10 });
    await store.settings.write({ qualificationThreshold: 20 });
    await rescore(workspace);
    expect(await readLeads()).toBe(50);
    expect((await store.leads.totals()).qualified).toBe(20);
  });

  describe("after any changes", () => {
    let winnow: TestWinnow;
    beforeAll(async () => {
      winnow = await openWinnow(engine);
      return () => winnow.close();
    });

    const words = ["demo", "price", "budget", "student", "urgent"];
    const text = fc.array(fc.constantFrom(...words, "and", "the"), { maxLength: 6 }).map((chosen) => chosen.join(" "));
    const rule = fc.record({
      keywords: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
      scoreWeight: fc.integer({ min: -60, max: 100 }).filter((points) => points !== 0),
      isActive: fc.boolean(),
      halfLifeDays: fc.option(fc.integer({ min: 1, max: 400 })),
    });
    const change = fc.oneof(
      fc.record({ act: fc.constant("add" as const), rule }),
      fc.record({ act: fc.constant("update" as const), at: fc.nat(), rule }),
      fc.record({ act: fc.constant("remove" as const), at: fc.nat() }),
      fc.record({ act: fc.constant("threshold" as const), to: fc.integer({ min: 0, max: 100 }) }),
      fc.record({ act: fc.constant("decide" as const), at: fc.nat() }),
      fc.record({ act: fc.constant("rescore" as const) }),
    );

    test("leaves every lead with its correct score", async () => {
      const { workspace } = winnow;
      const { store } = workspace;
      let ids: string[] = [];
      await fc.assert(
        fc.asyncProperty(
          fc.array(text, { minLength: 1, maxLength: 3 }),
          fc.array(change, { maxLength: 8 }),
          async (notes, changes) => {
            ids = [...ids, ...(await addLeads(store, notes.map(unjudged)))];
            // They come in unscored, which only two changes at once fix.
            await store.settings.write({ qualificationThreshold: 30 });
            await store.settings.write({ qualificationThreshold: 30 });
            await rescore(workspace);
            for (const each of changes) {
              const rules = await store.rules.list();
              if (each.act === "add" && rules.length < 6) await writeRule(workspace, each.rule);
              if (each.act === "update" && rules.length > 0)
                await store.rules.update(rules[each.at % rules.length]?.id ?? "", each.rule);
              if (each.act === "remove" && rules.length > 0)
                await store.rules.remove(rules[each.at % rules.length]?.id ?? "");
              if (each.act === "threshold") await store.settings.write({ qualificationThreshold: each.to });
              if (each.act === "decide" && ids.length > 0) {
                const id = ids[each.at % ids.length] ?? "";
                await store.leads.setStatus({ id, status: "pending", by: "T", at: CREATED_AT });
              }
              if (each.act === "rescore") await rescore(workspace);
            }
            await rescore(workspace);
            expect(await staleLeads(winnow)).toEqual([]);
          },
        ),
        { numRuns: rounds(8, 25) },
      );
    });
  });
});
