import { describe, expect, it, onTestFinished } from "vitest";
import type { AssignmentRuleRecord } from "#server/db/assignment/assignment.ts";
import { openStore } from "#server/db/open-store.ts";
import type { Store } from "#server/db/store.ts";
import { leadAssigner } from "#server/features/leads/assign-lead.ts";
import {
  addLeads,
  anEntry,
  EMPTY_BATCH,
  ENGINES,
  migratedDatabase,
  newLead,
  temporaryFolder,
  type EngineName,
} from "#test/stores.ts";
import { rounds } from "#test/thorough.ts";

const AT = "2026-05-06T10:00:00.000Z";
const CAPACITY = 20;

/** Two stores on one database, as of two processes; SQLite allows only one, so that both are the same. */
async function twoStores(engine: EngineName): Promise<[Store, Store]> {
  const dataDir = await temporaryFolder();
  const databaseUrl = await migratedDatabase(engine, dataDir);
  const one = await openStore({ dataDir, databaseUrl });
  onTestFinished(() => one.close());
  if (databaseUrl === undefined) return [one, one];
  const two = await openStore({ dataDir: await temporaryFolder(), databaseUrl });
  onTestFinished(() => two.close());
  return [one, two];
}

/** First everyone's capacity of leads with a score from 60 to Cap, then a round robin of the others. */
async function addRules(store: Store): Promise<void> {
  const ids: Record<string, string> = {};
  for (const name of ["ann", "bob", "cleo", "away", "cap"]) {
    const role = name === "ann" ? "owner" : "member";
    const account = { username: name, usernameKey: name, role, passwordHash: "x", createdAt: AT } as const;
    ids[name] = (await store.accounts.create(account)).id;
  }
  const people = (weights: Record<string, number>): AssignmentRuleRecord["people"] =>
    Object.entries(weights).map(([name, weight]) => ({ accountId: ids[name] ?? "", weight }));
  const rule = { isActive: true, createdAt: AT };
  await store.act(anEntry(), function* ({ assignment: { rules, availability } }) {
    yield* rules.create({
      ...rule,
      name: "Best",
      position: 1,
      conditions: { minScore: 60 },
      strategy: "person",
      people: people({ cap: 1 }),
    });
    yield* rules.create({
      ...rule,
      name: "Rest",
      position: 2,
      conditions: {},
      strategy: "round_robin",
      people: people({ ann: 1, bob: 2, cleo: 3, away: 2 }),
    });
    yield* availability.create({ accountId: ids["cap"] ?? "", perDay: CAPACITY, awayFrom: null, awayTo: null });
    yield* availability.create({ accountId: ids["away"] ?? "", perDay: null, awayFrom: "2026-05-06", awayTo: null });
  });
}

describe.each(ENGINES)("assigning on %s", (engine) => {
  it("is exact while two processes take in and assign leads concurrently", { timeout: 300_000 }, async () => {
    const stores = await twoStores(engine);
    const [store] = stores;
    const existing = await addLeads(
      store,
      Array.from({ length: 40 }, () => ({})),
    );
    await addRules(store);
    const count = rounds(300, 10_000);
    const size = rounds(5, 50);
    const batches = Array.from({ length: count / size }, (_, batch) =>
      Array.from({ length: size }, (__, n) => newLead({ score: (batch + n) % 3 === 0 ? 80 : 10 })),
    );
    await Promise.all([
      ...stores.map(async (one, process) => {
        for (let from = 0; from < batches.length; from += 8) {
          const mine = batches.slice(from, from + 8).filter((_, index) => index % 2 === process);
          await Promise.all(
            mine.map((creates) =>
              one.leads.applyBatch({ ...EMPTY_BATCH, creates, assign: { by: leadAssigner, at: AT } }),
            ),
          );
        }
      }),
      // Both assign the same leads.
      ...stores.map((one) =>
        one.bulkActions.assign(existing, leadAssigner, { actId: null, changed: 0 }, () => anEntry({ at: AT })),
      ),
    ]);

    const owners = new Map<string, number>();
    for await (const ids of store.bulkActions.ids({})) {
      for (const id of ids) {
        const { owner = "" } = (await store.leads.get(id)) ?? {};
        owners.set(owner, (owners.get(owner) ?? 0) + 1);
      }
    }
    const { cap, ...shares } = Object.fromEntries(owners);
    expect(cap).toBe(CAPACITY);
    expect(Object.keys(shares).toSorted()).toEqual(["ann", "bob", "cleo"]);
    const rest = existing.length + count - CAPACITY;
    for (const [name, weight] of Object.entries({ ann: 1, bob: 2, cleo: 3 })) {
      expect(Math.abs((shares[name] ?? 0) - (rest * weight) / 6)).toBeLessThanOrEqual(1);
    }
    const { people } = await store.assignment.state(AT);
    const today = Array.from(people.values(), (person) => person.today);
    expect(today.reduce((sum, one) => sum + one, 0)).toBe(existing.length + count);
  });
});
