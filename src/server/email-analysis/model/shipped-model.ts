import { readFileSync } from "node:fs";
import type { TextModel } from "./text-model.ts";
import { parseWeights } from "./weights-file.ts";

/** The model that Winnow comes with; `npm run train` makes its weights from the messages in training/. */
export const shippedModel: TextModel = parseWeights(readFileSync(new URL("weights.json", import.meta.url), "utf8"));
