/** The languages that Winnow can write to people in. */
export const WRITTEN_LANGUAGES = ["en", "de", "fr", "es"] as const;
export type WrittenLanguage = (typeof WRITTEN_LANGUAGES)[number];

/**
 * Short words that occur in nearly every text of a language. Languages that Winnow can't write in are listed only to
 * tell them apart.
 */
const WORDS: Record<WrittenLanguage | "it" | "pt" | "nl" | "sv", string> = {
  en: "the and you your we our for with would this that have are from please thank thanks could looking need is to of in hello can what how i am",
  de: "und der die das wir sie ich für mit ist nicht eine einen ein den dem zu auf von bitte uns unser unsere ihre ihr können könnten hätten gerne suchen brauchen möchten guten tag danke wie was haben bei",
  fr: "le la les et vous nous votre notre pour avec une un des du est je que qui bonjour merci dans sur cherchons souhaitons pouvez aimerions besoin au ce cette sommes",
  es: "el los las y usted ustedes nosotros para con una un del que por es en estamos buscamos necesitamos hola gracias queremos nuestra nuestro su cómo podrían saludos buenos días la de",
  it: "il gli e voi noi per con una un del della che è di siamo cerchiamo vorremmo buongiorno grazie nostra nostro sono avete alla dei",
  pt: "o os as e você nós para com uma um do da que é em estamos procuramos precisamos olá obrigado obrigada nossa nosso são não gostaríamos",
  nl: "de het een en wij we u uw voor met van is niet zijn ik graag zoeken willen kunt bedankt dag naar onze ons dat hebben",
  sv: "och det att en ett vi ni er för med är inte som på av har vill söker hej tack vår våra kan skulle",
};
const LANGUAGES = Object.entries(WORDS).map(([language, words]): [string, ReadonlySet<string>] => [
  language,
  new Set(words.split(" ")),
]);
const MOST_READ = 4_000;
const LEAST_WORDS = 3;

/** Detects a text's language from its short words; null when it is another language or the text is too short. */
export function languageOf(text: string): WrittenLanguage | null {
  const words =
    text
      .slice(0, MOST_READ)
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  })).toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first === undefined || first.count < LEAST_WORDS || first.count === second?.count) return null;
  return WRITTEN_LANGUAGES.find((language) => language === first.language) ?? null;
}
