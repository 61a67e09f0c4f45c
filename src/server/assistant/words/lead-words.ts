import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import type { Language } from "#shared/language.ts";
import { sourceFacts, sourceLabel } from "#shared/source-kinds.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import { day, localDay } from "#server/assistant/understanding/time-span.ts";
import { fieldFilterWords } from "#server/assistant/words/field-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

const MISSING: Readonly<Record<MissingInfo, string>> = {
  email: "an email address",
  phone: "a phone number",
  company: "a company",
  need: "a known need",
};

/** "3 pending leads from Google Sheets that arrived this week"; `inTime` is the time span in words. */
export function leadsWords(
  count: number,
  filter: LeadFilter,
  inTime: string | null,
  isExact: boolean,
  language: Language,
  naming: Naming,
): string {
  if (language !== "en") return leadsIn(language, count, filter, inTime, isExact, naming);
  const noun = count === 1 ? "lead" : "leads";
  const status = filter.status === undefined || filter.status === "all" ? "" : `${filter.status} `;
  return `${isExact ? "" : "more than "}${count === 0 ? "no" : numberWords(count)} ${status}${noun}${restWords(filter, inTime, naming)}`;
}

type Due = "overdue" | "today" | "none";

/** The filter by next step as the list's URL has it, or `days` for days that it can't express. */
export function dueIn({ nextStep, dueFrom, dueBefore }: LeadFilter, now: Date): Due | "days" | undefined {
  if (nextStep !== undefined) return nextStep;
  if (dueFrom === undefined && dueBefore === undefined) return undefined;
  const [today, tomorrow] = [localDay(now), localDay(day(now, 1))];
  if (dueFrom === undefined && dueBefore === today) return "overdue";
  return dueFrom === today && dueBefore === tomorrow ? "today" : "days";
}

/** What names of a filter's tags and custom fields take. */
export type Naming = Pick<Asking, "fields" | "tags" | "now">;

const ADDRESS_WORDS: Readonly<Record<AddressQuality, string>> = {
  good: "with a good email address",
  risky: "with a risky email address",
  bad: "with a bad email address",
  unknown: "with an unknown email quality",
};

const DUE_WORDS: Readonly<Record<Due, string>> = {
  overdue: "with an overdue next step",
  today: "with a next step due today",
  none: "without a next step",
};

interface LeadWords {
  none: string;
  more: string;
  lead: readonly [one: string, many: string];
  /** In the plural; before the noun if `isAdjectiveFirst`. */
  status: Readonly<Record<LeadStatus, string>>;
  isAdjectiveFirst?: true;
  source: Readonly<Record<string, string>>;
  matching: string;
  atLeast: string;
  atMost: string;
  keyword: string;
  mine: string;
  since: string;
  unassigned: string;
  missing: Readonly<Record<MissingInfo, string>>;
  addressQuality: Readonly<Record<AddressQuality, string>>;
  nextStep: Readonly<Record<Due, string>>;
  times: Readonly<Record<string, string>>;
}

