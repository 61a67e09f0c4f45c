import { isStopWord } from "#server/pipeline/mail/model/stop-words.ts";
import { GIVEN_NAMES } from "#server/pipeline/text/given-names.ts";
import { FAMILY_NAMES } from "#server/pipeline/text/name-words.ts";

/** Words of addresses and greetings. */
const OF_LETTERS = new Set(
  (
    "street road avenue lane square strasse str platz rue calle plaza floor suite box post city town " +
    "hello dear hallo bonjour hola sincerely regards greetings thanks thank please best kind cheers mit freundlichen " +
    "grussen gruss cordialement saludos mister mrs miss herr frau monsieur madame senor senora"
  ).split(" "),
);

/** Whether a folded word may be suggested as a keyword: not a stop word or a name. */
export function isOrdinaryWord(word: string): boolean {
  return !isStopWord(word) && !GIVEN_NAMES.has(word) && !FAMILY_NAMES.has(word) && !OF_LETTERS.has(word);
}
