import { userTimeZone, calendarOf } from "#server/assistant/words/local-time.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import { fieldConditionsOf, fieldConditionsText } from "#shared/contract/leads/field-filter.ts";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import { originsOf, type DecidedRow } from "#server/assistant/answers/select-leads.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import type { Grouping } from "#server/assistant/understanding/grouping.ts";
import { day, month, week } from "#server/assistant/understanding/time-span.ts";
import { fieldValueWords } from "#server/assistant/words/field-words.ts";
import { sourceIn, statusIn } from "#server/assistant/words/lead-words.ts";
import { phoneCountry } from "#server/pipeline/text/phone-country.ts";
import { capital } from "#server/assistant/words/say.ts";

/** What leads are grouped by. */
export interface Dimension {
  noun: string;
  /** It takes more of a lead than a row of a list has. */
  needsAll?: true;
  /** What it must know first. */
  load?: () => Promise<void>;
  /** The groups of a lead. */
  of: (row: LeadRow) => string[];
  /** Every group with its filter, so that any number of leads can be counted; undefined if there are too many. */
  values?: () => Promise<{ label: string; filter: LeadFilter }[] | undefined>;
  /** In the order of `values` rather than by figure. */
  isInOrder?: true;
  /** The label of leads without a value, which come last. */
  rest?: string;
  /** Groups without leads are shown, too. */
  keepsEmpty?: true;
}

/** With more, the groups of the newest leads are counted instead of each by a query. */
const MOST_GROUPS = 20;
/** Weeks and days that are shown if a question says no time. */
const USUAL = { day: 7, week: 8, month: 6 } as const;
const MOST_UNITS = 53;
const STARTS = { day, week, month } as const;

export function dimensionOf(grouping: Grouping | CustomField, asking: Asking): Dimension {
  if (typeof grouping !== "string") return ofField(grouping, asking);
  const { store, language, say, meaning, tags } = asking;
  const none = say("unknown", "unbekannt", "inconnu", "desconocido");
  switch (grouping) {
    case "source":
      return {
        noun: say("source", "Quelle", "source", "fuente"),
        of: ({ source }) => [capital(sourceIn(source, language))],
        values: async () =>
          Object.keys(await store.leads.totalsBySource()).map((source) => ({
            label: capital(sourceIn(source, language)),
            filter: { source },
          })),
      };
    case "status":
      return {
        noun: say("status", "Status", "statut", "estado"),
        of: ({ status }) => [capital(statusIn(status, language))],
        ...(!meaning.leads.isDecided && {
          values: async () =>
            LEAD_STATUSES.map((status) => ({ label: capital(statusIn(status, language)), filter: { status } })),
          isInOrder: true as const,
          keepsEmpty: true as const,
        }),
      };
    case "owner": {
      const nobody = say("nobody", "ohne Betreuer", "sans responsable", "sin responsable");
      return {
        noun: meaning.leads.isDecided
          ? say("who decided", "wer entschied", "qui a décidé", "quién decidió")
          : say("owner", "Betreuer", "responsable", "responsable"),
        of: (row) => [("decidedBy" in row ? (row as DecidedRow).decidedBy : row.owner) || nobody],
        ...(meaning.leads.isDecided ? {} : { keepsEmpty: true as const }),
        values: async () => {
          if (meaning.leads.isDecided) return undefined;
          const accounts = (await store.accounts.list()).filter(({ isActive }) => isActive);
          const named = accountsNamed(accounts, meaning.wording.question);
          const isOfThem = named.length > (/\b(?:i|me|my)\b/u.test(meaning.wording.text) ? 1 : 0);
          const people = isOfThem ? named : accounts;
          if (people.length > MOST_GROUPS) return undefined;
          const owned = people.map(({ id, username }) => ({ label: username, filter: { owner: id } }));
          return isOfThem ? owned : [...owned, { label: nobody, filter: { owner: "none" } }];
        },
      };
    }
    case "tag": {
      const known = tags.filter(({ mergedInto }) => mergedInto === null);
      return {
        noun: say("tag", "Schlagwort", "étiquette", "etiqueta"),
        of: (row) => row.tags,
        ...(known.length <= MOST_GROUPS && {
          values: async () => known.map(({ id, name }) => ({ label: name, filter: { tags: id } })),
        }),
      };
    }
    case "keyword":
      return { noun: say("keyword", "Stichwort", "mot-clé", "palabra clave"), of: (row) => row.keywords };
    case "rule": {
      const rules = new Map<string, readonly string[]>();
      return {
        noun: say("rule", "Regel", "règle", "regla"),
        load: async () => {
          for (const { name, keywords } of await store.rules.list()) rules.set(name, keywords);
        },
        of: (row) =>
          [...rules].flatMap(([name, keywords]) => (row.keywords.some((one) => keywords.includes(one)) ? [name] : [])),
      };
    }
    case "origin":
      return {
        noun: say("where they came from", "Herkunft", "origine", "origen"),
        needsAll: true,
        of: (row) => originsOf(row).slice(0, 1),
      };
    case "country": {
      const names = new Intl.DisplayNames(language, { type: "region" });
      return {
        rest: none,
        noun: say(
          "the country code of the phone number",
          "Ländervorwahl",
          "indicatif téléphonique",
          "prefijo telefónico",
        ),
        of: ({ phone }) => [phoneCountry(phone)].map((code) => (code === null ? none : (names.of(code) ?? code))),
      };
    }
    case "title":
    case "company":
    case "industry": {
      const nouns = {
        title: say("job title", "Position", "poste", "cargo"),
        company: say("company", "Firma", "entreprise", "empresa"),
        industry: say("industry", "Branche", "secteur", "sector"),
      };
      return { rest: none, noun: nouns[grouping], of: (row) => [row[grouping].trim() || none] };
    }
    case "hour":
    case "weekday":
      return ofClock(grouping, asking);
    case "day":
    case "week":
    case "month":
      return ofUnit(grouping, asking);
  }
}

