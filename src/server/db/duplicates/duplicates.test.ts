import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { Matching } from "#server/db/duplicates/compare-leads.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { Store } from "#server/db/store.ts";
import { addLeads, ENGINES, openTestStore } from "#test/stores.ts";

const ENTRY: NewJournalEntry = {
  kind: "other",
  type: "other",
  title: "Done",
  description: "",
  by: "T",
  at: "2026-05-01T10:00:00.000Z",
  leadId: null,
};

const UNDOING = { by: "T", at: "2026-05-02T10:00:00.000Z", rescore: <T>(lead: T): T => lead };

/** Leads meet under each word of their company, and their similarity is the number of shared words. */
const byCompany: Matching<Set<string>> = {
  identify({ company }) {
    const words = new Set(company.split(" ").filter(Boolean));
    return { identity: words, keys: words };
  },
  compare(first, second, isDistinctive) {
    const shared = [...first.intersection(second)].filter(isDistinctive);
    if (shared.length === 0) return null;
    return { confidence: shared.length, evidence: [{ kind: "company", text: shared.toSorted().join(" "), points: 1 }] };
  },
};

async function compareAll(store: Store, chunk = 7): Promise<void> {
  while ((await store.duplicates.compareNext(chunk, byCompany)) > 0);
}

/** All pairs as text, in a canonical order. */
async function pairs(store: Store): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Store["duplicates"]["page"]>> = await store.duplicates.page(3, cursor);
    for (const { leads, confidence, evidence } of page.pairs) {
      found.push(`${leads.map(({ name }) => name).join("+")} ${confidence} ${evidence[0]?.text}`);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found.toSorted();
}

