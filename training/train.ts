// npm run train: rebuilds the weights of the text model from training/email and of the assistant from
// training/assistant.
// npm run train -- FOLDER ...: first rereads or adds real messages from folders with an index.jsonl and its texts.
import { formatIntents } from "#server/assistant/understanding/intent-model.ts";
import { writeFileSync } from "node:fs";
import { formatWeights } from "#server/pipeline/mail/model/weights-file.ts";
import { countQuestions, crossValidateIntents, readIntentExamples } from "./count-questions.ts";
import { trainModel } from "./fit-model.ts";
import { crossValidationTable } from "./model-report.ts";
import { storeObservations } from "./observations.ts";
import { readTexts } from "./read-texts.ts";

/** Rarer features describe one repository, list or mailbox rather than inquiries. */
const LEAST_GROUPS = 3;

const print = (line: string) => process.stdout.write(`${line}\n`);
const folders = process.argv.slice(2);
if (folders.length > 0) {
  const read = [];
  for (const folder of folders) read.push(...(await readTexts(folder)));
  storeObservations(read, LEAST_GROUPS);
}

const { model, crossValidated, examples } = trainModel();
writeFileSync(new URL("../src/server/pipeline/mail/model/weights.json", import.meta.url), formatWeights(model));

print(`${examples} messages, ${model.weights.size} features. By models that saw nothing of a message's group:`);
print(crossValidationTable(crossValidated, model.calibration));

const questions = readIntentExamples();
const intentCounts = new URL("../src/server/assistant/understanding/intent-counts.json", import.meta.url);
writeFileSync(intentCounts, formatIntents(countQuestions(questions)));
const share = Math.round(100 * crossValidateIntents(questions));
print(`${questions.length} questions; ${share}% of each tenth understood by a model that saw only the others.`);
