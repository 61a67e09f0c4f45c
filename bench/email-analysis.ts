import PostalMime from "postal-mime";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { analyzeEmail } from "#server/pipeline/mail/analyze-email.ts";
import { classifyText } from "#server/pipeline/mail/model/classify-text.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import { modelInputOf } from "#server/pipeline/mail/stored-analysis.ts";
import { atLeast, atMost, median, type Figure } from "./figure.ts";
import { sampleMessages } from "./sample-messages.ts";

const MESSAGES = 1_000;
const ROUNDS = 5;
const GOAL = 0.5;
const MAX_MILLISECONDS_PER_TEXT = 1;

/** Analyzes 1,000 messages, next to only parsing their MIME; also measures the text model alone. */
export async function emailAnalysis(): Promise<Figure[]> {
  const messages = sampleMessages(MESSAGES, { withAttachments: true });
  const options = { ownAddresses: ["sales@works.example"], rules: DEFAULT_AUTOMATION_RULES, model: shippedModel };
  const [ours, parser, modelAlone]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    let start = performance.now();
    const kept = [];
    for (const message of messages) kept.push((await analyzeEmail(message, options)).analysis);
    ours.push((MESSAGES * 1_000) / (performance.now() - start));
    start = performance.now();
    for (const message of messages) await PostalMime.parse(message);
    parser.push((MESSAGES * 1_000) / (performance.now() - start));
    start = performance.now();
    for (const analysis of kept) classifyText(modelInputOf(analysis), shippedModel);
    modelAlone.push((performance.now() - start) / MESSAGES);
  }
  const of = { engine: "" };
  return [
    atLeast(GOAL, median(parser), { ...of, name: "analyze an email", value: median(ours), unit: "messages/s" }),
    atMost(MAX_MILLISECONDS_PER_TEXT, { ...of, name: "text model alone", value: median(modelAlone), unit: "ms" }),
  ];
}