/** `#` is the value. */
const WORDS_IN: Readonly<Record<Exclude<Language, "en">, LeadWords>> = {
  de: {
    none: "keine",
    more: "mehr als",
    lead: ["Lead", "Leads"],
    status: { pending: "offene", qualified: "qualifizierte", approved: "genehmigte", rejected: "abgelehnte" },
    isAdjectiveFirst: true,
    source: {
      google_sheets: "aus Google Sheets",
      json_api: "aus JSON-APIs",
      website: "von Websites",
      email: "aus E-Mails",
      form: "aus Formularen",
      file: "aus Dateien",
      manual: "von Hand angelegt",
    },
    matching: "passend zu „#“",
    atLeast: "mit mindestens # Punkten",
    atMost: "mit höchstens # Punkten",
    keyword: "mit dem Stichwort „#“",
    since: "seit",
    mine: "unter deiner Betreuung",
    unassigned: "ohne Betreuer",
    missing: {
      email: "ohne E-Mail-Adresse",
      phone: "ohne Telefonnummer",
      company: "ohne Firma",
      need: "ohne bekannten Bedarf",
    },
    addressQuality: {
      good: "mit guter Mailadresse",
      risky: "mit riskanter Mailadresse",
      bad: "mit ungültiger Mailadresse",
      unknown: "mit ungeprüfter Mailadresse",
    },
    nextStep: {
      overdue: "mit überfälligem nächsten Schritt",
      today: "mit heute fälligem nächsten Schritt",
      none: "ohne nächsten Schritt",
    },
    times: {
      today: "von heute",
      yesterday: "von gestern",
      "since yesterday": "seit gestern",
      "this week": "aus dieser Woche",
      "last week": "aus der letzten Woche",
      "this month": "aus diesem Monat",
      "last month": "aus dem letzten Monat",
      "this year": "aus diesem Jahr",
      "last year": "aus dem letzten Jahr",
    },
  },
  fr: {
    none: "aucun",
    more: "plus de",
    lead: ["prospect", "prospects"],
    status: { pending: "en attente", qualified: "qualifiés", approved: "approuvés", rejected: "rejetés" },
    source: {
      google_sheets: "de Google Sheets",
      json_api: "d’API JSON",
      website: "de sites web",
      email: "reçus par e-mail",
      form: "de formulaires",
      file: "de fichiers",
      manual: "ajoutés à la main",
    },
    matching: "correspondant à « # »",
    atLeast: "avec un score d'au moins #",
    atMost: "avec un score d'au plus #",
    keyword: "avec le mot-clé « # »",
    since: "depuis le",
    mine: "qui vous sont attribués",
    unassigned: "sans responsable",
    missing: {
      email: "sans adresse e-mail",
      phone: "sans numéro de téléphone",
      company: "sans entreprise",
      need: "sans besoin connu",
    },
    addressQuality: {
      good: "avec une bonne adresse mail",
      risky: "avec une adresse mail risquée",
      bad: "avec une adresse mail invalide",
      unknown: "avec une adresse mail non vérifiée",
    },
    nextStep: {
      overdue: "avec une prochaine étape en retard",
      today: "avec une prochaine étape pour aujourd'hui",
      none: "sans prochaine étape",
    },
    times: {
      today: "arrivés aujourd'hui",
      yesterday: "arrivés hier",
      "since yesterday": "arrivés depuis hier",
      "this week": "arrivés cette semaine",
      "last week": "arrivés la semaine dernière",
      "this month": "arrivés ce mois-ci",
      "last month": "arrivés le mois dernier",
      "this year": "arrivés cette année",
      "last year": "arrivés l'année dernière",
    },
  },
  es: {
    none: "ningún",
    more: "más de",
    lead: ["lead", "leads"],
    status: { pending: "pendientes", qualified: "calificados", approved: "aprobados", rejected: "rechazados" },
    source: {
      google_sheets: "de Google Sheets",
      json_api: "de API JSON",
      website: "de sitios web",
      email: "de correos",
      form: "de formularios",
      file: "de archivos",
      manual: "añadidos a mano",
    },
    matching: "que coinciden con «#»",
    atLeast: "con una puntuación de al menos #",
    atMost: "con una puntuación de # como máximo",
    keyword: "con la palabra clave «#»",
    since: "desde el",
    mine: "asignados a ti",
    unassigned: "sin responsable",
    missing: {
      email: "sin correo electrónico",
      phone: "sin teléfono",
      company: "sin empresa",
      need: "sin necesidad conocida",
    },
    addressQuality: {
      good: "con un correo electrónico válido",
      risky: "con un correo electrónico dudoso",
      bad: "con un correo electrónico inválido",
      unknown: "con un correo electrónico sin verificar",
    },
    nextStep: {
      overdue: "con un próximo paso atrasado",
      today: "con un próximo paso para hoy",
      none: "sin próximo paso",
    },
    times: {
      today: "que llegaron hoy",
      yesterday: "que llegaron ayer",
      "since yesterday": "que llegaron desde ayer",
      "this week": "que llegaron esta semana",
      "last week": "que llegaron la semana pasada",
      "this month": "que llegaron este mes",
      "last month": "que llegaron el mes pasado",
      "this year": "que llegaron este año",
      "last year": "que llegaron el año pasado",
    },
  },
};

