import type { StoredLead } from "#shared/lead-record.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import { sourceFacts } from "#shared/source-kinds.ts";
import { repeatableWords } from "#server/delivery/mail/strangers-words.ts";
import { languageOf, type WrittenLanguage } from "#server/pipeline/text/language.ts";
import type { FollowUpSnapshot } from "#server/db/follow-ups/follow-up-rows.ts";
import { WORDINGS } from "#server/features/follow-ups/wording.ts";

/** How to address a lead: in its language, about what it wrote. */
export interface Manner {
  language: WrittenLanguage;
  /** What it wrote about, in its own words; null if nothing may be repeated. */
  topic: string | null;
  /** Whether they wrote to us, by email or a form. */
  hasWritten: boolean;
}

/** The name an answer is stored under. */
export const ANSWER_FACT = "Answer";

const TOPIC_LENGTH = 90;
const SHORTEST_TOPIC = 4;
/** "Re:" and "Fwd:" in many languages' mail programs, possibly repeated. */
const PREFIXES = /^(?:\s*(?:re|aw|antw|sv|vs|res|rif|fwd?|wg|tr|rv|enc)\s?(?:\[\d{1,3}\])?\s?:)+\s*/iu;
/** Form questions whose answer states the need. */
const ASKS_FOR =
  /^(?:your |ihr |votre |su )?(?:product|service|interest(?:ed in)?|subject|topic|produkt|leistung|interesse|betreff|thema|produit|sujet|objet|producto|servicio|asunto|tema)s?$/iu;
/** The sentence that states a need: it asks, or names a wish in one of the four languages. */
const NEED =
  /\?$|\b(?:looking for|interested in|need|want|would like|quote|suchen|brauchen|benötigen|möchten|hätten gern|angebot|cherch\p{L}+|besoin|souhait\p{L}+|aimer\p{L}+|devis|busc\p{L}+|necesit\p{L}+|quer\p{L}+|presupuesto)\b/iu;

/**
 * How to address a lead, derived from what it wrote; English if the language is unclear. A form's words aren't repeated
 * in a message that nobody approved: the submitter may have entered someone else's address.
 */
export function mannerOf(
  { lead, lastEmail }: Pick<FollowUpSnapshot, "lead" | "lastEmail">,
  { isAutomatic = false } = {},
): Manner {
  // Our people's notes about a lead are never quoted to it.
  const hasWritten = lastEmail !== null || sourceFacts(lead.source)?.hasWritten === true;
  const own = hasWritten ? ownWords(lead) : [];
  const texts = own.map(({ value }) => value).join("\n");
  return {
    language: languageOf(texts) ?? languageOf(lead.notes) ?? "en",
    topic: hasWritten && !(isAutomatic && lastEmail === null) ? topicOf(lastEmail?.subject ?? "", own) : null,
    hasWritten,
  };
}

/** The question for missing information, as it would be asked. */
export function draftQuestion(questionType: MissingInfo, { language, topic }: Manner): string {
  return WORDINGS[language].questions[questionType](topic);
}

/** A subject without reply and forward prefixes. */
export function bareSubject(subject: string): string {
  return subject.replace(PREFIXES, "");
}

/** Excludes others' statements and later answers, which aren't part of the original inquiry. */
function ownWords(lead: StoredLead): { name: string; value: string }[] {
  return lead.facts.filter(
    ({ name, value }) => value.trim() !== "" && name !== "Address" && name !== ANSWER_FACT && !name.endsWith(")"),
  );
}

function topicOf(subject: string, own: readonly { name: string; value: string }[]): string | null {
  const parts = [
    subject,
    ...own.filter(({ name }) => name === "Subject" || ASKS_FOR.test(name.trim())).map(({ value }) => value),
    ...own.flatMap(({ value }) => needIn(value) ?? []),
  ];
  for (const one of parts) {
    const topic = quotable(one);
    if (topic.length >= SHORTEST_TOPIC) return topic;
  }
  return null;
}

function needIn(text: string): string | undefined {
  const sentences = text
    .slice(0, 4_000)
    .split(/(?<=[.!?])\s+|\r?\n/u)
    .map((sentence) => sentence.trim());
  return sentences.find((sentence) => sentence.length <= TOPIC_LENGTH && NEED.test(sentence));
}

/** One line without quotation marks, cut at a word; empty if it may not be repeated. */
function quotable(text: string): string {
  const line = (repeatableWords(bareSubject(text.trim())) ?? "")
    .replace(/["“”„«»]/gu, "")
    .replace(/[\s.!]+$/u, "")
    .trim();
  if (line.length <= TOPIC_LENGTH) return line;
  return `${line
    .slice(0, TOPIC_LENGTH)
    .toWellFormed()
    .replace(/\s+\S*$/u, "")}…`;
}
