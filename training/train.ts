// npm run train: makes the weights of the text model from the messages beside this file.
import { writeFileSync } from "node:fs";
import { formatWeights } from "#server/email-analysis/model/weights-file.ts";
import { fitModel, lossOf, SHIPPED_PENALTY } from "./fit-model.ts";
import { trainingMessages } from "./corpus.ts";

const messages = trainingMessages();
const { model, honest, outOfFold } = fitModel(messages, SHIPPED_PENALTY);
const file = new URL("../src/server/email-analysis/model/weights.json", import.meta.url);
writeFileSync(file, formatWeights(model));
process.stdout.write(
  `${messages.length} messages, ${model.weights.size} features, log-loss ${lossOf(outOfFold, honest).toFixed(4)} on authors left out\n`,
);
