// npm run evaluate: how well rules, the learned score and Odoo's naive Bayes find the good leads in a labeled file.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { RuleFile } from "#shared/contract/rule.ts";
import { checkedJson } from "#server/platform/checked.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { evaluate, type Split } from "./decisions/evaluate.ts";
import { readLabeledLeads } from "./decisions/labeled-leads.ts";

const USAGE = `npm run evaluate -- FILE.csv [--rules FILE.json] [--label COLUMN] [--by-time] [--time COLUMN]

FILE.csv   leads as for an import, with a column for the outcome:
           approved, qualified, won, yes or 1; rejected, lost, no or 0
--rules    rules exported from Winnow; without them, nothing has points
--label    the outcome column, if its name isn't recognized
--by-time  train on the first 70% by time and test on the rest, instead of five folds
--time     the arrival time column, if its name isn't recognized
`;

const print = (line = "") => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rules: { type: "string" },
      label: { type: "string" },
      "by-time": { type: "boolean", default: false },
      time: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || values.help) {
    print(USAGE);
    return values.help ? 0 : 1;
  }
  const rules = values.rules === undefined ? [] : await readRules(values.rules);
  const { leads, label, time, skipped } = await readLabeledLeads(file, {
    rules,
    label: values.label,
    time: values.time,
  });
  const split: Split = values["by-time"] ? "time" : "folds";
  if (split === "time" && time === null) throw new Error("Found no column with arrival times. Name it with --time.");
  const positive = leads.filter(({ isPositive }) => isPositive).length;
  if (positive === 0 || positive === leads.length) {
    throw new Error(`All ${leads.length} decisions in “${label}” are the same, so there is nothing to evaluate.`);
  }
  print(`${leads.length} leads, ${positive} positive by “${label}”; ${rules.length} rules`);
  print(`skipped: ${skipped.undecided} rows without a decision, ${skipped.unusable} that aren't leads`);
  print(
    split === "time"
      ? `trained on the first 70% by “${time}”, tested on the rest`
      : "five folds, each tested with a model trained on the others",
  );
  const { tested, positive: positiveTested, verdicts } = evaluate(leads, rules, split);
  print(`${tested} leads tested, ${positiveTested} positive\n`);
  print("                        AUC   calibration    Brier   lift of the best");
  print("                                   error              10%    20%    50%");
  for (const { name, auc, calibrationError, brier, lifts } of verdicts) {
    const cells = [auc.toFixed(3).padStart(6), calibrationError.toFixed(3).padStart(13), brier.toFixed(3).padStart(8)];
    print(`${name.padEnd(21)}${cells.join(" ")}  ${lifts.map((lift) => lift.toFixed(2).padStart(6)).join(" ")}`);
  }
  return 0;
}

/** The rules in a file, with new IDs. */
async function readRules(path: string): Promise<RuleRecord[]> {
  const { rules } = checkedJson(RuleFile, await readFile(path, "utf8"), path);
  return rules.map((rule, index) => ({ ...rule, id: String(index + 1), createdAt: "2000-01-01T00:00:00.000Z" }));
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
