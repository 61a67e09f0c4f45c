// npm run eval: what the shipped text model gets right. Fails when it is below the floors.
import { judgeText } from "#server/email-analysis/model/judge-text.ts";
import { sigmoid } from "#server/email-analysis/model/logistic.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";
import type { TextModel } from "#server/email-analysis/model/text-model.ts";
import { formatWeights } from "#server/email-analysis/model/weights-file.ts";
import { blindMessages, heldBackMessages, trainingMessages, unseenMessages } from "./corpus.ts";
import { fitModel, SHIPPED_PENALTY } from "./fit-model.ts";
import { belowFloor, FLOORS } from "./floors.ts";
import { isByAnother } from "./hands.ts";
import { CUT, binsOf, calibrationErrorOf, figuresOf, isRight, worstOf } from "./measure.ts";
import type { Scored } from "./measure.ts";
import type { Message } from "./message.ts";

const ERRORS_SHOWN = 12;

const print = (line = "") => process.stdout.write(`${line}\n`);

const scoredBy = (messages: readonly Message[]): Scored[] =>
  messages.map((message) => ({ message, probability: judgeText(message.input, shippedModel).probability }));

const heldBack = scoredBy(heldBackMessages());
const heldBackByHand = heldBack.filter(({ message }) => !message.isComposed);
const unseen = scoredBy(unseenMessages());
const blind = scoredBy(blindMessages());
const { model, honest, outOfFold } = fitModel(trainingMessages(), SHIPPED_PENALTY);
const leftOut = (calibration: TextModel["calibration"]): Scored[] =>
  outOfFold.map(({ message, logOdds }) => ({
    message,
    probability: sigmoid(calibration.slope * logOdds + calibration.offset),
  }));
const byAnother = ({ message }: Scored) => isByAnother(message.file);
const byFirst = (scored: Scored) => !byAnother(scored);

print(`                                             even odds            ${100 * CUT} of 100 and more`);
print("                             messages  precision  recall     F1    precision  recall    ECE");
printLine("later authors left out", leftOut(model.calibration).filter(byAnother));
printLine("  before the cut was moved", leftOut(honest).filter(byAnother));
printLine("first files left out", leftOut(model.calibration).filter(byFirst));
printLine("held back", heldBack);
printLine("held back, by hand", heldBackByHand);
printLine("unseen", unseen);
printLine("blind", blind);
printGroups("Held back and unseen by language", ({ message }) => message.language);
printGroups(
  "Held back and unseen by category: share right",
  ({ message }) => `${message.isLead ? "lead" : "other"}: ${message.category}`,
);
printReliability("Held back", heldBack);
printReliability("Unseen", unseen);
printErrors("held back", heldBack);
printErrors("unseen", unseen);
printSpeed([...heldBack, ...unseen].map(({ message }) => message));

const isTrained = formatWeights(model) === formatWeights(shippedModel);
const complaints = [
  ...(isTrained ? [] : ["the shipped model is not what training makes of these messages: npm run train"]),
  ...belowFloor("held back", heldBack, FLOORS.heldBack),
  ...belowFloor("held back, by hand", heldBackByHand, FLOORS.heldBackByHand),
  ...belowFloor("unseen", unseen, FLOORS.unseen),
  ...belowFloor("blind", blind, FLOORS.blind),
];
for (const complaint of complaints) print(`NOT RIGHT ${complaint}`);
process.exitCode = complaints.length > 0 ? 1 : 0;

function printLine(name: string, scored: readonly Scored[]): void {
  const { messages, precision, recall, f1 } = figuresOf(scored);
  const atCut = figuresOf(scored, CUT);
  const cells = [precision, recall, f1, atCut.precision, atCut.recall, calibrationErrorOf(scored)];
  print(
    `${name.padEnd(28)} ${String(messages).padStart(8)}  ${cells.map((value) => value.toFixed(3).padStart(8)).join(" ")}`,
  );
}

function printGroups(title: string, groupOf: (scored: Scored) => string): void {
  print(`\n${title}`);
  for (const [group, scored] of [...Map.groupBy([...heldBack, ...unseen], groupOf)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const { accuracy, messages, precision, recall } = figuresOf(scored);
    const isMixed = new Set(scored.map(({ message }) => message.isLead)).size > 1;
    const share = isMixed ? `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}` : accuracy.toFixed(3);
    print(`  ${group.padEnd(40)} ${String(messages).padStart(4)}  ${share}`);
  }
}

function printReliability(title: string, scored: readonly Scored[]): void {
  print(`\n${title}: of the messages judged so likely, so many were leads`);
  for (const { from, messages, said, was } of binsOf(scored)) {
    print(
      `  from ${from.toFixed(1)}  ${String(messages).padStart(4)} messages  said ${said.toFixed(2)}  was ${was.toFixed(2)}`,
    );
  }
}

function printErrors(title: string, scored: readonly Scored[]): void {
  const errors = scored.filter((one) => !isRight(one)).length;
  print(`\n${errors} errors ${title}, the surest first`);
  for (const { message, probability } of worstOf(scored).slice(0, ERRORS_SHOWN)) {
    const text = `${message.input.subject} / ${message.input.text}`.replaceAll(/\s+/gu, " ").slice(0, 150);
    print(
      `  ${probability.toFixed(2)} ${message.isLead ? "lead " : "other"} ${message.category} (${message.language}): ${text}`,
    );
  }
}

/** After a first pass, in which the machine gets used to the work. */
function printSpeed(messages: readonly Message[]): void {
  for (const { input } of messages) judgeText(input, shippedModel);
  const start = performance.now();
  for (const { input } of messages) judgeText(input, shippedModel);
  print(`\n${((performance.now() - start) / messages.length).toFixed(3)} ms a message`);
}
