import { LANGUAGES, type Language } from "#shared/language.ts";

/** The text in the language of the question. */
export type Say = (en: string, de: string, fr: string, es: string) => string;

export function sayIn(language: Language): Say {
  return (...texts) => texts[LANGUAGES.indexOf(language)] ?? texts[0];
}
