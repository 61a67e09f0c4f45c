import type { ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { Language } from "#shared/language.ts";
import { counted } from "#shared/counted.ts";
import { countsAsQualified, LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { day, month, week } from "#server/assistant/understanding/time-span.ts";
import { allOf, filterOf, MOST_READ, newestOnly } from "#server/assistant/answers/select-leads.ts";
import { phoneCountry } from "#server/pipeline/text/phone-country.ts";
import { leadsWords, sourceIn, sourceWords, statusIn } from "#server/assistant/words/lead-words.ts";
import type { Say } from "#server/assistant/words/say.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { pipeline } from "#server/features/reports/content/dashboard-figures.ts";
import type { Store } from "#server/db/store.ts";

/** "Where do our leads come from?" */
export const bySource: Answering = async (asking) => {
  const {
    workspace: { store },
    meaning: { leads, wording },
    language,
    say,
  } = asking;
  const { from, to } = leads.filter;
  const totals =
    from === undefined || to === undefined
      ? await store.leads.totalsBySource(from)
      : ((await store.leads.createdBySource([from, to]))[0] ?? {});
  const sorted = sortedCounts(totals);
  const all = sumOf(sorted);
  const when = leads.span === null ? "" : ` ${leads.span.words}`;
  if (all === 0)
    return fromData(
      say(
        `No leads came in${when} yet.`,
        "Noch keine Leads.",
        "Aucun prospect pour le moment.",
        "Todavía no hay leads.",
      ),
      [{ label: "Data Sources", href: "/data-sources" }],
    );
  const span = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const asksWorst =
    !/\bbest\b/u.test(wording.text) && /\b(?:worst|junk|garbage|useless|rubbish|spam)\b/u.test(wording.text);
  const outcome = outcomeOf(wording.text);
  const asksQuality =
    asksWorst || outcome !== null || /\b(?:best|better|good|quality|worth|keep)\b/u.test(wording.text);
  const { source: _source, from: _from, to: _to, ...asked } = await filterOf({ store, tags: asking.tags }, leads);
  const isNarrow = narrows(asked) || (asked.status !== undefined && outcome === null);
  const statuses = outcome ?? QUALIFIED;
  const filters = isNarrow ? [asked] : asksQuality ? statuses.map((status) => ({ status })) : [];
  const good = await Promise.all(
    sorted.map(async ([source]) => {
      const counts = await Promise.all(filters.map((filter) => store.leads.count({ ...filter, ...span, source })));
      return counts.reduce((total, { count }) => total + count, 0);
    }),
  );
  const asksOf = filters.length > 0;
  const share = (at: number): number => (good[at] ?? 0) / (sorted[at]?.[1] ?? 1);
  const order = sorted
    .map((_, at) => at)
    .toSorted((one, other) => (asksOf ? (share(other) - share(one)) * (asksWorst && !isNarrow ? -1 : 1) : one - other));
  const n = (count: number): string => numberWords(count, language);
  const figures = order.flatMap((at) => {
    const [kind, count] = sorted[at] ?? ["", 0];
    const of = isNarrow ? "" : ` ${outcomeWords(statuses, say)}`;
    const rest = asksOf
      ? `, ${n(good[at] ?? 0)}${of} (${percentOf(good[at] ?? 0, count)})`
      : ` (${percentOf(count, all)})`;
    return [{ kind, label: sourceIn(kind, language), value: `${n(count)}${rest}` }];
  });
  const some = good.reduce((sum, count) => sum + count, 0);
  const narrow = isNarrow ? ` (${leadsWords(some, asked, null, true, language, asking)})` : "";
  return withFigures(
    say(
      `Of ${counted(all, "lead")} that came in${when}${narrow}:`,
      `Von ${n(all)} Leads sind${narrow}:`,
      `Sur ${n(all)} prospects, viennent${narrow} :`,
      `De ${n(all)} leads, son${narrow}:`,
    ),
    figures.map(({ kind, label, value }) => ({
      label: kind === "" || language !== "en" ? label : sourceWords(kind),
      value,
    })),
    figures.slice(0, 3).map(({ kind, label }) => leadsLink(label, { source: kind, ...span })),
  );
};

/** "Leads by country": by the country codes of phone numbers. */
export const byCountry: Answering = async (asking) => {
  const {
    workspace: { store },
    tags,
    meaning: { leads, wording },
    language,
    say,
  } = asking;
  const statuses = asksRate(wording.text) ? outcomeOf(wording.text) : null;
  const filter = await filterOf({ store, tags }, leads);
  const rows = await allOf(store, statuses === null ? filter : { ...filter, status: "all" });
  const counts = Object.groupBy(rows, ({ phone }) => phoneCountry(phone) ?? "");
  const { "": unknown = [], ...known } = counts;
  const sorted = sortedCounts(
    Object.fromEntries(Object.entries(known).map(([code, found = []]) => [code, found.length])),
  );
  const names = new Intl.DisplayNames(language, { type: "region" });
  const n = (count: number): string => numberWords(count, language);
  const head = say(
    `Of ${counted(rows.length, "lead")}, by the country code of the phone number (${n(unknown.length)} have none):`,
    `Von ${n(rows.length)} Leads, nach Ländervorwahl (${n(unknown.length)} sind ohne):`,
    `Sur ${n(rows.length)} prospects, selon l'indicatif téléphonique (${n(unknown.length)} sont sans) :`,
    `De ${n(rows.length)} leads, según el prefijo telefónico (${n(unknown.length)} están sin él):`,
  );
  return withFigures(
    sentences(newestOnly(rows, MOST_READ, asking), head),
    sorted.map(([code, count]) => {
      const good = known[code]?.filter(({ status }) => statuses?.includes(status)).length ?? 0;
      const rate = statuses === null ? "" : `, ${n(good)} ${outcomeWords(statuses, say)} (${percentOf(good, count)})`;
      return { label: names.of(code) ?? code, value: `${n(count)}${rate}` };
    }),
    [leadsLink("All leads", filter)],
  );
};

/** "Leads per week": the last days, weeks or months, or as long as the question says; "best weekday" adds them up. */
export const byTime: Answering = async (asking) => {
  const {
    workspace: { store },
    tags,
    meaning: { leads, wording },
    now,
    language,
    say,
  } = asking;
  if (
    /\bhours?\b(?! ago)|\btime of (?:the )?day\b|\b(?:morning|afternoon|evening)s?\b.*\b(?:or|and)\b/u.test(
      wording.text,
    )
  ) {
    const rows = await allOf(store, await filterOf({ store, tags }, leads));
    const parts = [
      [0, say("Night (0–6)", "Nachts (0–6 Uhr)", "Nuit (0–6 h)", "Noche (0–6 h)")],
      [6, say("Morning (6–12)", "Vormittags (6–12 Uhr)", "Matin (6–12 h)", "Mañana (6–12 h)")],
      [12, say("Afternoon (12–18)", "Nachmittags (12–18 Uhr)", "Après-midi (12–18 h)", "Tarde (12–18 h)")],
      [18, say("Evening (18–24)", "Abends (18–24 Uhr)", "Soir (18–24 h)", "Noche (18–24 h)")],
    ] as const;
    const hourOf = ({ createdAt }: { createdAt: string }): number => new Date(createdAt).getHours();
    const head = say(
      "Leads by the time of day they came in:",
      "Leads nach Uhrzeit des Eingangs:",
      "Prospects selon l'heure d'arrivée :",
      "Leads según la hora de llegada:",
    );
    return withFigures(
      sentences(newestOnly(rows, MOST_READ, asking), head),
      parts.map(([from, label]) => ({
        label,
        value: numberWords(rows.filter((row) => hourOf(row) >= from && hourOf(row) < from + 6).length, language),
      })),
      [leadsLink("All leads", {})],
    );
  }
  const asksWeekday = /\bweekdays?\b|\bday of the week\b/u.test(wording.text);
  const [unit, start, usual] = /\bmonth(?:s|ly)?\b/u.test(wording.text)
    ? (["month", month, 6] as const)
    : asksWeekday || /\bdays?\b|\bdaily\b/u.test(wording.text)
      ? (["day", day, asksWeekday ? 7 * WEEKS_ADDED : 7] as const)
      : (["week", week, 8] as const);
  const shown = leads.span === null ? usual : Math.min(unitsBetween(leads.span.from, now, start), MOST_UNITS);
  const outcome = asksRate(wording.text) ? outcomeOf(wording.text) : null;
  const { status, ...others } = await filterOf({ store, tags }, leads);
  const filter: LeadFilter = outcome === null && status !== undefined ? { ...others, status } : others;
  const end = leads.span?.to ?? day(now, 1);
  const moments = Array.from({ length: shown }, (_, at) => start(now, at + 1 - shown)).filter((at) => at < end);
  const counts = await countsFrom(store, moments, end, filter);
  const of = await Promise.all(
    (outcome ?? []).map((one) => countsFrom(store, moments, end, { ...filter, status: one })),
  );
  const n = (count: number): string => numberWords(count, language);
  const valueOf = (count: number, good: number): string =>
    outcome === null ? n(count) : `${n(count)}, ${n(good)} ${outcomeWords(outcome, say)} (${percentOf(good, count)})`;
  const days = counts.map(({ moment, count }, at) => ({
    moment,
    count,
    good: of.reduce((sum, own) => sum + (own[at]?.count ?? 0), 0),
  }));
  const what = status === undefined || status === "all" || outcome !== null ? "New" : capital(status);
  const narrow = leads.parts.filter(({ sets }) =>
    sets.some((one) => one !== "from" && one !== "status" && one in others),
  );
  const only = narrow.length === 0 ? "" : ` (${narrow.map(({ said }) => said).join(", ")})`;
  if (asksWeekday) {
    const weekday = new Intl.DateTimeFormat(language, { weekday: "long" });
    const sums = Object.entries(Object.groupBy(days, ({ moment }) => weekday.format(moment))).map(
      ([label, own = []]) => ({
        label,
        count: own.reduce((sum, { count }) => sum + count, 0),
        good: own.reduce((sum, { good }) => sum + good, 0),
      }),
    );
    const order = ({ count, good }: { count: number; good: number }): number =>
      outcome === null ? count : good / Math.max(count, 1);
    return withFigures(
      say(
        `${what} leads${only} by the weekday they came in, in the last ${WEEKS_ADDED} weeks:`,
        `Neue Leads${only} nach Wochentag, letzte ${WEEKS_ADDED} Wochen:`,
        `Nouveaux prospects${only} par jour de la semaine, ${WEEKS_ADDED} dernières semaines :`,
        `Leads nuevos${only} por día de la semana, últimas ${WEEKS_ADDED} semanas:`,
      ),
      sums
        .toSorted((one, other) => order(other) - order(one))
        .map(({ label, count, good }) => ({ label: capital(label), value: valueOf(count, good) })),
      [{ label: "Dashboard", href: "/" }],
    );
  }
  const format = new Intl.DateTimeFormat(
    language,
    unit === "month" ? { month: "long", year: "numeric" } : { day: "numeric", month: "short" },
  );
  const name = {
    day: say("day", "Tag", "jour", "día"),
    week: say("week (from Monday)", "Woche (ab Montag)", "semaine (à partir du lundi)", "semana (desde el lunes)"),
    month: say("month", "Monat", "mois", "mes"),
  }[unit];
  return withFigures(
    say(
      what === "New" ? `New leads${only} per ${name}:` : `${what} leads${only} per ${name}, by when they came in:`,
      `Neue Leads${only} pro ${name}:`,
      `Nouveaux prospects${only} par ${name} :`,
      `Leads nuevos${only} por ${name}:`,
    ),
    [
      ...days.map(({ moment, count, good }) => ({ label: format.format(moment), value: valueOf(count, good) })),
      ...(/\baverage\b/u.test(wording.text)
        ? [{ label: say("Average", "Durchschnitt", "Moyenne", "Media"), value: averageOf(days, language) }]
        : []),
    ],
    [{ label: "Dashboard", href: "/" }],
    ["Compare this week with last week"],
  );
};

/** The leads created from each moment to the next, the last one to `end`. */
async function countsFrom(
  { leads }: Pick<Store, "leads">,
  moments: readonly Date[],
  end: Date,
  { from: _from, to: _to, ...filter }: LeadFilter,
): Promise<{ moment: Date; count: number }[]> {
  const bounds = [...moments, end].map((moment) => moment.toISOString());
  if (Object.keys(filter).length === 0) {
    const created = await leads.createdBySource(bounds);
    return moments.map((moment, at) => ({ moment, count: sumOf(sortedCounts(created[at] ?? {})) }));
  }
  return Promise.all(
    moments.map(async (moment, at) => {
      const { count } = await leads.count({ ...filter, from: bounds[at], to: bounds[at + 1] });
      return { moment, count };
    }),
  );
}

function averageOf(days: readonly { count: number }[], language: Language): string {
  const average = days.reduce((sum, { count }) => sum + count, 0) / Math.max(days.length, 1);
  return average.toLocaleString(language, { maximumFractionDigits: 1 });
}

const WEEKS_ADDED = 12;
const MOST_UNITS = 53;

function unitsBetween(from: Date, now: Date, start: (now: Date, units?: number) => Date): number {
  let units = 1;
  while (units < MOST_UNITS && start(now, 1 - units) > from) units += 1;
  return units;
}

/** "How many leads are in each status?", "What share is rejected?" */
export const byStatus: Answering = async (asking) => {
  const {
    workspace: { store },
    meaning: { leads },
    language,
    say,
  } = asking;
  const { status: _status, ...filter } = await filterOf({ store, tags: asking.tags }, leads);
  const isNarrow = Object.keys(filter).length > 0;
  const [totals, stages] = await Promise.all([
    isNarrow ? statusTotals(store, filter) : store.leads.totals(),
    pipeline(store),
  ]);
  const all = LEAD_STATUSES.reduce((total, status) => total + totals[status], 0);
  const n = (count: number): string => numberWords(count, language);
  const processing =
    stages.processing > 0 && language === "en" && !isNarrow
      ? ` ${counted(stages.processing, "lead")} ${stages.processing === 1 ? "is" : "are"} being rescored.`
      : "";
  return withFigures(
    isNarrow
      ? `${capital(leadsWords(all, filter, leads.span?.words ?? null, true, language, asking))}:`
      : say(
          `There ${all === 1 ? "is" : "are"} ${counted(all, "lead")} in total.${processing}`,
          `Es sind insgesamt ${n(all)} Leads:`,
          `Il y a ${n(all)} prospects au total :`,
          `Hay ${n(all)} leads en total:`,
        ),
    LEAD_STATUSES.map((status) => ({
      label: capital(statusIn(status, language)),
      value: `${n(totals[status])} (${percentOf(totals[status], all)})`,
    })),
    LEAD_STATUSES.map((status) => leadsLink(capital(status), { ...filter, status })),
    ["What is the conversion rate?"],
  );
};

/** An answer of one line per figure. */
export function withFigures(
  head: string,
  figures: readonly { label: string; value: string }[],
  links: Parameters<typeof fromData>[1],
  suggestions: readonly string[] = [],
): ChatReply {
  const lines = figures.map(({ label, value }) => `• ${label}: ${value}`);
  return { ...fromData([head, ...lines].join("\n"), links, suggestions), figures: [...figures] };
}

async function statusTotals(
  { leads }: Pick<Store, "leads">,
  filter: LeadFilter,
): Promise<Readonly<Record<LeadStatus, number>>> {
  const count = async (status: LeadStatus) => (await leads.count({ ...filter, status })).count;
  const [pending, qualified, approved, rejected] = await Promise.all(LEAD_STATUSES.map(count));
  return { pending: pending ?? 0, qualified: qualified ?? 0, approved: approved ?? 0, rejected: rejected ?? 0 };
}

const QUALIFIED = LEAD_STATUSES.filter(countsAsQualified);

/** The statuses whose share a question asks for; null if it asks for none. */
function outcomeOf(text: string): readonly LeadStatus[] | null {
  if (/\breject/u.test(text)) return ["rejected"];
  if (/\bapprov/u.test(text) && !/\bqualif/u.test(text)) return ["approved"];
  return /\b(?:qualif\w+|conver\w+|rates?)\b/u.test(text) ? QUALIFIED : null;
}

const asksRate = (text: string): boolean => /\b(?:rates?|shares?|percent\w*|conver\w+)\b/u.test(text);

function outcomeWords(statuses: readonly LeadStatus[], say: Say): string {
  if (statuses.includes("rejected")) return say("rejected", "abgelehnt", "rejetés", "rechazados");
  return statuses.includes("qualified")
    ? say("qualified or approved", "qualifiziert oder genehmigt", "qualifiés ou approuvés", "calificados o aprobados")
    : say("approved", "genehmigt", "approuvés", "aprobados");
}

/** Counts above zero, highest first. */
function sortedCounts(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
}

const sumOf = (counts: readonly (readonly [string, number])[]): number =>
  counts.reduce((total, [, count]) => total + count, 0);

/** Whether a filter uses anything but status and time. */
export function narrows({ status: _status, from: _from, to: _to, ...others }: LeadFilter): boolean {
  return Object.keys(others).length > 0;
}

/** Says what can be asked instead; `can` continues "I can". */
export function beyondFigures(can: string): ChatReply {
  return {
    reply: `I can't answer that. I can ${can}, or count leads with other filters.`,
    links: [{ label: "Dashboard", href: "/" }],
    suggestions: ["Where do our leads come from?"],
    from: "none",
  };
}

/** The leads that came in during a time span, and how many of them are qualified or approved now. */
export async function totalsOf(
  { leads }: Pick<Store, "leads">,
  { from, to }: { from: Date; to: Date },
): Promise<{ all: number; qualified: number }> {
  const totals = await leads.totalsCreatedBetween(from.toISOString(), to.toISOString());
  const all = LEAD_STATUSES.reduce((sum, status) => sum + totals[status], 0);
  const qualified = LEAD_STATUSES.filter(countsAsQualified).reduce((sum, status) => sum + totals[status], 0);
  return { all, qualified };
}

function percentOf(count: number, all: number): string {
  return all === 0 ? "0%" : `${((100 * count) / all).toFixed(0)}%`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
