import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { describe, expect, test } from "vitest";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import type { Workspace } from "#server/workspace.ts";
import { freshWinnow } from "#test/harness.ts";
import { ENGINES } from "#test/stores.ts";

const CREATED_AT = "2026-05-01T10:00:00.000Z";
const SOURCE = { kind: "file_import", id: null, name: "fair.csv" } as const;

function rows(count: number): RawLead[] {
  return Array.from({ length: count }, (_, at) => ({
    rowKey: `row:${at}`,
    contentHash: String(at),
    locator: `row ${at + 2}`,
    fields: { name: `Lead ${at}`, email: `lead${at}@fair.example`, notes: "A demo, and the price" },
    facts: [],
    raw: {},
    sourceData: {},
  }));
}

async function take(workspace: Workspace, count: number, isPart = false): Promise<string[]> {
  const scoring = await readScoringContext(workspace);
  return (await takeIn(workspace, SOURCE, rows(count), scoring, { isPart })).createdIds;
}

describe.each(ENGINES)("leads that qualify on arrival, on %s", (engine) => {
  test.each([
    { count: 3, isPart: false, lines: ["Lead 2 qualified", "Lead 1 qualified", "Lead 0 qualified"] },
    { count: 4, isPart: false, lines: ["4 leads qualified"] },
    { count: 4, isPart: true, lines: [] },
  ])("each have it on their timeline: $count of them, part of more $isPart", async ({ count, isPart, lines }) => {
    const { workspace } = await freshWinnow(engine);
    const rule = { ...DEFAULT_RULE, keywords: ["demo", "price"], createdAt: CREATED_AT };
    await workspace.store.rules.create({ ...rule, name: "Intent", scoreWeight: 20 });
    const ids = await take(workspace, count, isPart);
    expect(ids).toHaveLength(count);
    expect((await workspace.store.journal.list(9)).map(({ title }) => title)).toEqual(lines);
    for (const [at, id] of ids.entries()) {
      expect(await workspace.store.journal.ofLead(id, 9)).toMatchObject([
        { title: `Lead ${at} qualified`, description: "Score 40 (Intent 40), from fair.csv", by: "Rules" },
      ]);
    }
  });
});
