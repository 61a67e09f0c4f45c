import { latinSlug } from "#server/demo/latin-slug.ts";
import { CULTURES, type Culture, type Language, type Word } from "#server/demo/sample-cultures.ts";
import { drawInterest, sayInterest, type Interest } from "#server/demo/sample-interest.ts";
import { createPhoneBook } from "#server/demo/sample-phones.ts";
import { SENTENCES, type Signal, type Voice } from "#server/demo/sample-sentences.ts";
import { TITLES, TRADES, type Trade } from "#server/demo/sample-trades.ts";
import { pick, seededRandom, type Random } from "#server/demo/seeded-random.ts";
import type { Fact, RawLead } from "#shared/raw-lead.ts";

/** Where the sample's leads come from, with how many of each there are at most. */
export const SAMPLE_SIZES = {
  google_sheets: 660,
  website: 430,
  email: 350,
  form: 370,
  manual: 110,
  file: 120,
} as const;

export type SampleSource = keyof typeof SAMPLE_SIZES;

export interface SampleLead {
  fields: RawLead["fields"];
  facts: Fact[];
  /** What it writes in. */
  language: Language;
  /** Whether the sample's rules qualify it. */
  warm: boolean;
}

export type SampleLeads = Record<SampleSource, readonly SampleLead[]>;

const VOICES: Record<SampleSource, Voice> = {
  google_sheets: "note",
  website: "page",
  email: "mail",
  form: "lead",
  manual: "note",
  file: "note",
};

/** Every lead of the sample, in the order in which each source tells of them; always the same ones. */
export function sampleLeads(): SampleLeads {
  const maker = createLeadMaker();
  const make = (source: SampleSource): SampleLead[] => {
    const random = seededRandom(source);
    return Array.from({ length: SAMPLE_SIZES[source] }, () => maker(random, source));
  };
  return {
    google_sheets: make("google_sheets"),
    website: make("website"),
    email: make("email"),
    form: make("form"),
    manual: make("manual"),
    file: make("file"),
  };
}

function createLeadMaker(): (random: Random, source: SampleSource) => SampleLead {
  const taken = new Set<string>();
  const phoneNumber = createPhoneBook();

  return (random, source) => {
    const culture = drawCulture(random);
    const namesPerson = source !== "website" || random() < 0.75;
    const interest = drawInterest(random, namesPerson);
    const trade = pick(random, interest.mayFit ? TRADES : TRADES.filter(({ fits }) => !fits));
    const { company, name, email, domain } = drawUntil(
      () => drawIdentity(random, culture, trade, namesPerson),
      (drawn) => !taken.has(drawn.email) && !(namesPerson && taken.has(drawn.name)),
    );
    taken.add(email).add(name);
    const phone = random() < PHONE_SHARE[source] && culture.phones !== null ? phoneNumber(culture.phones) : null;
    // Of two entries of one firm only an address of their own says that they are two.
    const hasEmail = phone === null || !CAPTURED.has(source) || random() < 0.93 || !namesPerson;
    const titles = TITLES[culture.language];
    const { text, language } = drawText(random, source, culture, interest);
    const isMail = source === "email";
    const fields: RawLead["fields"] = {
      ...(namesPerson && { name, title: pick(random, interest.decides ? titles.decides : titles.others) }),
      ...(hasEmail && { email }),
      ...(CAPTURED.has(source) || random() < 0.92 ? { company } : {}),
      // Nobody writes it below a message.
      ...(!isMail && { industry: trade.industry }),
      ...(phone !== null && { phone }),
      ...((source === "website" || source === "google_sheets") && { scrapeUrl: `https://${domain}/` }),
      ...(!isMail && text !== "" && { notes: text }),
    };
    const facts = drawFacts(random, source, culture, language);
    if (isMail) facts.push({ name: "Message", value: text });
    return { fields, facts, language, warm: interest.warm };
  };
}

const PHONE_SHARE: Record<SampleSource, number> = {
  google_sheets: 0.9,
  website: 0.85,
  email: 0.5,
  form: 0.7,
  manual: 0.8,
  file: 0.8,
};

