// npm run evaluate: how well rules, the learned fit and Odoo's naive Bayes tell the good leads of a labelled file.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { RuleFile } from "#shared/contract/rule.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { evaluate, type Split } from "./decisions/evaluate.ts";
import { readLabelledLeads } from "./decisions/labelled-leads.ts";

const USAGE = `npm run evaluate -- FILE.csv [--rules FILE.json] [--label COLUMN] [--by-time] [--time COLUMN]

FILE.csv   leads as an import has them, and one more column that says what came of each:
           approved, qualified, won, yes or 1 against rejected, lost, no or 0
--rules    rules as Winnow exports them; without, nothing has points
--label    the column that says what came of each, where its name does not tell
--by-time  learn from the first 70 % by time and judge the rest, instead of five parts in turn
--time     the column of each lead's arrival, where its name does not tell
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
  const { leads, label, time, leftOut } = await readLabelledLeads(file, {
    rules,
    label: values.label,
    time: values.time,
  });
  const split: Split = values["by-time"] ? "time" : "folds";
  if (split === "time" && time === null) throw new Error("No column says when each lead arrived. Name it with --time.");
  const positive = leads.filter(({ isPositive }) => isPositive).length;
  if (positive === 0 || positive === leads.length) {
    throw new Error(
      `All ${leads.length} rows with a decision in “${label}” say the same: there is nothing to tell apart.`,
    );
  }
  print(`${leads.length} leads, ${positive} of them positive by “${label}”; ${rules.length} rules`);
  print(`left out: ${leftOut.undecided} rows without a decision, ${leftOut.unusable} that are no lead`);
  print(
    split === "time"
      ? `learned from the first 70 % by “${time}”, judged on the rest`
      : "five parts, each judged by what was learned from the others",
  );
  const { judged, positive: positiveJudged, verdicts } = evaluate(leads, rules, split);
  print(`${judged} leads judged, ${positiveJudged} of them positive\n`);
  print("                        AUC   calibration    Brier   lift of the best");
  print("                                   error              10 %   20 %   50 %");
  for (const { name, auc, calibrationError, brier, lifts } of verdicts) {
    const cells = [auc.toFixed(3).padStart(6), calibrationError.toFixed(3).padStart(13), brier.toFixed(3).padStart(8)];
    print(`${name.padEnd(21)}${cells.join(" ")}  ${lifts.map((lift) => lift.toFixed(2).padStart(6)).join(" ")}`);
  }
  return 0;
}

/** The rules of a file, under ids of their own. */
async function readRules(path: string): Promise<RuleRecord[]> {
  const { rules } = RuleFile.parse(JSON.parse(await readFile(path, "utf8")));
  return rules.map((rule, index) => ({ ...rule, id: String(index + 1), createdAt: "2000-01-01T00:00:00.000Z" }));
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
