import type { ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter } from "#shared/contract/lead.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { day, month, week } from "#server/assistant/understanding/time-span.ts";
import { sourceWords } from "#server/assistant/words/lead-words.ts";
import { counted, numberWords } from "#server/assistant/words/moment.ts";
import { dashboardStats, pipeline } from "#server/reports/dashboard-figures.ts";
import type { Store } from "#server/store/types.ts";

/** "Compare this week with last week": each up to the same moment, so that like is compared with like. */
export const compare: Answering = async ({ workspace: { store }, meaning, now }) => {
  // The kept figures tell leads apart by status and time alone.
  if (narrows(meaning.leads.filter)) return beyondFigures("compare all leads of two stretches of time");
  const [current, previous] = comparedSpans(meaning.wording.text, now);
  const [these, those] = await Promise.all([totalsOf(store, current), totalsOf(store, previous)]);
  const change = these.all - those.all;
  const percent = those.all === 0 ? "" : ` (${change > 0 ? "+" : ""}${((100 * change) / those.all).toFixed(1)}%)`;
  const verdict =
    change === 0
      ? `As many leads came in ${current.words} as ${previous.words}`
      : `${counted(Math.abs(change), `${change > 0 ? "more" : "fewer"} lead`)} came in ${current.words} than ${previous.words}${percent}`;
  return fromData(
    sentences(
      `${verdict}: ${numberWords(these.all)} against ${numberWords(those.all)}.`,
      `Of these, ${numberWords(these.qualified)} are qualified or approved now, against ${numberWords(those.qualified)}.`,
    ),
    [leadsLink(`Leads ${current.words}`, { from: current.from.toISOString() }), { label: "Dashboard", href: "/" }],
    ["Which source brings the most leads?"],
  );
};

/** "Where do our leads come from?" */
export const bySource: Answering = async ({ workspace: { store }, meaning: { leads, wording } }) => {
  const { span } = leads;
  if (span !== null && span.to !== null) return null;
  const asksQuality = /\b(?:best|better|quality|qualified|approved|converts?)\b/u.test(wording.text);
  const totals = await store.leads.totalsBySource(span?.from.toISOString());
  const sorted = Object.entries(totals)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  const when = span === null ? "" : ` ${span.words}`;
  if (all === 0) return fromData(`No lead came in${when} yet.`, [{ label: "Data Sources", href: "/data-sources" }]);
  const from = span === null ? {} : { from: span.from.toISOString() };
  return fromData(
    [
      `Of ${counted(all, "lead")} that came in${when}:`,
      ...sorted.map(([kind, count]) => `• ${sourceWords(kind)}: ${numberWords(count)} (${percentOf(count, all)})`),
      ...(asksQuality ? ["These are all leads of each source, whatever became of them."] : []),
    ].join("\n"),
    sorted.slice(0, 3).map(([kind]) => leadsLink(capital(sourceWords(kind)), { source: kind, ...from })),
  );
};

/** "How many leads are in each status?" */
export const byStatus: Answering = async ({ workspace: { store } }) => {
  const [totals, stages] = await Promise.all([store.leads.totals(), pipeline(store)]);
  const all = LEAD_STATUSES.reduce((sum, status) => sum + totals[status], 0);
  const processing =
    stages.processing > 0
      ? ` ${counted(stages.processing, "lead")} ${stages.processing === 1 ? "is" : "are"} being scored again.`
      : "";
  return fromData(
    [
      `There ${all === 1 ? "is" : "are"} ${counted(all, "lead")} in all.${processing}`,
      ...LEAD_STATUSES.map((status) => `• ${capital(status)}: ${numberWords(totals[status])}`),
    ].join("\n"),
    LEAD_STATUSES.map((status) => leadsLink(capital(status), { status })),
    ["What is the conversion rate?"],
  );
};

