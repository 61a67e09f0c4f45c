import type { ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { counted } from "#shared/counted.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { day, month, week } from "#server/assistant/understanding/time-span.ts";
import { allOf, MOST_READ } from "#server/assistant/answers/select-leads.ts";
import { phoneCountry } from "#server/pipeline/text/phone-country.ts";
import { leadsWords, sourceIn, sourceWords, statusIn } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { dashboardStats, pipeline } from "#server/features/reports/content/dashboard-figures.ts";
import type { Store } from "#server/db/store.ts";

/** "Where do our leads come from?" */
export const bySource: Answering = async ({ workspace: { store }, meaning: { leads, wording }, language, say }) => {
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
  const asksWorst = /\b(?:worst|junk|garbage|useless|rubbish|spam)\b/u.test(wording.text);
  const asksQuality =
    asksWorst || /\b(?:best|better|good|quality|qualified|approved|conver\w+|rate)\b/u.test(wording.text);
  const good = asksQuality
    ? await Promise.all(
        sorted.map(async ([source]) => {
          const counts = await Promise.all(
            LEAD_STATUSES.filter(countsAsQualified).map((status) => store.leads.count({ ...span, source, status })),
          );
          return counts.reduce((total, { count }) => total + count, 0);
        }),
      )
    : [];
  const share = (at: number): number => (good[at] ?? 0) / (sorted[at]?.[1] ?? 1);
  const order = sorted
    .map((_, at) => at)
    .toSorted((one, other) => (asksQuality ? (share(other) - share(one)) * (asksWorst ? -1 : 1) : one - other));
  const n = (count: number): string => numberWords(count, language);
  const figures = order.flatMap((at) => {
    const [kind, count] = sorted[at] ?? ["", 0];
    const rest = asksQuality
      ? `, ${n(good[at] ?? 0)} ${say("qualified or approved", "qualifiziert oder genehmigt", "qualifiés ou approuvés", "calificados o aprobados")} (${percentOf(good[at] ?? 0, count)})`
      : ` (${percentOf(count, all)})`;
    return [{ kind, label: sourceIn(kind, language), value: `${n(count)}${rest}` }];
  });
  return withFigures(
    say(
      `Of ${counted(all, "lead")} that came in${when}:`,
      `Von ${n(all)} Leads sind:`,
      `Sur ${n(all)} prospects, viennent :`,
      `De ${n(all)} leads, son:`,
    ),
    figures.map(({ kind, label, value }) => ({
      label: kind === "" || language !== "en" ? label : sourceWords(kind),
      value,
    })),
    figures.slice(0, 3).map(({ kind, label }) => leadsLink(label, { source: kind, ...span })),
  );
};

/** "Leads by country": by the country codes of phone numbers. */
export const byCountry: Answering = async ({ workspace: { store }, meaning: { leads }, language, say }) => {
  const rows = await allOf(store, leads.filter);
  const counts = Object.groupBy(rows, ({ phone }) => phoneCountry(phone) ?? "");
  const { "": unknown = [], ...known } = counts;
  const sorted = sortedCounts(
    Object.fromEntries(Object.entries(known).map(([code, found = []]) => [code, found.length])),
  );
  const names = new Intl.DisplayNames(language, { type: "region" });
  const n = (count: number): string => numberWords(count, language);
  return withFigures(
    say(
      `Of ${counted(rows.length, "lead")}, by the country code of the phone number (${n(unknown.length)} have none):`,
      `Von ${n(rows.length)} Leads, nach Ländervorwahl (${n(unknown.length)} sind ohne):`,
      `Sur ${n(rows.length)} prospects, selon l'indicatif téléphonique (${n(unknown.length)} sont sans) :`,
      `De ${n(rows.length)} leads, según el prefijo telefónico (${n(unknown.length)} están sin él):`,
    ),
    sorted.map(([code, count]) => ({ label: names.of(code) ?? code, value: n(count) })),
    [leadsLink("All leads", leads.filter)],
  );
};

/** "Leads per week": the last days, weeks or months, or as long as the question says; "best weekday" adds them up. */
export const byTime: Answering = async ({ workspace: { store }, meaning: { leads, wording }, now, language, say }) => {
  const asksWeekday = /\bweekdays?\b|\bday of the week\b/u.test(wording.text);
  const [unit, start, usual] = /\bmonth(?:s|ly)?\b/u.test(wording.text)
    ? (["month", month, 6] as const)
    : asksWeekday || /\bdays?\b|\bdaily\b/u.test(wording.text)
      ? (["day", day, asksWeekday ? 7 * WEEKS_ADDED : 7] as const)
      : (["week", week, 8] as const);
  const shown = leads.span === null ? usual : Math.min(unitsBetween(leads.span.from, now, start), MOST_UNITS);
  const { status } = leads.filter;
  const end = leads.span?.to ?? day(now, 1);
  const moments = Array.from({ length: shown }, (_, at) => start(now, at + 1 - shown)).filter((at) => at < end);
  const counts = await countsFrom(store, moments, end, leads.filter);
  if (asksWeekday) {
    const weekday = new Intl.DateTimeFormat(language, { weekday: "long" });
    const sums = Object.entries(Object.groupBy(counts, ({ moment }) => weekday.format(moment))).map(
      ([label, days = []]) => ({ label, count: days.reduce((sum, { count }) => sum + count, 0) }),
    );
    return withFigures(
      say(
        `New leads by weekday in the last ${WEEKS_ADDED} weeks:`,
        `Neue Leads nach Wochentag, letzte ${WEEKS_ADDED} Wochen:`,
        `Nouveaux prospects par jour de la semaine, ${WEEKS_ADDED} dernières semaines :`,
        `Leads nuevos por día de la semana, últimas ${WEEKS_ADDED} semanas:`,
      ),
      sums
        .toSorted((one, other) => other.count - one.count)
        .map(({ label, count }) => ({ label: capital(label), value: numberWords(count, language) })),
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
      status === undefined || status === "all"
        ? `New leads per ${name}:`
        : `${capital(status)} leads per ${name}, by when they came in:`,
      `Neue Leads pro ${name}:`,
      `Nouveaux prospects par ${name} :`,
      `Leads nuevos por ${name}:`,
    ),
    counts.map(({ moment, count }) => ({ label: format.format(moment), value: numberWords(count, language) })),
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

const WEEKS_ADDED = 12;
const MOST_UNITS = 53;

function unitsBetween(from: Date, now: Date, start: (now: Date, units?: number) => Date): number {
  let units = 1;
  while (units < MOST_UNITS && start(now, 1 - units) > from) units += 1;
  return units;
}

/** "How many leads are in each status?", "What share is rejected?" */
export const byStatus: Answering = async ({ workspace: { store }, language, say }) => {
  const [totals, stages] = await Promise.all([store.leads.totals(), pipeline(store)]);
  const all = LEAD_STATUSES.reduce((total, status) => total + totals[status], 0);
  const n = (count: number): string => numberWords(count, language);
  const processing =
    stages.processing > 0 && language === "en"
      ? ` ${counted(stages.processing, "lead")} ${stages.processing === 1 ? "is" : "are"} being rescored.`
      : "";
  return withFigures(
    say(
      `There ${all === 1 ? "is" : "are"} ${counted(all, "lead")} in total.${processing}`,
      `Es sind insgesamt ${n(all)} Leads:`,
      `Il y a ${n(all)} prospects au total :`,
      `Hay ${n(all)} leads en total:`,
    ),
    LEAD_STATUSES.map((status) => ({
      label: capital(statusIn(status, language)),
      value: `${n(totals[status])} (${percentOf(totals[status], all)})`,
    })),
    LEAD_STATUSES.map((status) => leadsLink(capital(status), { status })),
    ["What is the conversion rate?"],
  );
};

/** "What is the conversion rate?" */
export const conversion: Answering = async ({ workspace: { store }, now, meaning: { leads }, language, say }) => {
  const { from, to } = leads.filter;
  if (narrows(leads.filter)) return beyondFigures("give the conversion rate of all leads, or of a time span");
  if (leads.span !== null && from !== undefined) {
    const { all, qualified } = await totalsOf(store, {
      from: new Date(from),
      to: to === undefined ? day(now, 1) : new Date(to),
    });
    if (all === 0)
      return fromData(`No leads came in ${leads.span.words}, so there's no conversion rate.`, [
        leadsLink("Leads", leads.filter),
      ]);
    return fromData(
      `Of ${counted(all, "lead")} that came in ${leads.span.words}, ${numberWords(qualified)} are qualified or approved: ${((100 * qualified) / all).toFixed(1)}%.`,
      [leadsLink("Show them", { from, ...(to !== undefined && { to }) }), { label: "Dashboard", href: "/" }],
      ["What is the conversion rate?"],
    );
  }
  const { conversionRate, qualifiedLeads, totalLeads, trends } = await dashboardStats(store, now, 0);
  const rate = conversionRate.toLocaleString(language);
  const trend = trends.conversionRate;
  const compared =
    trend === null
      ? ""
      : `This month it's ${trend.direction === "flat" ? "the same as" : `${Math.abs(trend.percentage)} percentage points ${trend.direction === "up" ? "above" : "below"}`} the same part of last month.`;
  return fromData(
    sentences(
      say(
        `The conversion rate is ${conversionRate}%: ${numberWords(qualifiedLeads)} of ${counted(totalLeads, "lead")} are qualified or approved.`,
        `Die Konversionsrate liegt bei ${rate} %: ${qualifiedLeads} von ${totalLeads} Leads sind qualifiziert oder genehmigt.`,
        `Le taux de conversion est de ${rate} % : ${qualifiedLeads} des ${totalLeads} prospects sont qualifiés ou approuvés.`,
        `La tasa de conversión es del ${rate} %: ${qualifiedLeads} de los ${totalLeads} leads están calificados o aprobados.`,
      ),
      language === "en" ? compared : "",
    ),
    [{ label: "Dashboard", href: "/" }],
  );
};

/** "What is the average score this month?" */
export const averageScore: Answering = async (asking) => {
  const {
    workspace: { store },
    meaning: { leads },
    language,
    say,
  } = asking;
  const scores =
    leads.span !== null || narrows(leads.filter)
      ? (await allOf(store, leads.filter)).map(({ score }) => ({ score, count: 1 }))
      : (await store.leads.scoreTotals()).filter(
          ({ status }) => leads.filter.status === undefined || status === leads.filter.status,
        );
  const count = scores.reduce((sum, total) => sum + total.count, 0);
  if (scores.length >= MOST_READ) {
    return beyondFigures("give the average score of all leads, of one status, or of fewer than 5,000 others");
  }
  const words = leadsWords(count, leads.filter, leads.span?.words ?? null, true, language, asking);
  if (count === 0) {
    return fromData(say("There are no leads to average.", "Keine Leads.", "Aucun prospect.", "No hay leads."));
  }
  const points = scores.reduce((sum, total) => sum + total.score * total.count, 0);
  const average = (points / count).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return fromData(
    say(
      `The average score is ${average}, over ${words}.`,
      `Die durchschnittliche Punktzahl ist ${average} (${words}).`,
      `Le score moyen est de ${average} (${words}).`,
      `La puntuación media es ${average} (${words}).`,
    ),
    [{ label: "Dashboard", href: "/" }],
  );
};

/** An answer of one line per figure. */
function withFigures(
  head: string,
  figures: readonly { label: string; value: string }[],
  links: Parameters<typeof fromData>[1],
  suggestions: readonly string[] = [],
): ChatReply {
  const lines = figures.map(({ label, value }) => `• ${label}: ${value}`);
  return { ...fromData([head, ...lines].join("\n"), links, suggestions), figures: [...figures] };
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
