import PostalMime from "postal-mime";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { analyseEmail } from "#server/email-analysis/analyse-email.ts";
import { judgeText } from "#server/email-analysis/model/judge-text.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";
import { atLeast, atMost, median, type Figure } from "./figure.ts";
import { sampleMessages } from "./sample-messages.ts";

const MESSAGES = 1_000;
const ROUNDS = 5;
const REACH = 0.5;
const MOST_MILLISECONDS_TO_JUDGE = 1;

/** The whole analysis of 1,000 messages, beside the MIME parser alone on the same; and the text model by itself. */
export async function emailAnalysis(): Promise<Figure[]> {
  const messages = sampleMessages(MESSAGES, { withAttachments: true });
  const options = { ownAddresses: ["sales@works.example"], rules: DEFAULT_AUTOMATION_RULES, model: shippedModel };
  const [ours, parser, judging]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    let start = performance.now();
    const kept = [];
    for (const message of messages) kept.push((await analyseEmail(message, options)).kept);
    ours.push((MESSAGES * 1_000) / (performance.now() - start));
    start = performance.now();
    for (const message of messages) await PostalMime.parse(message);
    parser.push((MESSAGES * 1_000) / (performance.now() - start));
    start = performance.now();
    for (const { subject, text, evidence } of kept) judgeText({ subject, text, evidence }, shippedModel);
    judging.push((performance.now() - start) / MESSAGES);
  }
  const of = { engine: "" };
  return [
    atLeast(REACH, median(parser), { ...of, name: "analysis of an e-mail", value: median(ours), unit: "messages/s" }),
    atMost(MOST_MILLISECONDS_TO_JUDGE, { ...of, name: "the text model alone", value: median(judging), unit: "ms" }),
  ];
}