function leadsIn(
  language: Exclude<Language, "en">,
  count: number,
  filter: LeadFilter,
  inTime: string | null,
  isExact: boolean,
  naming: Naming,
): string {
  const { status, source, search, minScore, maxScore, keyword, missing, addressQuality, owner, from, to } = filter;
  const due = dueIn(filter, naming.now);
  const words = WORDS_IN[language];
  const isOne = count === 1 || (count === 0 && language !== "de");
  const many = status === undefined || status === "all" ? "" : words.status[status];
  const adjective = !isOne || many === "" ? many : language === "de" ? `${many}r` : many.replace(/s$/u, "");
  const noun = words.lead[isOne ? 0 : 1];
  const date = (moment: string): string => new Date(moment).toLocaleDateString(language);
  const filled = (pattern: string, value: string | number | undefined): string =>
    value === undefined ? "" : pattern.replace("#", String(value));
  const text = [
    isExact ? "" : words.more,
    count === 0 ? words.none : numberWords(count, language),
    ...(words.isAdjectiveFirst ? [adjective, noun] : [noun, adjective]),
    source === undefined ? "" : (words.source[source] ?? sourceLabel(source)),
    filled(words.matching, search),
    filled(words.atLeast, minScore),
    filled(words.atMost, maxScore),
    filled(words.keyword, keyword),
    missing === undefined ? "" : words.missing[missing],
    addressQuality === undefined ? "" : words.addressQuality[addressQuality],
    filter.changedFrom &&
      `(${{ de: "geändert seit", fr: "modifiés depuis le", es: "cambiados desde el" }[language]} ${date(filter.changedFrom)})`,
    due === undefined
      ? ""
      : due === "days"
        ? `(${dueDays(filter)
            .replace(/^on /u, "")
            .replace(/^from (.+) to /u, "$1 – ")})`
        : words.nextStep[due],
    tagWords(filter, naming) === ""
      ? ""
      : `(${filter.tagMatch === "none" && tagWords(filter, naming) !== "none" ? "≠ " : ""}${tagWords(filter, naming)})`,
    fieldFilterWords(filter, naming.fields, language),
    owner === undefined ? "" : owner === "none" ? words.unassigned : words.mine,
    inTime === null
      ? ""
      : (words.times[inTime] ??
        (to === undefined
          ? `${words.since} ${date(from ?? "")}`
          : `(${from === undefined ? "" : date(from)}–${date(new Date(Date.parse(to) - 1).toISOString())})`)),
  ]
    .filter(Boolean)
    .join(" ");
  return isOne ? text.replaceAll(PLURALS, (plural) => SINGULARS[plural] ?? plural) : text;
}

/** What agrees with "1 prospect". */
const SINGULARS: Readonly<Record<string, string>> = {
  arrivés: "arrivé",
  reçus: "reçu",
  ajoutés: "ajouté",
  sont: "est",
  attribués: "attribué",
  llegaron: "llegó",
  añadidos: "añadido",
  asignados: "asignado",
  coinciden: "coincide",
};
const PLURALS = /(?:arrivés|reçus|ajoutés|sont|attribués|llegaron|añadidos|asignados|coinciden)(?!\p{L})/gu;

