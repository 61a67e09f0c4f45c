import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { describe, expect, test, vi } from "vitest";
import type { LeadRecord } from "#shared/lead-record.ts";
import { rescoreEnded, startRescore } from "#server/workflows/rules/rescore.ts";
import { NAMED_TURNS } from "#server/workflows/rules/rescore-turns.ts";
import type { Workspace } from "#server/workflows/workspace.ts";
import { freshWinnow } from "#test/harness.ts";
import { addLeads, ENGINES } from "#test/stores.ts";

const CREATED_AT = "2026-05-01T10:00:00.000Z";

function writeRule({ store }: Workspace): Promise<unknown> {
  return store.rules.create({
    ...DEFAULT_RULE,
    name: "Intent",
    keywords: ["demo"],
    scoreWeight: 40,
    createdAt: CREATED_AT,
  });
}

function unjudged(notes: string): Partial<LeadRecord> {
  return { notes, status: "pending", statusSetBy: "rule", score: 0, scoreParts: [], keywords: [] };
}

describe.each(ENGINES)("a rescore on %s", (engine) => {
  test("leaves each lead it turned a line in its timeline", async () => {
    const { workspace } = await freshWinnow(engine);
    const { store } = workspace;
    const [ann = "", bo = ""] = await addLeads(store, [
      { ...unjudged("A demo"), name: "Ann Lee" },
      { ...unjudged("Nothing"), name: "Bo Berg" },
    ]);
    await writeRule(workspace);
    await startRescore(workspace);
    expect(await store.journal.ofLead(ann, 9)).toMatchObject([
      { kind: "status", type: "qualified_lead", title: "Ann Lee qualified", by: "Rules", undoable: false },
    ]);
    expect(await store.journal.ofLead(bo, 9)).toEqual([]);

    await store.settings.write({ qualificationThreshold: 90 });
    await startRescore(workspace);
    const [newest] = await store.journal.ofLead(ann, 9);
    expect(newest).toMatchObject({ type: "other", title: "Ann Lee no longer qualified" });
    expect(newest?.description).toBe("Was qualified. Scored again: 40");
    expect(await store.journal.list(9)).toHaveLength(2);
  });

  test("that turns many tells them in one line", async () => {
    const { workspace } = await freshWinnow(engine);
    const { store } = workspace;
    await addLeads(
      store,
      Array.from({ length: NAMED_TURNS + 1 }, () => unjudged("A demo")),
    );
    await writeRule(workspace);
    await startRescore(workspace);
    expect(await store.journal.list(9)).toMatchObject([
      { title: "Leads scored again", description: `${NAMED_TURNS + 1} now qualified, 0 no longer`, leadId: null },
    ]);
  });

  test("that is told to stop ends after its batch, gives its lease back, and goes on when started again", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    await addLeads(
      store,
      Array.from({ length: 1_001 }, () => unjudged("A demo")),
    );
    const stop = new AbortController();
    const workspace = { ...winnow.workspace, stopping: stop.signal };
    await writeRule(workspace);
    const rescored = vi.spyOn(store.leads, "rescore").mockImplementationOnce(async (...batch) => {
      stop.abort();
      return store.leads.rescore(...batch);
    });
    void startRescore(workspace);
    await rescoreEnded(workspace);
    // The first call, and the one it was handed on to.
    expect(rescored).toHaveBeenCalledTimes(2);
    expect((await store.settings.rescoreState()).running).not.toBeNull();
    expect(await store.leases.acquire("rescore", "another", 1)).toBe(true);
    await store.leases.release("rescore", "another");

    await startRescore(winnow.workspace);
    expect((await store.leads.totals()).qualified).toBe(1_001);
    expect((await store.settings.rescoreState()).running).toBeNull();
    expect(winnow.logged()).not.toContain("rescore stopped");
  });
});
