import type { AutomationRules, EmailReason } from "#shared/contract/mailbox.ts";
import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import { DECISIVE, EVIDENCE_WORDS, type EvidenceName } from "#server/email-analysis/evidence.ts";
import { keywordHits } from "#server/email-analysis/keyword-hits.ts";
import { judgeText } from "#server/email-analysis/model/judge-text.ts";
import type { TextModel } from "#server/email-analysis/model/text-model.ts";

/** What a message was judged to be: the confidence that it is a lead (0 to 100), why in a sentence, and what weighed. */
export interface Verdict {
  isLead: boolean;
  confidence: number;
  reason: string;
  reasons: EmailReason[];
}

/** What messages are judged by. */
export interface JudgedBy {
  rules: AutomationRules;
  model: TextModel;
}

/** What a header decides is as good as certain; 0 is kept for what a person excluded. */
const DECIDED = 1;
/** How far an inclusion keyword moves the log-odds, once however many are found: a coin toss becomes 88 of 100. */
const INCLUSION = 2;
/** Who wants something can be answered: of what nobody can answer, only a form or a colleague that passes on is likely. */
const NO_REPLY = -3;
/** Words, numbers and length alone, without anything meant that speaks for a lead, are no more than a resemblance. */
const NOTHING_MEANT = -2;
const REASONS = 8;

/**
 * Judges an analysed message: what its header decides first, then the text model, then the keywords people set: one that
 * includes raises the confidence, one that excludes makes it no lead whatever else it says. A lead is what reaches the
 * minimum confidence and was not decided otherwise. Also judges stored messages again when the model has learned.
 */
export function judgeEmail(kept: KeptAnalysis, { rules, model }: JudgedBy): Verdict {
  const decisive = DECISIVE.find((name) => kept.evidence.includes(name));
  if (decisive !== undefined) return refused(EVIDENCE_WORDS[decisive], DECIDED);
  const searched = `${kept.subject}\n${kept.text}`;
  const [excluded] = keywordHits(searched, rules.exclusionKeywords);
  if (excluded !== undefined) return refused(`Has the excluded keyword “${excluded}”`, 0);
  if (searched.trim() === "") return refused("There is no text in it", DECIDED);

  const { probability, contributions } = judgeText(
    { subject: kept.subject, text: kept.text, evidence: kept.evidence },
    model,
  );
  const included = keywordHits(searched, rules.inclusionKeywords);
  const means =
    contributions.length === 0 || contributions.some(({ text, weight }) => weight > 0 && isForPeople(said(text)));
  const meant = means ? probability : sigmoid(logOdds(probability) + NOTHING_MEANT);
  const answerable = isAnswerable(kept) ? meant : sigmoid(logOdds(meant) + NO_REPLY);
  const raised = included.length === 0 ? answerable : sigmoid(logOdds(answerable) + INCLUSION);
  const confidence = Math.min(100, Math.max(0, Math.round(100 * raised)));
  const isLead = confidence >= rules.minimumConfidence;
  const reasons = [
    ...included.slice(0, 1).map((word) => ({ text: `Has the keyword “${word}”`, weight: 100 * (raised - answerable) })),
    ...(answerable === meant ? [] : [{ text: EVIDENCE_WORDS["no-reply"], weight: 100 * (answerable - meant) }]),
    ...(means ? [] : [{ text: "Asks for nothing that could be sold", weight: 100 * (meant - probability) }]),
    ...contributions.map(({ text, weight }) => ({ text: said(text), weight })),
  ];
  const strongest = reasons
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
    .slice(0, REASONS)
    .map(({ text, weight }) => ({ text, weight: Math.round(weight * 10) / 10 }));
  return { isLead, confidence, reason: inWords(reasons, isLead), reasons: strongest };
}

function isAnswerable({ evidence }: KeptAnalysis): boolean {
  return !evidence.includes("no-reply") || evidence.includes("form-relay") || evidence.includes("forwarded");
}

function refused(reason: string, confidence: number): Verdict {
  return { isLead: false, confidence, reason, reasons: [{ text: reason, weight: -100 }] };
}

/** The two things that speak most for what was decided. */
function inWords(reasons: readonly EmailReason[], isLead: boolean): string {
  const speaking = reasons
    .filter(({ text, weight }) => (isLead ? weight > 0 : weight < 0) && isForPeople(text))
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight));
  const [first, second] = speaking;
  if (first === undefined) return isLead ? "Reads like an inquiry" : "Says nothing that speaks for a lead";
  return second === undefined
    ? first.text
    : `${first.text}; ${second.text.charAt(0).toLowerCase()}${second.text.slice(1)}`;
}

/** Single words, numbers, lengths and manners weigh, but give no sentence. */
function isForPeople(text: string): boolean {
  return !/^(?:The words? “|Words that begin with “|Near the end: “|A number|A percentage|A link|An (?:amount|e-mail)|Is shorter than|Is \d+ words|Begins in|Exclaims|Greets|Has no subject|Has a long number|Has pictures)/u.test(
    text,
  );
}

/** The model knows evidence by its name only. */
function said(text: string): string {
  const name = /^Its headers: (.+)$/u.exec(text)?.[1];
  return name !== undefined && name in EVIDENCE_WORDS ? EVIDENCE_WORDS[name as EvidenceName] : text;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function logOdds(probability: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return Math.log(inside / (1 - inside));
}
