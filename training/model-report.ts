import { readFileSync } from "node:fs";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { classifyEmail, REVIEW_FROM } from "#server/pipeline/mail/classify-email.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import type { TextModel } from "#server/pipeline/mail/model/text-model.ts";
import { formatWeights } from "#server/pipeline/mail/model/weights-file.ts";
import { aucOfLeads, calibrationErrorOf, f1At, type Scored } from "./figures.ts";
import { trainModel, type CrossValidated } from "./fit-model.ts";
import { exampleMessages } from "./read-messages.ts";
import { hasSender } from "./observations.ts";
import { tableOf, type Report } from "./report.ts";

const RULES = DEFAULT_AUTOMATION_RULES;
const MINIMUM = RULES.minimumConfidence / 100;
const HEADS = `n,leads,F1 at 50,F1 at ${RULES.minimumConfidence},AUC,review,false alarms,cal. error`.split(",");
const WEIGHTS = new URL("../src/server/pipeline/mail/model/weights.json", import.meta.url);

/**
 * The text model alone: on invented examples, and cross-validated on real messages. Fails unless the shipped weights
 * match what training produces.
 */
export function measureModel(): Report {
  const { model, crossValidated } = trainModel();
  const figures = [
    examplesTable(),
    "",
    "real messages, each scored by a model that saw nothing from the same repository, list or mailbox",
    crossValidationTable(crossValidated, model.calibration),
  ].join("\n");
  if (formatWeights(model) === readFileSync(WEIGHTS, "utf8")) return { figures };
  return {
    figures,
    failure: "The shipped weights don't match what training produces. Run npm run train and commit the result.",
  };
}

/** Cross-validated figures by set. */
export function crossValidationTable(
  crossValidated: readonly CrossValidated[],
  { slope, offset, sender }: TextModel["calibration"],
): string {
  const scored = crossValidated.map(({ origin: { isLead, set, lang }, logOdds }) => ({
    isLead,
    set,
    lang,
    probability: 1 / (1 + Math.exp(-(slope * logOdds + offset + (hasSender({ set }) ? sender : 0)))),
  }));
  const groups = new Map<string, readonly Scored[]>();
  for (const [set, inside] of Map.groupBy(scored, (each) => each.set)) {
    groups.set(set, inside);
    const foreign = inside.filter(({ lang }) => lang !== "en");
    if (foreign.some(({ isLead }) => isLead)) groups.set(`${set}, not English`, foreign);
  }
  return figuresBy("set", groups);
}

function examplesTable(): string {
  const nobody = { name: "", company: "", title: "", phone: "", email: "" };
  const messages = exampleMessages();
  const classify = () =>
    messages.map(({ input, isLead, language }) => {
      const { confidence } = classifyEmail(
        { ...nobody, ...input, evidence: [] },
        { rules: RULES, model: shippedModel },
      );
      return { isLead, language, probability: confidence / 100 };
    });
  // The first round builds the phrase finder. CPU time doesn't depend on what else the machine does.
  const scored = classify();
  const start = process.cpuUsage();
  classify();
  const { user, system } = process.cpuUsage(start);
  const milliseconds = (user + system) / 1_000 / messages.length;
  const languages = Map.groupBy(scored, ({ language }) => language);
  return [
    `invented examples, ${milliseconds.toFixed(2)} ms of CPU time to classify each`,
    figuresBy("language", new Map([["all", scored], ...languages])),
  ].join("\n");
}

function figuresBy(label: string, groups: ReadonlyMap<string, readonly Scored[]>): string {
  return tableOf(
    [label, ...HEADS],
    [...groups].map(([name, scored]) => [name, ...figureCells(scored)]),
  );
}

/** The cells under HEADS. F1 and AUC need both leads and other messages. */
function figureCells(scored: readonly Scored[]): string[] {
  const leads = scored.filter(({ isLead }) => isLead).length;
  const others = scored.length - leads;
  const review = scored.filter(({ probability }) => probability < MINIMUM && probability >= REVIEW_FROM / 100).length;
  const falseAlarms = scored.filter(({ isLead, probability }) => !isLead && probability >= MINIMUM).length;
  const ofLeads = [f1At(scored, 0.5), f1At(scored, MINIMUM)].map((figure) => figure.toFixed(3));
  return [
    ...[scored.length, leads].map(String),
    ...(leads === 0 ? ["–", "–"] : ofLeads),
    leads === 0 || others === 0 ? "–" : aucOfLeads(scored).toFixed(3),
    (review / scored.length).toFixed(3),
    others === 0 ? "–" : (falseAlarms / others).toFixed(3),
    calibrationErrorOf(scored).toFixed(3),
  ];
}