/** Sources that are lists of companies, some without an e-mail address. */
const CAPTURED: ReadonlySet<SampleSource> = new Set(["google_sheets", "website", "file"]);

function drawCulture(random: Random): Culture {
  let rest = random() * CULTURES.reduce((sum, { share }) => sum + share, 0);
  return CULTURES.find(({ share }) => (rest -= share) < 0) ?? pick(random, CULTURES);
}

function drawIdentity(
  random: Random,
  culture: Culture,
  trade: Trade,
  namesPerson: boolean,
): { company: string; name: string; email: string; domain: string } {
  const [given, family, firm] = [
    pick(random, culture.given),
    pick(random, culture.family),
    pick(random, culture.firms),
  ];
  const shown = pick(random, trade.words[culture.language]);
  const latin = culture.language === "ja" ? pick(random, trade.words.en) : shown;
  const company = culture.legalForm(companyName(firm, shown, culture.language));
  const domain = `${firm.latin}-${latinSlug(latin)}.example`;
  const local = namesPerson
    ? pick(random, [`${given.latin}.${family.latin}`, `${given.latin.charAt(0)}.${family.latin}`])
    : pick(random, ["info", "office", "contact"]);
  return { company, name: culture.fullName(given.shown, family.shown), email: `${local}@${domain}`, domain };
}

function companyName(firm: Word, words: string, language: Language): string {
  if (language === "ja") return `${firm.shown}${words}`;
  return language === "fr" || language === "es" ? `${words} ${firm.shown}` : `${firm.shown} ${words}`;
}

/** What is written by or about a lead; empty where there was nothing to say. */
function drawText(
  random: Random,
  source: SampleSource,
  culture: Culture,
  { warm, signals }: Interest,
): { text: string; language: Language } {
  const voice = VOICES[source];
  const isOwn = SENTENCES[voice][culture.language] !== undefined && random() < 0.8;
  const language = isOwn ? culture.language : "en";
  const saysNothing =
    !warm && signals.every((signal) => signal === "context" || signal === "idle") && CAPTURED.has(source);
  if (saysNothing && random() < 0.4) return { text: "", language };
  const said: readonly Signal[] = voice === "mail" ? ["opens", ...signals] : signals;
  const sentences = sayInterest(random, said, voice, language, pick(random, culture.cities));
  return { text: sentences.join(language === "ja" ? "" : " "), language };
}

function drawFacts(random: Random, source: SampleSource, culture: Culture, language: Language): Fact[] {
  switch (source) {
    case "google_sheets":
      return [
        { name: "City", value: pick(random, culture.cities) },
        { name: "Met by", value: pick(random, ["Hannah", "Diego", "Priya", "Tom"]) },
      ];
    case "form":
      return [
        { name: "Team size", value: pick(random, ["1 to 10", "11 to 50", "51 to 200", "over 200"]) },
        { name: "Heard of us", value: pick(random, ["Search", "A colleague", "An article", "LinkedIn"]) },
      ];
    case "email":
      return [{ name: "Subject", value: pick(random, SUBJECTS[language]) }];
    case "file":
      return [{ name: "Town", value: pick(random, culture.cities) }];
    case "website":
    case "manual":
      return [];
  }
}

const SUBJECTS: Record<Language, readonly string[]> = {
  en: ["Delivery planning", "Question about your software", "Software for our warehouse", "Route planning"],
  de: ["Tourenplanung", "Frage zu Ihrer Software", "Software für unser Lager"],
  fr: ["Planification des tournées", "Question sur votre logiciel"],
  es: ["Planificación de rutas", "Consulta sobre su programa"],
  ja: ["配送計画について"],
};

/** Draws until one is new. The names and companies make far more combinations than the sample has leads. */
function drawUntil<T>(draw: () => T, isNew: (drawn: T) => boolean): T {
  for (;;) {
    const drawn = draw();
    if (isNew(drawn)) return drawn;
  }
}
