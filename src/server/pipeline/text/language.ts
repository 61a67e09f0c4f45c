/** The languages that Winnow can write to people in. */
export const WRITTEN_LANGUAGES = ["en", "de", "fr", "es"] as const;
export type WrittenLanguage = (typeof WRITTEN_LANGUAGES)[number];

/**
 * Short words that occur in nearly every text of a language. Languages that Winnow can't write in are listed only to
 * tell them apart.
 */
const WORDS: Record<WrittenLanguage | "it" | "pt" | "nl" | "sv" | "pl", string> = {
  en: "the and you your we our for with would this that have are from please thank thanks could looking need is to of in hello can what how i am",
  de: "und der die das wir sie ich für mit ist nicht eine einen ein den dem zu auf von bitte uns unser unsere ihre ihr können könnten hätten gerne suchen brauchen möchten guten tag danke wie was haben bei",
  fr: "le la les et vous nous votre notre pour avec une un des du est je que qui bonjour merci dans sur cherchons souhaitons pouvez aimerions besoin au ce cette sommes",
  es: "el los las y usted ustedes nosotros para con una un del que por es en estamos buscamos necesitamos hola gracias queremos nuestra nuestro su cómo podrían saludos buenos días la de",
  it: "il gli e voi noi per con una un del della che è di siamo cerchiamo vorremmo buongiorno grazie nostra nostro sono avete alla dei",
  pt: "o os as e você nós para com uma um do da que é em estamos procuramos precisamos olá obrigado obrigada nossa nosso são não gostaríamos",
  nl: "de het een en wij we u uw voor met van is niet zijn ik graag zoeken willen kunt bedankt dag naar onze ons dat hebben",
  sv: "och det att en ett vi ni er för med är inte som på av har vill söker hej tack vår våra kan skulle",
  pl: "na do nie się jest że od za po dla oraz przez przy są jak lub dzień dobry nasz nasze szukamy proszę",
};
type Words = readonly [keyof typeof WORDS, ReadonlySet<string>];
const LANGUAGES = Object.entries(WORDS).map(([language, words]): Words => [
  // Object.entries returns plain strings.
  language as keyof typeof WORDS,
  new Set(words.split(" ")),
]);
/** More words of short inquiries, which often have few of the others. */
const INQUIRY_WORDS: Partial<typeof WORDS> = {
  en: "me call back send us quote price prices interested want",
  de: "ich ihnen ihrer ihren ihrem mich mir hallo gern hätte würde rufen rückruf wegen angebot anfrage preise preisliste lizenzen freundlichen grüßen",
  fr: "me veuillez voudrais souhaite souhaiterais rappeler devis tarif tarifs demande prix licences envoyer cordialement",
  es: "me necesito quisiera favor llámenme llamar llamen presupuesto precio precios cotización licencias enviar solicito",
  it: "mi vorrei preventivo prezzo prezzi licenze richiedo chiamare inviare favore potete",
  pt: "me por favor gostaria orçamento preço preços licenças enviar envie ligar solicito",
  nl: "me mij offerte prijs prijzen licenties bellen terug stuur sturen",
};
const IN_INQUIRIES = LANGUAGES.map(([language, known]): Words => [
  language,
  known.union(new Set(INQUIRY_WORDS[language]?.split(" "))),
]);
/** Letters of one script, and the languages written in it, the most frequent one first. */
const SCRIPTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, ["ja"]],
  [/\p{sc=Hangul}/gu, ["ko"]],
  [/\p{sc=Han}/gu, ["zh", "ja"]],
  [/\p{sc=Cyrillic}/gu, ["ru", "uk", "bg", "be", "sr", "mk", "kk"]],
  [/\p{sc=Greek}/gu, ["el"]],
  [/\p{sc=Arabic}/gu, ["ar", "fa", "ur"]],
  [/\p{sc=Hebrew}/gu, ["he"]],
  [/\p{sc=Thai}/gu, ["th"]],
];
const NON_LATIN: ReadonlySet<string> = new Set(SCRIPTS.flatMap(([, codes]) => codes));
const LEAST_OF_SCRIPT = 0.3;
const CLEAR = { words: 8, share: 0.05, times: 2 };
const MOST_READ = 4_000;
const LEAST_WORDS = 3;

/** Detects an inquiry's language from its words; null when it is another language or the text is too short. */
export function languageOf(text: string): WrittenLanguage | null {
  const { language } = commonestLanguage(text, IN_INQUIRIES);
  return WRITTEN_LANGUAGES.find((written) => written === language) ?? null;
}

/**
 * The language of a page as an ISO 639 code: the one that its script and words clearly show, else the declared one
 * ("de-CH") if they don't contradict it. Null if neither is certain.
 */
export function textLanguage(text: string, declared: string): string | null {
  const start = text.slice(0, MOST_READ);
  const code = /^[a-z]{2,3}(?=$|[-_])/u.exec(declared.trim().toLowerCase())?.[0] ?? null;
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([others]) => (start.match(others)?.length ?? 0) > letters * LEAST_OF_SCRIPT);
  if (script !== undefined) return code !== null && script[1].includes(code) ? code : (script[1][0] ?? null);
  const { language, isClear } = commonestLanguage(start, LANGUAGES);
  const isKnown = code === null || LANGUAGES.some(([one]) => one === code);
  if ((isClear && isKnown) || language === code) return language;
  // Templates declare English, whatever the text is.
  return code === null || code === "en" || NON_LATIN.has(code) ? null : code;
}

interface Commonest {
  language: keyof typeof WORDS | null;
  /** There are so many of its words that the text can't be in a similar language. */
  isClear: boolean;
}

function commonestLanguage(text: string, languages: readonly Words[]): Commonest {
  const words =
    text
      .slice(0, MOST_READ)
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = languages
    .map(([language, known]) => ({
      language,
      count: words.filter((word) => known.has(word)).length,
    }))
    .toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first === undefined || first.count < LEAST_WORDS || first.count === second?.count) {
    return { language: null, isClear: false };
  }
  const isClear =
    first.count >= CLEAR.words &&
    first.count >= words.length * CLEAR.share &&
    first.count >= (second?.count ?? 0) * CLEAR.times;
  return { language: first.language, isClear };
}
