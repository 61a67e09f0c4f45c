import { userTimeZone, startOfDay } from "#server/assistant/words/local-time.ts";
import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import type { Language } from "#shared/language.ts";
import { sourceFacts, sourceLabel } from "#shared/source-kinds.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import { day, localDay } from "#server/assistant/understanding/time-span.ts";
import { fieldFilterWords } from "#server/assistant/words/field-words.ts";
import { numberWords, stepDueWords } from "#server/assistant/words/moment.ts";
import { capital, quoted, sayIn, type Say, type Texts } from "#server/assistant/words/say.ts";

type Due = "overdue" | "today" | "none";

/** In the plural. */
const STATUSES: Readonly<Record<LeadStatus, Texts>> = {
  pending: ["pending", "offene", "en attente", "pendientes"],
  qualified: ["qualified", "qualifizierte", "qualifiés", "calificados"],
  approved: ["approved", "genehmigte", "approuvés", "aprobados"],
  rejected: ["rejected", "abgelehnte", "rejetés", "rechazados"],
};

/** In other languages than English. */
const SOURCES: Readonly<Record<string, readonly [de: string, fr: string, es: string]>> = {
  google_sheets: ["aus Google Sheets", "de Google Sheets", "de Google Sheets"],
  json_api: ["aus JSON-APIs", "d’API JSON", "de API JSON"],
  website: ["von Websites", "de sites web", "de sitios web"],
  email: ["aus E-Mails", "reçus par e-mail", "de correos"],
  form: ["aus Formularen", "de formulaires", "de formularios"],
  file: ["aus Dateien", "de fichiers", "de archivos"],
  manual: ["von Hand angelegt", "ajoutés à la main", "añadidos a mano"],
};

const MISSING: Readonly<Record<MissingInfo, Texts>> = {
  email: ["an email address", "E-Mail-Adresse", "adresse e-mail", "correo electrónico"],
  phone: ["a phone number", "Telefonnummer", "numéro de téléphone", "teléfono"],
  company: ["a company", "Firma", "entreprise", "empresa"],
  need: ["a known need", "Angabe zum Bedarf", "besoin connu", "necesidad conocida"],
};

const ADDRESSES: Readonly<Record<AddressQuality, Texts>> = {
  good: ["a good email address", "guter Mailadresse", "une bonne adresse mail", "un correo electrónico válido"],
  risky: ["a risky email address", "riskanter Mailadresse", "une adresse mail risquée", "un correo electrónico dudoso"],
  bad: ["a bad email address", "ungültiger Mailadresse", "une adresse mail invalide", "un correo electrónico inválido"],
  unknown: [
    "an unknown email quality",
    "ungeprüfter Mailadresse",
    "une adresse mail non vérifiée",
    "un correo electrónico sin verificar",
  ],
};

const STEPS: Readonly<Record<Due, Texts>> = {
  overdue: [
    "with an overdue next step",
    "mit überfälligem nächsten Schritt",
    "avec une prochaine étape en retard",
    "con un próximo paso atrasado",
  ],
  today: [
    "with a next step due today",
    "mit heute fälligem nächsten Schritt",
    "avec une prochaine étape pour aujourd'hui",
    "con un próximo paso para hoy",
  ],
  none: ["without a next step", "ohne nächsten Schritt", "sans prochaine étape", "sin próximo paso"],
};

/** Time spans in English words, in the other languages. */
const TIMES: Readonly<Record<string, readonly [de: string, fr: string, es: string]>> = {
  today: ["von heute", "arrivés aujourd'hui", "que llegaron hoy"],
  yesterday: ["von gestern", "arrivés hier", "que llegaron ayer"],
  "since yesterday": ["seit gestern", "arrivés depuis hier", "que llegaron desde ayer"],
  "this week": ["aus dieser Woche", "arrivés cette semaine", "que llegaron esta semana"],
  "last week": ["aus der letzten Woche", "arrivés la semaine dernière", "que llegaron la semana pasada"],
  "this month": ["aus diesem Monat", "arrivés ce mois-ci", "que llegaron este mes"],
  "last month": ["aus dem letzten Monat", "arrivés le mois dernier", "que llegaron el mes pasado"],
  "this year": ["aus diesem Jahr", "arrivés cette année", "que llegaron este año"],
  "last year": ["aus dem letzten Jahr", "arrivés l'année dernière", "que llegaron el año pasado"],
};

/** What names of a filter's tags and custom fields take. */
export type Naming = Pick<Asking, "fields" | "tags" | "now">;

function isSingular(count: number, language: Language): boolean {
  return count === 1 || (count === 0 && (language === "fr" || language === "es"));
}