/** When a lead was decided on, or else when it came in. */
const momentOf = (row: LeadRow): string => ("decidedAt" in row ? (row as DecidedRow).decidedAt : row.createdAt);

function ofClock(grouping: "hour" | "weekday", { language, say }: Asking): Dimension {
  const parts = [
    say("Night (0–6)", "Nachts (0–6 Uhr)", "Nuit (0–6 h)", "Noche (0–6 h)"),
    say("Morning (6–12)", "Vormittags (6–12 Uhr)", "Matin (6–12 h)", "Mañana (6–12 h)"),
    say("Afternoon (12–18)", "Nachmittags (12–18 Uhr)", "Après-midi (12–18 h)", "Tarde (12–18 h)"),
    say("Evening (18–24)", "Abends (18–24 Uhr)", "Soir (18–24 h)", "Noche (18–24 h)"),
  ];
  if (grouping === "hour") {
    return {
      noun: say("the time of day they came in", "Uhrzeit des Eingangs", "l'heure d'arrivée", "la hora de llegada"),
      of: ({ createdAt }) => [parts[Math.floor(calendarOf(new Date(createdAt)).hour / 6)] ?? ""],
    };
  }
  const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: userTimeZone() });
  return {
    noun: say(
      "the weekday they came in",
      "Wochentag des Eingangs",
      "jour de la semaine d'arrivée",
      "día de la semana de llegada",
    ),
    of: ({ createdAt }) => [capital(weekday.format(new Date(createdAt)))],
  };
}

/** Days, weeks or months up to now, or those of the time asked for. */
function ofUnit(unit: "day" | "week" | "month", { meaning: { leads }, now, language, say }: Asking): Dimension {
  const start = STARTS[unit];
  const end = leads.span?.to ?? day(now, 1);
  let first = 0;
  while (first > -MOST_UNITS && (leads.span === null ? first > 1 - USUAL[unit] : start(now, first) > leads.span.from))
    first -= 1;
  const moments = Array.from({ length: 1 - first }, (_, at) => start(now, first + at)).filter((at) => at < end);
  const format = new Intl.DateTimeFormat(language, {
    ...(unit === "month" ? { month: "long", year: "numeric" } : { day: "numeric", month: "short" }),
    timeZone: userTimeZone(),
  });
  if (leads.isDecided)
    return {
      ...ofUnit(unit, { meaning: { leads: { ...leads, isDecided: false } }, now, language, say } as Asking),
      noun: say("when they were decided", "Zeitpunkt der Entscheidung", "date de décision", "fecha de la decisión"),
    };
  return {
    noun: {
      day: say("day they came in", "Tag des Eingangs", "jour d'arrivée", "día de llegada"),
      week: say(
        "week they came in (from Monday)",
        "Woche des Eingangs (ab Montag)",
        "semaine d'arrivée (à partir du lundi)",
        "semana de llegada (desde el lunes)",
      ),
      month: say("month they came in", "Monat des Eingangs", "mois d'arrivée", "mes de llegada"),
    }[unit],
    of: (row) =>
      moments
        .filter((at) => at.toISOString() <= momentOf(row) && momentOf(row) < end.toISOString())
        .slice(-1)
        .map((at) => format.format(at)),
    values: async () =>
      moments.map((moment, at) => {
        const from = leads.span !== null && leads.span.from > moment ? leads.span.from : moment;
        return {
          label: format.format(moment),
          filter: { from: from.toISOString(), to: (moments[at + 1] ?? end).toISOString() },
        };
      }),
    isInOrder: true,
    keepsEmpty: true,
  };
}

/** A custom field; a lead with several options counts for each. */
function ofField(field: CustomField, { meaning, language, say }: Asking): Dimension {
  const { key, name, kind } = field;
  const without = say(`Without ${name}`, `Ohne ${name}`, `Sans ${name}`, `Sin ${name}`);
  const options = kind === "yesNo" ? ["yes", "no"] : field.options;
  const known = fieldConditionsOf(meaning.leads.filter.fields ?? "") ?? [];
  return {
    noun: name,
    of: ({ fields }) => {
      const value = fields[key];
      return value === undefined ? [without] : [value].flat().map((one) => fieldValueWords(one, language));
    },
    ...(options.length > 0 &&
      options.length <= MOST_GROUPS && {
        values: async () => [
          ...options.map((value) => ({
            label: fieldValueWords(kind === "yesNo" ? value === "yes" : value, language),
            filter: { fields: fieldConditionsText([...known, { key, test: "is", value }]) },
          })),
          { label: without, filter: { fields: fieldConditionsText([...known, { key, test: "empty", value: "" }]) } },
        ],
        isInOrder: true as const,
        keepsEmpty: true as const,
      }),
  };
}
