// npm run train: makes the weights of the text model from the messages beside this file.
import { writeFileSync } from "node:fs";
import { formatWeights } from "#server/email-analysis/model/weights-file.ts";
import { fitModel, lossOf } from "./fit-model.ts";
import { trainingMessages } from "./corpus.ts";

/** Strengths of the prior that are tried; the best by cross-validation is taken. */
const PENALTIES = [0.25, 0.5, 1, 2, 4];

const messages = trainingMessages();
const tried = PENALTIES.map((penalty) => {
  const { model, outOfFold } = fitModel(messages, penalty);
  const loss = lossOf(outOfFold, model.calibration);
  process.stdout.write(`penalty ${penalty}: log-loss ${loss.toFixed(4)} on scenarios left out\n`);
  return { model, loss };
});
const best = tried.reduce((one, other) => (other.loss < one.loss ? other : one));
const file = new URL("../src/server/email-analysis/model/weights.json", import.meta.url);
writeFileSync(file, formatWeights(best.model));
process.stdout.write(`${messages.length} messages, ${best.model.weights.size} features\n`);
