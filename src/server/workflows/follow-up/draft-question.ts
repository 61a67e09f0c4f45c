import type { StoredLead } from "#shared/lead-record.ts";
import type { MissingInfo } from "#shared/lead-status.ts";
import { languageOf, type WrittenLanguage } from "#server/reading/language.ts";
import type { FollowUpStanding } from "#server/store/follow-up-types.ts";
import { WORDINGS } from "#server/workflows/follow-up/wording.ts";

/** How to speak with a lead: in its language, about what it wrote. */
export interface Manner {
  language: WrittenLanguage;
  /** What it wrote about, in its own words; null when it wrote nothing that can be named. */
  topic: string | null;
  /** It wrote to us, by mail or a form. */
  hasWritten: boolean;
}

/** What a lead answered is kept under this name. */
export const ANSWER_FACT = "Answer";

const TOPIC_LENGTH = 90;
const SHORTEST_TOPIC = 4;
/** "Re:" and "Fwd:" as mail programs of many languages put them, also several times. */
const PREFIXES = /^(?:\s*(?:re|aw|antw|sv|vs|res|rif|fwd?|wg|tr|rv|enc)\s?(?:\[\d{1,3}\])?\s?:)+\s*/iu;
/** Questions of forms whose answer is what one asks for. */
const ASKS_FOR =
  /^(?:your |ihr |votre |su )?(?:product|service|interest(?:ed in)?|subject|topic|produkt|leistung|interesse|betreff|thema|produit|sujet|objet|producto|servicio|asunto|tema)s?$/iu;
/** What the lead's own words never stand in: what our people noted is not quoted to it. */
const WRITERS = ["email", "form"];
/** The sentence in which somebody says what for: it asks, or it names a wish in one of the four languages. */
const WISH =
  /\?$|\b(?:looking for|interested in|need|want|would like|quote|suchen|brauchen|benötigen|möchten|hätten gern|angebot|cherch\p{L}+|besoin|souhait\p{L}+|aimer\p{L}+|devis|busc\p{L}+|necesit\p{L}+|quer\p{L}+|presupuesto)\b/iu;

/** How a lead is spoken with, from what it wrote itself; in English where that does not tell. */
export function mannerOf({ lead, lastEmail }: Pick<FollowUpStanding, "lead" | "lastEmail">): Manner {
  const hasWritten = lastEmail !== null || WRITERS.includes(lead.source);
  const own = hasWritten ? ownWords(lead) : [];
  const texts = own.map(({ value }) => value).join("\n");
  return {
    language: languageOf(texts) ?? languageOf(lead.notes) ?? "en",
    topic: hasWritten ? topicOf(lastEmail?.subject ?? "", own) : null,
    hasWritten,
  };
}

/** The question for what is missing, as it would be asked. */
export function draftQuestion(questionType: MissingInfo, { language, topic }: Manner): string {
  return WORDINGS[language].questions[questionType](topic);
}

/** A subject without what mail programs put before it. */
export function bareSubject(subject: string): string {
  return subject.replace(PREFIXES, "");
}

/** What others said of the lead, and what was answered, is not what it came with. */
function ownWords(lead: StoredLead): { name: string; value: string }[] {
  return lead.facts.filter(
    ({ name, value }) => value.trim() !== "" && name !== "Address" && name !== ANSWER_FACT && !name.endsWith(")"),
  );
}

function topicOf(subject: string, own: readonly { name: string; value: string }[]): string | null {
  const told = [
    subject,
    ...own.filter(({ name }) => name === "Subject" || ASKS_FOR.test(name.trim())).map(({ value }) => value),
    ...own.flatMap(({ value }) => wishIn(value) ?? []),
  ];
  for (const one of told) {
    const topic = quotable(one);
    if (topic.length >= SHORTEST_TOPIC) return topic;
  }
  return null;
}

function wishIn(text: string): string | undefined {
  const sentences = text
    .slice(0, 4_000)
    .split(/(?<=[.!?])\s+|\r?\n/u)
    .map((sentence) => sentence.trim());
  return sentences.find((sentence) => sentence.length <= TOPIC_LENGTH && WISH.test(sentence));
}

/** One line without quotation marks of its own, cut at a word. */
function quotable(text: string): string {
  const line = bareSubject(text.slice(0, 1_000).replace(/[\s\p{Cc}]+/gu, " "))
    .replace(/["“”„«»]/gu, "")
    .replace(/[\s.!]+$/u, "")
    .trim();
  if (line.length <= TOPIC_LENGTH) return line;
  return `${line
    .slice(0, TOPIC_LENGTH)
    .toWellFormed()
    .replace(/\s+\S*$/u, "")}…`;
}
