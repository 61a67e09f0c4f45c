import { describe, expect, test, vi } from "vitest";
import { DEFAULT_RULE, type RuleMode } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { RegexMatcher } from "#server/pipeline/intake/keywords/regex-matcher.ts";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded, tick } from "#test/jobs.ts";
import { oneEngine } from "#test/stores.ts";

const EXPENSIVE = { name: "Expensive", keywords: ["(?:a?){30}a{20}[0-9]"], mode: "regex", scoreWeight: 40 } as const;
const TOO_LARGE = "(a{30}){30}";
const LONG = `${"a".repeat(40_000)}5`;
const SHORT = `${"a".repeat(30)}5`;

/** The longest text that an expression has searched in this thread. */
function longestSearchedHere(): () => number {
  const search = vi.spyOn(RegexMatcher.prototype, "firstOccurrences");
  return () => Math.max(0, ...search.mock.calls.flatMap(([texts]) => texts.map(({ length }) => length)));
}

/** Takes a lead in like a process that is killed right after the commit: nobody requests the job. */
async function takeInAndDie({ workspace }: TestWinnow, notes: string): Promise<string> {
  const fields = { name: "Eve", email: "eve@x.example", notes };
  const raw = { rowKey: "1", contentHash: "1", locator: "row 1", fields, facts: [], raw: {}, sourceData: {} };
  const source = { kind: "form", id: null, name: "Form" };
  const { createdIds } = await takeIn(workspace, source, [raw], await readScoringContext(workspace));
  return createdIds[0] ?? "";
}

