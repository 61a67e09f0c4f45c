import type { AutomationRules, EmailReason, EmailVerdict } from "#shared/contract/mailbox.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import { DECISIVE, EVIDENCE_WORDS } from "#server/pipeline/mail/evidence.ts";
import { keywordHits } from "#server/pipeline/mail/keyword-hits.ts";
import { classifyText } from "#server/pipeline/mail/model/classify-text.ts";
import { reasonsOf } from "#server/pipeline/mail/model/reasons.ts";
import type { TextModel } from "#server/pipeline/mail/model/text-model.ts";
import { modelInputOf } from "#server/pipeline/mail/stored-analysis.ts";
import { sigmoid } from "#server/insight/learning/logistic.ts";

/**
 * A message's classification: the confidence that it is a lead (0 to 100), a one-sentence reason, and up to a few
 * detailed reasons.
 */
export interface Verdict {
  verdict: EmailVerdict;
  /** True when `verdict` is "lead". */
  isLead: boolean;
  confidence: number;
  reason: string;
  reasons: EmailReason[];
}

/** What messages are classified with. */
export interface ClassifyOptions {
  rules: AutomationRules;
  model: TextModel;
}

/** A decision by header is practically certain; 0 means that a person excluded it. */
const DECIDED = 1;
/** Log-odds added by inclusion keywords, once however many are found: it raises 50% confidence to 88%. */
const INCLUSION = 2;
/**
 * A lead must be able to receive a reply. From a no-reply address, only forms and forwarded messages are likely leads.
 */
const NO_REPLY = -3;
/** Minimum confidence for a manual review when a message is not a lead; measured in docs/accuracy.md. */
export const REVIEW_FROM = 30;
const MOST_REASONS = 3;
/** Shorter texts in another script may be only a name. */
const LEAST_LETTERS = 20;

/**
 * Classifies an analyzed message: first by decisive headers, then by the text model and the team's keywords. An
 * inclusion keyword raises the confidence; an exclusion keyword rules the message out. At the minimum confidence it is
 * a lead; below that, a plausible one needs review. Also used to reclassify stored messages after a correction.
 */
export function classifyEmail(analysis: StoredAnalysis, { rules, model }: ClassifyOptions): Verdict {
  const decisive = DECISIVE.find((name) => analysis.evidence.includes(name));
  if (decisive !== undefined) return refused(EVIDENCE_WORDS[decisive], DECIDED);
  const searched = `${analysis.subject}\n${analysis.text}`;
  const [excluded] = keywordHits(searched, rules.exclusionKeywords);
  if (excluded !== undefined) return refused(`Contains the excluded keyword “${excluded}”`, 0);
  if (searched.trim() === "") return refused("No text", DECIDED);

  const { probability, concepts } = classifyText(modelInputOf(analysis), model);
  const [included] = keywordHits(searched, rules.inclusionKeywords);
  const isUnread = concepts.size === 0 && isMostlyForeign(searched);
  const logOdds =
    logOddsOf(isUnread ? Math.max(probability, REVIEW_FROM / 100) : probability) +
    (included === undefined ? 0 : INCLUSION) +
    (isAnswerable(analysis) ? 0 : NO_REPLY);
  const confidence = Math.round(100 * sigmoid(logOdds));
  const verdict = verdictOf(confidence, rules.minimumConfidence);
  const reasons = [
    ...(included === undefined ? [] : [`Contains the keyword “${included}”`]),
    ...(isAnswerable(analysis) ? [] : [EVIDENCE_WORDS["no-reply"]]),
    ...(isUnread && verdict === "review"
      ? ["In a language that Winnow can't read"]
      : reasonsOf(verdict, concepts, searched)),
  ].slice(0, MOST_REASONS);
  return { verdict, isLead: verdict === "lead", confidence, ...withReasons(reasons) };
}

function verdictOf(confidence: number, minimumConfidence: number): EmailVerdict {
  if (confidence >= minimumConfidence) return "lead";
  return confidence >= REVIEW_FROM ? "review" : "not_lead";
}

/** Whether the text is in another script than Latin, of which the model may not know a single word. */
function isMostlyForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters >= LEAST_LETTERS && (text.match(/\p{sc=Latin}/gu)?.length ?? 0) < letters / 2;
}

function isAnswerable({ evidence }: StoredAnalysis): boolean {
  return !evidence.includes("no-reply") || evidence.includes("form-relay") || evidence.includes("forwarded");
}

function refused(reason: string, confidence: number): Verdict {
  return { verdict: "not_lead", isLead: false, confidence, ...withReasons([reason]) };
}

function withReasons(reasons: readonly string[]): Pick<Verdict, "reason" | "reasons"> {
  return { reason: reasons.join("; "), reasons: reasons.map((text) => ({ text })) };
}

function logOddsOf(probability: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return Math.log(inside / (1 - inside));
}