/** A source as the label of a figure. */
export function sourceIn(kind: string, language: Language): string {
  const text = language === "en" ? sourceWords(kind) : (WORDS_IN[language].source[kind] ?? sourceLabel(kind));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A status as the label of a figure. */
export function statusIn(status: LeadStatus, language: Language): string {
  return language === "en" ? status : WORDS_IN[language].status[status];
}

/** German adjectives have no ending after the noun. */
const STATUS_DE = {
  pending: "offen",
  qualified: "qualifiziert",
  approved: "genehmigt",
  rejected: "abgelehnt",
} as const;

/** The status of one lead. */
export function oneStatusIn(status: LeadStatus, language: Language): string {
  return language === "de" ? STATUS_DE[status] : statusIn(status, language).replace(/s$/u, "");
}

/** The filters besides status, with a leading space. */
function restWords(filter: LeadFilter, inTime: string | null, naming: Naming): string {
  const { source, search, minScore, maxScore, keyword, missing, addressQuality, owner } = filter;
  const due = dueIn(filter, naming.now);
  const tags = tagWords(filter, naming);
  const parts = [
    source === undefined ? "" : (sourceFacts(source)?.phrase ?? `from ${source}`),
    search === undefined ? "" : `matching “${search}”`,
    scoreWords(minScore, maxScore),
    keyword === undefined ? "" : `with the keyword “${keyword}”`,
    missing === undefined ? "" : `without ${MISSING[missing]}`,
    addressQuality === undefined ? "" : ADDRESS_WORDS[addressQuality],
    filter.changedFrom === undefined ? "" : `changed since ${filter.changedFrom.slice(0, 10)}`,
    due === undefined ? "" : due === "days" ? `with a next step due ${dueDays(filter)}` : DUE_WORDS[due],
    owner === undefined ? "" : owner === "none" ? "without an owner" : "assigned to you",
    tags === "" ? "" : tags === "none" ? "without tags" : `${filter.tagMatch === "none" ? "not " : ""}tagged ${tags}`,
    fieldFilterWords(filter, naming.fields, "en"),
    inTime === null ? "" : `that arrived ${inTime}`,
  ].filter(Boolean);
  return parts.map((part) => ` ${part}`).join("");
}

/** The days of next steps, as their dates. */
function dueDays({ dueFrom, dueBefore }: LeadFilter): string {
  const last = dueBefore === undefined ? undefined : localDay(day(new Date(`${dueBefore}T00:00`), -1));
  if (dueFrom === last && last !== undefined) return `on ${last}`;
  if (last === undefined) return `from ${dueFrom}`;
  return dueFrom === undefined ? `until ${last}` : `from ${dueFrom} to ${last}`;
}

/** "vip and partner"; "none" if every tag must not match. */
function tagWords({ tags, tagMatch }: LeadFilter, naming: Naming): string {
  if (tags === undefined) return "";
  const ids = tags.split(",");
  const all = naming.tags.filter(({ mergedInto }) => mergedInto === null);
  if (tagMatch === "none" && ids.length >= all.length) return "none";
  const names = ids.map((id) => naming.tags.find((tag) => tag.id === id)?.name);
  return names.map((name) => `“${name ?? "?"}”`).join(tagMatch === "all" ? " and " : " or ");
}

export function sourceWords(kind: string): string {
  const words = sourceFacts(kind)?.phrase ?? sourceLabel(kind);
  return words.replace(/^(?:from|of) /u, "");
}

export function missingWords(missing: MissingInfo): string {
  return MISSING[missing];
}

const MISSING_IN: Readonly<Record<Exclude<Language, "en">, Readonly<Record<MissingInfo, string>>>> = {
  de: { email: "die Mailadresse", phone: "die Telefonnummer", company: "die Firma", need: "der Bedarf" },
  fr: { email: "l'adresse mail", phone: "le téléphone", company: "l'entreprise", need: "le besoin" },
  es: { email: "el correo", phone: "el teléfono", company: "la empresa", need: "la necesidad" },
};

export function missingIn(missing: MissingInfo, language: Language): string {
  return language === "en" ? MISSING[missing] : MISSING_IN[language][missing];
}

/** A status with its verb, as the end of a sentence about a lead. */
export function statusWords(status: LeadStatus, setBy: "rule" | "person"): string {
  if (setBy === "person") return status === "pending" ? "was manually set to pending" : `was manually ${status}`;
  return status === "qualified" ? "is qualified by its score" : `is ${status}`;
}

function scoreWords(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) {
    return min === max ? `with a score of ${min}` : `with a score from ${min} to ${max}`;
  }
  if (min !== undefined) return `with a score of ${min} or more`;
  return max === undefined ? "" : `with a score of ${max} or less`;
}
