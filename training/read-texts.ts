import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_AUTOMATION_RULES } from "#shared/contract/mailbox.ts";
import { analyzeEmail } from "#server/pipeline/mail/analyze-email.ts";
import { hashOf } from "#server/pipeline/mail/model/hash.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import type { ModelInput } from "#server/pipeline/mail/model/text-model.ts";
import type { Origin } from "./observations.ts";

/** A line of index.jsonl: a message's origin and its file. */
type Listed = Origin & { file: string };

/** Characters. Of longer non-leads, the beginning is also used, since real inquiries are short. */
const LONG = 600;
const SHORTEST_PART = 80;
const LONGEST_PART = 400;

/**
 * Reads a folder of real messages (index.jsonl and its texts) like pasted mail, without quotes and signature. Adds the
 * beginning of every second long non-lead, so shortness isn't taken for a sign of a lead.
 */
export async function readTexts(folder: string): Promise<{ origin: Origin; input: ModelInput }[]> {
  const by = { ownAddresses: [], rules: DEFAULT_AUTOMATION_RULES, model: shippedModel };
  const read: { origin: Origin; input: ModelInput }[] = [];
  for (const line of readFileSync(join(folder, "index.jsonl"), "utf8").trimEnd().split("\n")) {
    const { file, ...origin } = JSON.parse(line) as Listed;
    const { analysis: kept } = await analyzeEmail(readFileSync(join(folder, file), "utf8"), by);
    const { subject, text } = kept;
    const isCut = !origin.isLead && text.length > LONG && hashOf(origin.source) % 2 === 0;
    read.push({ origin, input: { subject, text, evidence: [], hasSender: true } });
    if (!isCut) continue;
    const length = SHORTEST_PART + (hashOf(`${origin.source} part`) % (LONGEST_PART - SHORTEST_PART));
    read.push({
      origin: { ...origin, set: `${origin.set}-part` },
      input: { subject, text: text.slice(0, length), evidence: [], hasSender: true },
    });
  }
  return read;
}
