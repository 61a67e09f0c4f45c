import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RuleFile } from "#shared/contract/rule.ts";
import { temporaryFolder } from "#test/stores.ts";
import { evaluate } from "../training/decisions/evaluate.ts";
import { exampleLeads } from "../training/decisions/example-leads.ts";
import { readLabeledLeads } from "../training/decisions/labeled-leads.ts";
import { countCases, probabilityOfWinning, scoreOfValue, type Closed } from "../training/decisions/odoo-bayes.ts";

const FOLDER = join(import.meta.dirname, "../training/decisions");
const EXAMPLE = join(FOLDER, "example.csv");

function exampleRules() {
  const { rules } = RuleFile.parse(JSON.parse(readFileSync(join(FOLDER, "example-rules.json"), "utf8")));
  return rules.map((rule, index) => ({ ...rule, id: String(index + 1), createdAt: "2026-05-01T10:00:00.000Z" }));
}

function closed(isWon: boolean, ...values: readonly [string, string][]): Closed {
  return { isWon, values: new Map(values.map(([field, value]) => [field, [value]])) };
}

describe("Odoo's naive Bayes", () => {
  test("adds a tenth to each count: a value lost twice of two has 0.08", () => {
    // 0.1 of 1.2 won leads had it, and 2.1 of 2.2 lost ones.
    const table = countCases([
      closed(false, ["email_state", "incorrect"]),
      closed(false, ["email_state", "incorrect"]),
      closed(true, ["email_state", "correct"]),
    ]);
    expect(scoreOfValue(table, "email_state", "incorrect")).toBeCloseTo(0.1 / 1.2 / (0.1 / 1.2 + 2.1 / 2.2), 10);
    expect(scoreOfValue(table, "email_state", "incorrect")).toBeCloseTo(0.08, 2);
  });

  test("multiplies each field's factor with the share of won leads", () => {
    const cases = [
      closed(true, ["source", "web"], ["phone", "correct"]),
      closed(true, ["source", "web"], ["phone", "correct"]),
      closed(false, ["source", "mail"], ["phone", "correct"]),
      closed(false, ["source", "web"]),
    ];
    const table = countCases(cases);
    const won = (2 / 4) * (2.1 / 2.2) * (2.1 / 2.1);
    const lost = (2 / 4) * (1.1 / 2.2) * (1.1 / 1.1);
    expect(probabilityOfWinning(table, cases[0]!.values)).toBeCloseTo(won / (won + lost), 4);
    // An unseen value has no effect.
    expect(probabilityOfWinning(table, closed(true, ["source", "fair"]).values)).toBe(0.5);
  });

  test("ignores rare tags, never returns 0 or 100, and predicts nothing before both outcomes occurred", () => {
    const tagged = (count: number) => [
      ...Array.from({ length: count }, () => closed(true, ["tags", "hot"])),
      closed(false),
    ];
    const hot = closed(true, ["tags", "hot"]).values;
    expect(probabilityOfWinning(countCases([...tagged(20), closed(false, ["tags", "cold"])]), hot)).toBe(
      Math.round((10_000 * 20) / 22) / 10_000,
    );
    const often = probabilityOfWinning(countCases([...tagged(60), closed(false, ["tags", "cold"])]), hot)!;
    expect(often).toBeGreaterThan(60 / 62);
    expect(often).toBeLessThanOrEqual(0.9999);
    expect(probabilityOfWinning(countCases([closed(true, ["tags", "hot"])]), hot)).toBeNull();
  });
});

describe("the evaluation of decisions", () => {
  test("finds that the learned fit ranks the example's leads best, in parts and over time, reproducibly", async () => {
    const rules = exampleRules();
    const { leads, label, time, skipped } = await readLabeledLeads(EXAMPLE, { rules });
    expect({ count: leads.length, label, time, skipped }).toEqual({
      count: 400,
      label: "Outcome",
      time: "Created",
      skipped: { undecided: 0, unusable: 0 },
    });
    const few = leads.slice(0, 250);
    const evaluations = { folds: evaluate(few, rules, "folds"), time: evaluate(few, rules, "time") };
    for (const [split, evaluation] of Object.entries(evaluations)) {
      const [byRules, learned, bayes] = evaluation.verdicts;
      expect(learned!.auc).toBeGreaterThan(byRules!.auc + 0.1);
      expect(learned!.auc).toBeGreaterThan(bayes!.auc + 0.1);
      expect(learned!.brier).toBeLessThan(Math.min(byRules!.brier, bayes!.brier));
      expect(learned!.lifts[0]).toBeGreaterThan(1.5);
      expect(evaluation.tested).toBe(split === "folds" ? 250 : 75);
    }
    expect(evaluate(few, rules, "time")).toEqual(evaluations.time);
  });

  test("matches the example that its generator creates", () => {
    expect(readFileSync(EXAMPLE, "utf8")).toBe(exampleLeads(400));
  });

  test("recognizes label and date columns by any name, and skips undecided rows", async () => {
    const file = join(await temporaryFolder(), "leads.csv");
    const rows = [
      "E-Mail;Notes;Verdict;Seen",
      "ann@acme.example;Has a budget;WON;2026-03-01",
      "bo@acme.example;Nothing;Lost;2026-03-02",
      "cy@acme.example;Waits;open;2026-03-03",
      ";Nobody to write to;won;2026-03-04",
    ];
    await writeFile(file, rows.join("\n"));
    const { leads, skipped } = await readLabeledLeads(file, { rules: exampleRules(), label: "verdict", time: "seen" });
    expect(skipped).toEqual({ undecided: 1, unusable: 1 });
    expect(leads.map(({ isPositive, arrivedAt, lead }) => ({ isPositive, arrivedAt, score: lead.score }))).toEqual([
      { isPositive: true, arrivedAt: "2026-03-01T00:00:00.000Z", score: 20 },
      { isPositive: false, arrivedAt: "2026-03-02T00:00:00.000Z", score: 0 },
    ]);
    // The outcome of a lead is not one of its inputs.
    expect(leads[0]!.lead.facts).toEqual([]);
    await expect(readLabeledLeads(file, { rules: [] })).rejects.toThrow("--label");
    await expect(readLabeledLeads(file, { rules: [], label: "Won" })).rejects.toThrow("has no column “Won”");
  });
});