function leadNoun(count: number, language: Language): string {
  const say = sayIn(language);
  return isSingular(count, language)
    ? say("lead", "Lead", "prospect", "lead")
    : say("leads", "Leads", "prospects", "leads");
}

/** "1 lead", "1,204 leads". */
export function leadCount(count: number, language: Language): string {
  return `${numberWords(count, language)} ${leadNoun(count, language)}`;
}

/** "3 pending leads from Google Sheets that arrived this week"; `inTime` is the time span in words. */
export function leadsWords(
  count: number,
  filter: LeadFilter,
  inTime: string | null,
  isExact: boolean,
  language: Language,
  naming: Naming,
): string {
  const say = sayIn(language);
  const { status, source, search, keyword, missing, addressQuality, owner, changedFrom } = filter;
  const due = dueIn(filter, naming.now);
  const isOne = isSingular(count, language);
  const many = status === undefined || status === "all" ? "" : say(...STATUSES[status]);
  const adjective = isOne && many !== "" && language === "de" ? `${many}r` : many;
  const since = changedFrom === undefined ? "" : dateIn(changedFrom, language);
  const text = [
    isExact ? "" : say("more than", "mehr als", "plus de", "más de"),
    count === 0 ? say("no", "keine", "aucun", "ningún") : numberWords(count, language),
    ...(language === "en" || language === "de"
      ? [adjective, leadNoun(count, language)]
      : [leadNoun(count, language), adjective]),
    source === undefined ? "" : fromSource(source, language),
    search === undefined
      ? ""
      : `${say("matching", "passend zu", "correspondant à", "que coinciden con")} ${quoted(search, say)}`,
    scoreWords(filter, say),
    keyword === undefined
      ? ""
      : `${say("with the keyword", "mit dem Stichwort", "avec le mot-clé", "con la palabra clave")} ${quoted(keyword, say)}`,
    missing === undefined ? "" : `${say("without", "ohne", "sans", "sin")} ${missingIn(missing, language)}`,
    addressQuality === undefined ? "" : `${say("with", "mit", "avec", "con")} ${say(...ADDRESSES[addressQuality])}`,
    changedFrom === undefined
      ? ""
      : say(
          `changed since ${since}`,
          `(geändert seit ${since})`,
          `(modifiés depuis le ${since})`,
          `(cambiados desde el ${since})`,
        ),
    due === undefined ? "" : due === "days" ? dueDays(filter, say, language) : say(...STEPS[due]),
    owner === undefined
      ? ""
      : owner === "none"
        ? say("without an owner", "ohne Betreuer", "sans responsable", "sin responsable")
        : say("assigned to you", "unter deiner Betreuung", "qui vous sont attribués", "asignados a ti"),
    tagWords(filter, naming, say),
    fieldFilterWords(filter, naming.fields, language),
    inTime === null ? "" : timeWords(filter, inTime, language),
  ]
    .filter(Boolean)
    .join(" ");
  return isOne && language !== "en" ? inSingular(text) : text;
}

/** The filter by next step as the list's URL has it, or `days` for days that it can't express. */
export function dueIn({ nextStep, dueFrom, dueBefore }: LeadFilter, now: Date): Due | "days" | undefined {
  if (nextStep !== undefined) return nextStep;
  if (dueFrom === undefined && dueBefore === undefined) return undefined;
  const [today, tomorrow] = [localDay(now), localDay(day(now, 1))];
  if (dueFrom === undefined && dueBefore === today) return "overdue";
  return dueFrom === today && dueBefore === tomorrow ? "today" : "days";
}

/** What agrees with "1 prospect". */
function inSingular(text: string): string {
  return text
    .replaceAll(
      /(qualifié|approuvé|rejeté|arrivé|reçu|ajouté|modifié|attribué|calificado|aprobado|rechazado|añadido|asignado|cambiado)s(?!\p{L})/gu,
      "$1",
    )
    .replaceAll("pendientes", "pendiente")
    .replaceAll("vous sont", "vous est")
    .replaceAll("llegaron", "llegó")
    .replaceAll("coinciden", "coincide");
}

export function fromSource(kind: string, language: Language): string {
  const { phrase = `from ${kind}` } = sourceFacts(kind) ?? {};
  return sayIn(language)(phrase, ...(SOURCES[kind] ?? ([phrase, phrase, phrase] as const)));
}

/** A source as the label of a figure. */
export function sourceIn(kind: string, language: Language): string {
  return capital(language === "en" ? sourceWords(kind) : fromSource(kind, language));
}

export function sourceWords(kind: string): string {
  const words = sourceFacts(kind)?.phrase ?? sourceLabel(kind);
  return words.replace(/^(?:from|of) /u, "");
}

/** A status as the label of a figure. */
export function statusIn(status: LeadStatus, language: Language): string {
  return sayIn(language)(...STATUSES[status]);
}