describe.each(ENGINES)("pairs of leads on %s", (engine) => {
  const add = (store: Store, ...leads: Partial<LeadRecord>[]) => addLeads(store, leads);
  const rename = (store: Store, id: string, company: string) =>
    store.leads.edit(id, (lead) => ({ ...lead, company }), { ...ENTRY, kind: "edited" });

  it("are listed most likely first, counted, and found from either lead", async () => {
    const store = await openTestStore(engine);
    const [a = "", b = "", c = ""] = await add(
      store,
      { name: "A", company: "one two" },
      { name: "B", company: "two three" },
      { name: "C", company: "two three four" },
    );
    expect(await store.duplicates.waiting(10)).toBe(3);
    await compareAll(store);
    expect(await store.duplicates.waiting(10)).toBe(0);
    const { pairs: all, nextCursor } = await store.duplicates.page(10, null);
    expect(nextCursor).toBeNull();
    expect(all.map(({ leads, confidence }) => [...leads.map(({ id }) => id), confidence])).toEqual([
      [b, c, 2],
      [a, c, 1],
      [a, b, 1],
    ]);
    expect(await store.duplicates.count()).toMatchObject({ count: 3, exact: true });
    expect((await store.duplicates.ofLead(c, 5)).map(({ leads }) => leads[0]?.id)).toEqual([b, a]);
    await store.leads.remove(b, { ...ENTRY, kind: "deleted" });
    // At once, before anything is compared again.
    expect(await pairs(store)).toEqual(["A+C 1 two"]);
    expect(await store.duplicates.count()).toMatchObject({ count: 1, exact: true });
    await compareAll(store);
    expect(await pairs(store)).toEqual(["A+C 1 two"]);
  });

  it("are counted as of the newest pair whose leads both exist", async () => {
    const store = await openTestStore(engine);
    const [a = "", b = "", c = "", d = ""] = await add(
      store,
      { company: "one", createdAt: "2026-05-01T08:00:00.000Z" },
      { company: "one", createdAt: "2026-05-01T09:00:00.000Z" },
      { company: "two" },
      { company: "two" },
    );
    await compareAll(store, 2);
    await store.leads.remove(c, ENTRY);
    await store.leads.remove(d, ENTRY);
    expect(await store.duplicates.count()).toEqual({
      count: 1,
      exact: true,
      newest: { id: expect.any(String), at: "2026-05-01T09:00:00.000Z" },
    });
    await store.leads.remove(a, ENTRY);
    await store.leads.remove(b, ENTRY);
    expect(await store.duplicates.count()).toEqual({ count: 0, exact: true, newest: null });
  });

  it("stay dismissed until one of them changes, or the dismissal is undone", async () => {
    const store = await openTestStore(engine);
    const [a = ""] = await add(store, { name: "A", company: "one" }, { name: "B", company: "one" });
    await compareAll(store);
    const [pair] = (await store.duplicates.page(1, null)).pairs;
    const { actId } = (await store.duplicates.dismiss(pair?.id ?? "", () => ENTRY)) ?? {};
    expect(await pairs(store)).toEqual([]);
    expect(await store.duplicates.dismiss(pair?.id ?? "", () => ENTRY)).toEqual({ actId: null });
    expect(await store.duplicates.dismiss("99", () => ENTRY)).toBeNull();

    // Compared again with its new content.
    await store.leads.edit(a, (lead) => ({ ...lead, notes: "Called" }), { ...ENTRY, kind: "edited" });
    await rename(store, a, "two");
    await rename(store, a, "one");
    await compareAll(store);
    expect(await pairs(store)).toEqual([]);

    expect(await store.journal.undo(actId ?? "", UNDOING)).toMatchObject({ kind: "undone" });
    expect(await pairs(store)).toEqual(["A+B 1 one"]);
    await store.duplicates.dismiss(pair?.id ?? "", () => ENTRY);
    await rename(store, a, "one two");
    await compareAll(store);
    expect(await pairs(store)).toEqual(["A+B 1 one"]);
  });

  it("depend only on the leads, whatever the order of changes", async () => {
    const company = fc.subarray(["one", "two", "three"]).map((words) => words.join(" "));
    const act = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), companies: fc.array(company, { minLength: 1, maxLength: 25 }) }),
      fc.record({ kind: fc.constant("change" as const), which: fc.nat(), company }),
      fc.record({ kind: fc.constant("remove" as const), which: fc.nat() }),
      fc.record({ kind: fc.constant("compare" as const), chunk: fc.integer({ min: 1, max: 9 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
        const store = await openTestStore(engine);
        const leads: { id: string; name: string; company: string }[] = [];
        for (const one of acts) {
          const at = "which" in one ? one.which % Math.max(1, leads.length) : 0;
          const lead = leads[at];
          if (one.kind === "add") {
            const added = one.companies.map((words, index) => ({ name: `L${leads.length + index}`, company: words }));
            const ids = await addLeads(store, added);
            leads.push(...added.map((given, index) => ({ ...given, id: ids[index] ?? "" })));
          } else if (one.kind === "compare") await store.duplicates.compareNext(one.chunk, byCompany);
          else if (lead !== undefined && one.kind === "change") {
            await rename(store, lead.id, one.company);
            lead.company = one.company;
          } else if (lead !== undefined) {
            await store.leads.remove(lead.id, { ...ENTRY, kind: "deleted" });
            leads.splice(at, 1);
          }
        }
        await compareAll(store);
        expect(await pairs(store)).toEqual(pairsByDefinition(leads));
        await store.duplicates.useVersion(5);
        expect(await store.duplicates.waiting(1_000)).toBe(leads.length);
        await compareAll(store);
        expect(await pairs(store)).toEqual(pairsByDefinition(leads));
      }),
      { numRuns: engine === "sqlite" ? 12 : 3 },
    );
  });
});

/** Each with each, by words that at most twenty leads share. */
function pairsByDefinition(leads: readonly { name: string; company: string }[]): string[] {
  const words = leads.map(({ company }) => new Set(company.split(" ").filter(Boolean)));
  const isDistinctive = (word: string): boolean => words.filter((all) => all.has(word)).length <= 20;
  return leads
    .flatMap((first, a) =>
      leads.slice(a + 1).flatMap((second, index) => {
        const shared = [...(words[a] ?? new Set())].filter(
          (word) => words[a + 1 + index]?.has(word) === true && isDistinctive(word),
        );
        if (shared.length === 0) return [];
        return `${first.name}+${second.name} ${shared.length} ${shared.toSorted().join(" ")}`;
      }),
    )
    .toSorted();
}
