import { isStopWord } from "#server/email-analysis/model/stop-words.ts";
import { GIVEN_NAMES } from "#server/reading/given-names.ts";
import { FAMILY_NAMES } from "#server/reading/name-words.ts";

/** What stands in addresses and greetings. */
const OF_LETTERS = new Set(
  (
    "street road avenue lane square strasse str platz rue calle plaza floor suite box post city town " +
    "hello dear hallo bonjour hola sincerely regards greetings thanks thank please best kind cheers mit freundlichen " +
    "grussen gruss cordialement saludos mister mrs miss herr frau monsieur madame senor senora"
  ).split(" "),
);

/** Whether a folded word may be suggested as a keyword: no word that only holds sentences together, nobody's name. */
export function isOrdinaryWord(word: string): boolean {
  return !isStopWord(word) && !GIVEN_NAMES.has(word) && !FAMILY_NAMES.has(word) && !OF_LETTERS.has(word);
}