/** The status of one lead; German adjectives have no ending after the noun. */
export function oneStatusIn(status: LeadStatus, language: Language): string {
  return statusIn(status, language).replace(language === "de" ? /e$/u : /s$/u, "");
}

/** The days of next steps, as their dates. */
function dueDays({ dueFrom, dueBefore }: LeadFilter, say: Say, language: Language): string {
  const from = dueFrom && stepDueWords(dueFrom, language);
  const last = dueBefore && stepDueWords(localDay(day(startOfDay(dueBefore), -1)), language);
  const days =
    from === last
      ? say(`on ${last}`, `am ${last}`, `le ${last}`, `el ${last}`)
      : last === undefined
        ? say(`from ${from}`, `ab ${from}`, `à partir du ${from}`, `desde el ${from}`)
        : from === undefined
          ? say(`until ${last}`, `bis ${last}`, `jusqu'au ${last}`, `hasta el ${last}`)
          : say(`from ${from} to ${last}`, `${from} – ${last}`, `${from} – ${last}`, `${from} – ${last}`);
  return `${say("with a next step due", "mit nächstem Schritt", "avec une prochaine étape", "con un próximo paso")} ${days}`;
}

/** "tagged “vip” and “partner”"; every tag must not match if all are named. */
function tagWords({ tags, tagMatch }: LeadFilter, naming: Naming, say: Say): string {
  if (tags === undefined) return "";
  const ids = tags.split(",");
  const isNone = tagMatch === "none";
  if (isNone && ids.length >= naming.tags.filter(({ mergedInto }) => mergedInto === null).length)
    return say("without tags", "ohne Schlagwort", "sans étiquette", "sin etiquetas");
  const names = ids
    .map((id) => quoted(naming.tags.find((tag) => tag.id === id)?.name ?? "?", say))
    .join(tagMatch === "all" ? say(" and ", " und ", " et ", " y ") : say(" or ", " oder ", " ou ", " o "));
  return isNone
    ? say(`not tagged ${names}`, `ohne ${names}`, `sans ${names}`, `sin ${names}`)
    : say(`tagged ${names}`, `mit ${names}`, `avec ${names}`, `con ${names}`);
}

function timeWords({ from, to }: LeadFilter, inTime: string, language: Language): string {
  const say = sayIn(language);
  const known = TIMES[inTime];
  const date = from === undefined ? "" : dateIn(from, language);
  const dates = `(${date}–${to === undefined ? "" : dateIn(Date.parse(to) - 1, language)})`;
  const end = to === undefined ? "" : dateIn(to, language);
  const since =
    to === undefined
      ? say("", `seit ${date}`, `depuis le ${date}`, `desde el ${date}`)
      : from !== undefined && Date.parse(from) === 0
        ? say("", `von vor dem ${end}`, `arrivés avant le ${end}`, `que llegaron antes del ${end}`)
        : dates;
  return say(`that arrived ${inTime}`, ...(known ?? ([since, since, since] as const)));
}

function dateIn(moment: string | number, language: Language): string {
  const style = language === "en" ? ({ dateStyle: "long" } as const) : {};
  return new Date(moment).toLocaleDateString(language, { ...style, timeZone: userTimeZone() });
}

export function missingIn(missing: MissingInfo, language: Language): string {
  return sayIn(language)(...MISSING[missing]);
}

/** A status with its verb, as the end of a sentence about a lead. */
export function statusWords(status: LeadStatus, setBy: "rule" | "person"): string {
  if (setBy === "person") return status === "pending" ? "was manually set to pending" : `was manually ${status}`;
  return status === "qualified" ? "is qualified by its score" : `is ${status}`;
}

function scoreWords({ minScore: min, maxScore: max }: LeadFilter, say: Say): string {
  const [of, von, de, con] = ["with a score", "mit", "avec un score", "con una puntuación"];
  if (min === undefined && max === undefined) return "";
  if (min === undefined)
    return say(
      `${of} of ${max} or less`,
      `${von} höchstens ${max} Punkten`,
      `${de} d'au plus ${max}`,
      `${con} de ${max} como máximo`,
    );
  if (max === undefined)
    return say(
      `${of} of ${min} or more`,
      `${von} mindestens ${min} Punkten`,
      `${de} d'au moins ${min}`,
      `${con} de al menos ${min}`,
    );
  return min === max
    ? say(`${of} of ${min}`, `${von} ${min} Punkten`, `${de} de ${min}`, `${con} de ${min}`)
    : say(
        `${of} from ${min} to ${max}`,
        `${von} ${min} bis ${max} Punkten`,
        `${de} de ${min} à ${max}`,
        `${con} de ${min} a ${max}`,
      );
}
