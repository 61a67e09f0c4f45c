import { readFileSync } from "node:fs";
import type { TextModel } from "./text-model.ts";
import { parseWeights } from "./weights-file.ts";

/** The model that ships with Winnow; `npm run train` builds its weights from the messages in training/. */
export const shippedModel: TextModel = parseWeights(readFileSync(new URL("weights.json", import.meta.url), "utf8"));