describe.each(oneEngine("sqlite"))("expensive rules on %s", (engine) => {
  test("a short lead is scored on arrival", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: EXPENSIVE });
    const id = await takeInAndDie(winnow, SHORT);
    const lead = await winnow.ok("GET /api/leads/{id}", { id });
    expect(lead).toMatchObject({ score: 40, status: "qualified", processedAt: expect.any(String) as string });
  });

  test("a long lead is stored at once, and scored by the next scheduled job even if the process ended", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: EXPENSIVE });
    await jobsEnded(winnow.workspace);
    const longest = longestSearchedHere();
    const id = await takeInAndDie(winnow, LONG);
    const read = () => winnow.ok("GET /api/leads/{id}", { id });
    expect(await read()).toMatchObject({ score: 0, status: "pending", processedAt: null });
    await tick(winnow.workspace, "rescore");
    expect(await read()).toMatchObject({ score: 40, status: "qualified", processedAt: expect.any(String) as string });
    expect(await winnow.workspace.store.leads.hasUnscored()).toBe(false);
    expect((await winnow.workspace.store.journal.list(1))[0]).toMatchObject({
      title: "Leads scored",
      description: "1 (Eve) now qualified, 0 no longer",
    });
    expect(longest()).toBeLessThan(1_000);
  });

  test("forms, manual leads, edits and merges never search a long text in this thread", async () => {
    const winnow = await freshWinnow(engine);
    const longest = longestSearchedHere();
    await winnow.ok("POST /api/rules", { body: EXPENSIVE });
    expect((await deliver(winnow, { name: "Eve", email: "eve@x.example", message: LONG })).statusCode).toBe(200);
    await processed(winnow);
    await winnow.ok("POST /api/leads", { body: { name: "Ann", email: "ann@a.example", notes: LONG } });
    const { id } = await winnow.ok("POST /api/leads", { body: { name: "Bo", email: "bo@b.example", notes: "" } });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { notes: LONG } });
    await startRescore(winnow.workspace);
    const scores = async () => (await winnow.ok("GET /api/leads")).map(({ score, status }) => [score, status]);
    expect(await scores()).toEqual([1, 2, 3].map(() => [40, "qualified"]));

    const [first, second] = await winnow.ok("GET /api/leads");
    const merge = { id: first?.id ?? "", body: { otherId: second?.id ?? "" } };
    await winnow.ok("POST /api/leads/{id}/merge", merge);
    await winnow.ok("PUT /api/rules", { body: { rules: [{ ...EXPENSIVE, scoreWeight: 50 }] } });
    await startRescore(winnow.workspace);
    expect(await scores()).toEqual([1, 2].map(() => [50, "qualified"]));
    expect(longest()).toBeLessThan(1_000);
  });

  test("undoing an edit before it is scored keeps the previous score", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: EXPENSIVE });
    const { id } = await winnow.ok("POST /api/leads", { body: { name: "Bo", email: "bo@b.example", notes: SHORT } });
    const edited = await winnow.call("PATCH /api/leads/{id}", { id, body: { notes: "a".repeat(40_000) } });
    expect(edited.statusCode).toBe(200);
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(edited.headers["x-act-id"]) });
    await jobsEnded(winnow.workspace);
    expect(await winnow.ok("GET /api/leads/{id}", { id })).toMatchObject({ score: 40, notes: SHORT });
  });

  test("an oversized rule is rejected everywhere", async () => {
    const winnow = await freshWinnow(engine);
    const rule = { name: "Large", keywords: ["demo", TOO_LARGE], mode: "regex" };
    const { id } = await winnow.ok("POST /api/rules", { body: { ...rule, keywords: ["demo"] } });
    const file = { winnowRules: 1, rules: [{ ...DEFAULT_RULE, ...rule }] };
    const answers = await Promise.all([
      winnow.call("POST /api/rules", { body: rule }),
      winnow.call("PATCH /api/rules/{id}", { id, body: { keywords: rule.keywords } }),
      winnow.call("PUT /api/rules", { body: { rules: [rule] } }),
      winnow.call("POST /api/rules/import", { body: { file } }),
      winnow.call("POST /api/what-if", { body: { rules: [rule], threshold: 30 } }),
    ]);
    const message = expect.stringMatching(/repeats too much/u) as string;
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ errors: unknown }>().errors])).toEqual(
      ["keywords.1", "keywords.1", "rules.0.keywords.1", "file.rules.0.keywords.1", "rules.0.keywords.1"].map(
        (field) => [422, [{ field, message }]],
      ),
    );
  });

  test("an oversized rule saved under other limits doesn't run, says so, and can be switched off", async () => {
    const winnow = await freshWinnow(engine);
    const createdAt = "2026-05-01T10:00:00.000Z";
    const mode: RuleMode = "regex";
    const old = { ...DEFAULT_RULE, name: "Old", keywords: [TOO_LARGE], mode, createdAt };
    const { id } = await winnow.workspace.store.rules.create(old);
    await winnow.ok("POST /api/rules", { body: { name: "Words", keywords: ["demo"], scoreWeight: 35 } });
    const body = { name: "Ann", email: "ann@a.example", notes: `${"a".repeat(900)} demo` };
    expect(await winnow.ok("POST /api/leads", { body })).toMatchObject({ score: 35 });
    expect((await winnow.ok("GET /api/rules")).map(({ name, cost }) => [name, cost])).toEqual([
      ["Old", "too_high"],
      ["Words", "low"],
    ]);
    expect(await winnow.ok("GET /api/rules/checks")).toMatchObject([{ kind: "invalid", ruleId: id }]);
    expect((await winnow.call("POST /api/what-if", { body: { threshold: 20 } })).statusCode).toBe(200);
    expect(await winnow.ok("PATCH /api/rules/{id}", { id, body: { isActive: false } })).toMatchObject({
      isActive: false,
    });
    expect((await winnow.call("PATCH /api/rules/{id}", { id, body: { isActive: true } })).statusCode).toBe(422);
  });

  test("an expensive rule says so", async () => {
    const winnow = await freshWinnow(engine);
    const rule = await winnow.ok("POST /api/rules", { body: { ...EXPENSIVE, keywords: ["[a-c]{150}"] } });
    expect(rule.cost).toBe("high");
    expect(await winnow.ok("GET /api/rules/checks")).toMatchObject([{ kind: "expensive", ruleId: rule.id }]);
    expect(LIMITS.rule.expensiveRegexSize * 1_000).toBe(LIMITS.rule.regexStepsAtOnce);
  });
});
