import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Store } from "#server/db/store.ts";
import { addLeads, anEntry, ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const UNDOING = { by: "T", at: "2026-05-02T10:00:00.000Z", rescore: (lead: StoredLead) => lead };
const LEADS = 6;
const NOTHING = { actId: null, changed: 0 };

const summary = (changed: number) => anEntry({ title: `${changed} changed`, at: AT });

async function undo(store: Store, actId: string) {
  let kept = 0;
  for (let lastId: string | null = "0"; lastId !== null;) {
    const step = await store.bulkActions.undoStep(actId, lastId, 2, UNDOING);
    lastId = step.lastId;
    kept += step.kept;
  }
  return { kept, end: await store.bulkActions.endUndo(actId, UNDOING) };
}

/** A lead in the model: its status and who set it; null when it is deleted. */
type Known = { status: LeadStatus; by: "rule" | "person" } | null;

const someAct = fc.record({
  kind: fc.constantFrom("status" as const, "status" as const, "remove" as const, "undo" as const, "one" as const),
  status: fc.constantFrom(...LEAD_STATUSES),
  leads: fc.subarray(
    Array.from({ length: LEADS }, (_, at) => at),
    { minLength: 1 },
  ),
  act: fc.nat(5),
});

describe.each(ENGINES)("bulk actions on %s", (engine) => {
  it("and their undo match a simple model", async () => {
    const store = await openTestStore(engine);
    await fc.assert(
      fc.asyncProperty(fc.array(someAct, { minLength: 1, maxLength: 10 }), async (acts) => {
        const ids = await addLeads(
          store,
          Array.from({ length: LEADS }, () => ({ status: "pending" as const, statusSetBy: "rule" as const })),
        );
        const now: Known[] = ids.map(() => ({ status: "pending", by: "rule" }));
        const done: { id: string; was: Map<number, Known>; left: Known; isUndone: boolean }[] = [];
        const answers: unknown[] = [];
        const meant: unknown[] = [];
        for (const { kind, status, leads, act } of acts) {
          const chosen = leads.map((at) => ids[at] ?? "");
          if (kind === "one") {
            const [at = 0] = leads;
            await store.leads.setStatus({ id: ids[at] ?? "", status, by: "T", at: AT });
            if (now[at] !== null) now[at] = { status, by: "person" };
          } else if (kind === "undo") {
            const last = done[act % Math.max(done.length, 1)];
            if (last === undefined || last.isUndone) continue;
            const back = [...last.was].filter(([at]) => isSame(now[at] ?? null, last.left));
            const { kept, end } = await undo(store, last.id);
            answers.push([kept, end.kind]);
            meant.push([last.was.size - back.length, back.length === 0 ? "nothing_restored" : "undone"]);
            last.isUndone = back.length > 0;
            for (const [at, was] of back) now[at] = was;
          } else {
            const left: Known = kind === "remove" ? null : { status, by: "person" };
            const changing = leads.filter((at) => now[at] !== null && !isSame(now[at] ?? null, left));
            const { actId, changed } =
              kind === "remove"
                ? await store.bulkActions.remove(chosen, NOTHING, summary)
                : await store.bulkActions.setStatus(chosen, status, NOTHING, summary);
            answers.push([changed, actId === null]);
            meant.push([changing.length, changing.length === 0]);
            if (actId === null) continue;
            done.push({ id: actId, was: new Map(changing.map((at) => [at, now[at] ?? null])), left, isUndone: false });
            for (const at of changing) now[at] = left;
          }
        }
        expect(answers).toEqual(meant);
        const stored = await Promise.all(ids.map((id) => store.leads.get(id)));
        expect(stored.map((lead) => lead && { status: lead.status, by: lead.statusSetBy })).toEqual(now);
      }),
      { numRuns: engine === "sqlite" ? 80 : 40 },
    );
  });

  it("make one journal entry, which each lead's timeline shows", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [{}, {}, {}]);
    const first = await store.bulkActions.setStatus(ids.slice(0, 2), "rejected", NOTHING, summary);
    expect(await store.bulkActions.setStatus([...ids.slice(2), "7777"], "rejected", first, summary)).toEqual({
      actId: first.actId,
      changed: 3,
    });
    expect(await store.journal.list(9)).toMatchObject([{ id: first.actId, title: "3 changed", undoable: true }]);
    for (const id of ids) expect(await store.journal.ofLead(id, 9)).toMatchObject([{ id: first.actId }]);
    expect(await store.journal.undo(first.actId ?? "", UNDOING)).toMatchObject({
      kind: "long",
      title: "3 changed",
      undo: { kind: "many", leads: 3 },
    });
  });

  it("with an interrupted undo are reported as such, and the undo resumes", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [{}, {}, {}]);
    const { actId } = await store.bulkActions.setStatus(ids, "rejected", NOTHING, summary);
    await store.bulkActions.undoStep(actId ?? "", null, 2, UNDOING);
    expect(await store.journal.list(1)).toMatchObject([{ undoable: true, leads: 3, undoneLeads: 2 }]);
    expect(await undo(store, actId ?? "")).toEqual({ kept: 0, end: { kind: "undone", title: "3 changed", kept: 0 } });
    expect((await store.journal.list(9)).at(-1)).toMatchObject({ undoable: false, undoneAt: UNDOING.at });
  });

  it("are deleted with their leads", async () => {
    const store = await openTestStore(engine);
    const [id = ""] = await addLeads(store, [{ updatedAt: AT }]);
    const { actId } = await store.bulkActions.setStatus([id], "rejected", NOTHING, summary);
    await store.oldLeads.removePage("2027-01-01T00:00:00.000Z", null, 9, { entryId: null, entry: summary });
    expect(await store.leads.get(id)).toBeNull();
    expect(await store.bulkActions.countOpen(actId ?? "")).toBe(0);
  });

  it("find leads chosen by ID once each, and none for an unknown ID", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [{}, {}]);
    const found = await Array.fromAsync(
      store.bulkActions.ids({ ids: [...ids, ...ids, "x", "-1", "9999999999999999999"] }),
    );
    expect(found.flat()).toEqual(ids);
  });
});

function isSame(one: Known, other: Known): boolean {
  return one?.status === other?.status && one?.by === other?.by;
}
