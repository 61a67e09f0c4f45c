import { LANGUAGES, type Language } from "#shared/language.ts";

/** The text in the language of the question. */
export type Say = (en: string, de: string, fr: string, es: string) => string;

/** In each of them. */
export type Texts = Readonly<Parameters<Say>>;

export function sayIn(language: Language): Say {
  return (...texts) => texts[LANGUAGES.indexOf(language)] ?? texts[0];
}

/** With a capital letter, as at the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** In the quotes of the language. */
export function quoted(text: string, say: Say): string {
  return say(`“${text}”`, `„${text}“`, `« ${text} »`, `«${text}»`);
}

/** On one line, and at most so long. */
export function shortened(text: string, most = 120): string {
  const plain = text.replaceAll(/\s+/gu, " ").trim();
  return plain.length <= most
    ? plain
    : `${plain
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/u, "")
        .trimEnd()}…`;
}