/** "What is the conversion rate?" */
export const conversion: Answering = async ({ workspace: { store }, now, meaning: { leads } }) => {
  const { from, to } = leads.filter;
  if (narrows(leads.filter))
    return beyondFigures("tell the conversion rate of all leads, or of those of a stretch of time");
  if (leads.span !== null && from !== undefined) {
    const { all, qualified } = await totalsOf(store, {
      from: new Date(from),
      to: to === undefined ? day(now, 1) : new Date(to),
    });
    if (all === 0)
      return fromData(`No lead came in ${leads.span.words}, so there is no rate.`, [leadsLink("Leads", leads.filter)]);
    return fromData(
      `Of ${counted(all, "lead")} that came in ${leads.span.words}, ${numberWords(qualified)} are qualified or approved: ${((100 * qualified) / all).toFixed(1)}%.`,
      [leadsLink("Show them", { from, ...(to !== undefined && { to }) }), { label: "Dashboard", href: "/" }],
      ["What is the conversion rate?"],
    );
  }
  const { conversionRate, qualifiedLeads, totalLeads, trends } = await dashboardStats(store, now, 0);
  const trend = trends.conversionRate;
  const compared =
    trend === null
      ? ""
      : `This month it is ${trend.direction === "flat" ? "the same as" : `${Math.abs(trend.percentage)} percentage points ${trend.direction === "up" ? "above" : "below"}`} the same span of last month.`;
  return fromData(
    sentences(
      `The conversion rate is ${conversionRate}%: ${numberWords(qualifiedLeads)} of ${counted(totalLeads, "lead")} are qualified or approved.`,
      compared,
    ),
    [{ label: "Dashboard", href: "/" }],
  );
};

/** "What is the average score?" */
export const averageScore: Answering = async ({ workspace: { store }, meaning: { leads } }) => {
  if (leads.span !== null || narrows(leads.filter)) {
    return beyondFigures("tell the average score of all leads, or of those of one status");
  }
  const { status } = leads.filter;
  let points = 0;
  let count = 0;
  for (const total of await store.leads.scoreTotals()) {
    if (status !== undefined && total.status !== status) continue;
    points += total.score * total.count;
    count += total.count;
  }
  const which = status === undefined ? "" : ` of ${status} leads`;
  if (count === 0) return fromData(`There are no leads to take the average${which} of.`);
  return fromData(`The average score${which} is ${(points / count).toFixed(1)}, over ${counted(count, "lead")}.`, [
    { label: "Dashboard", href: "/" },
  ]);
};

/** By anything but status and time. */
function narrows({ status: _status, from: _from, to: _to, ...others }: LeadFilter): boolean {
  return Object.keys(others).length > 0;
}

function beyondFigures(can: string): ChatReply {
  return {
    reply: `I cannot answer that: I can ${can}. Of fewer leads I can tell how many there are.`,
    links: [{ label: "Dashboard", href: "/" }],
    suggestions: ["Where do our leads come from?"],
    from: "none",
  };
}

async function totalsOf(
  { leads }: Pick<Store, "leads">,
  { from, to }: { from: Date; to: Date },
): Promise<{ all: number; qualified: number }> {
  const totals = await leads.totalsCreatedBetween(from.toISOString(), to.toISOString());
  const all = LEAD_STATUSES.reduce((sum, status) => sum + totals[status], 0);
  const qualified = LEAD_STATUSES.filter(countsAsQualified).reduce((sum, status) => sum + totals[status], 0);
  return { all, qualified };
}

interface ComparedSpan {
  from: Date;
  to: Date;
  words: string;
}

/** Day, week or month to date, and as much of the one before. */
function comparedSpans(text: string, now: Date): [ComparedSpan, ComparedSpan] {
  const [unit, start] = /\bmonth/u.test(text)
    ? (["month", month] as const)
    : /\b(?:today|yesterday|day)\b/u.test(text)
      ? (["day", day] as const)
      : (["week", week] as const);
  const from = start(now);
  const before = start(now, -1);
  const elapsed = now.getTime() - from.getTime();
  const isDay = unit === "day";
  return [
    // Kept figures count whole quarters of an hour: up to tomorrow is all there is so far.
    { from, to: day(now, 1), words: isDay ? "today" : `this ${unit}` },
    {
      from: before,
      to: new Date(Math.min(before.getTime() + elapsed, from.getTime())),
      words: isDay ? "yesterday up to this time" : `in the same part of last ${unit}`,
    },
  ];
}

function percentOf(count: number, all: number): string {
  return `${((100 * count) / all).toFixed(0)}%`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
