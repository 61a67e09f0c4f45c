import { counted } from "#shared/counted.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { totalsOf, withFigures } from "#server/assistant/answers/figures.ts";
import { filterOf } from "#server/assistant/answers/select-leads.ts";
import type { Meaning } from "#server/assistant/understanding/meaning.ts";
import { leadsWords, sourceIn } from "#server/assistant/words/lead-words.ts";
import type { Store } from "#server/db/store.ts";
import { day, findTimeSpans, month, quarter, type TimeSpan, week } from "#server/assistant/understanding/time-span.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

/** "Compare this week with last week", "March against February": spans that go on are cut to the same length. */
export const compare: Answering = async (asking) => {
  const {
    workspace: { store },
    tags,
    meaning,
    now,
    say,
    language,
  } = asking;
  const [current, previous] =
    meaning.spans === undefined ? comparedSpans(spansText(meaning), now) : wholeSpans(meaning.spans, now);
  const { status, from: _from, to: _to, ...others } = await filterOf({ store, tags }, meaning.leads);
  // Those that qualified are counted anyway.
  const filter = status === undefined || status === "qualified" ? others : { ...others, status };
  const isNarrow = Object.keys(filter).length > 0;
  if (OF_SOURCES.test(meaning.wording.text) && !isNarrow) return bySource(asking, current, previous);
  const totals = (span: ComparedSpan) => (isNarrow ? countsOf(store, filter, span) : totalsOf(store, span));
  const [these, those] = await Promise.all([totals(current), totals(previous)]);
  const only = isNarrow ? ` (${leadsWords(2, filter, null, true, language, asking).replace(/^\S+ /u, "")})` : "";
  const change = these.all - those.all;
  const percent = those.all === 0 ? "" : ` (${change > 0 ? "+" : ""}${((100 * change) / those.all).toFixed(1)}%)`;
  const verdict =
    change === 0
      ? `The same number of leads${only} came in ${current.words} as ${previous.words}`
      : `${counted(Math.abs(change), `${change > 0 ? "more" : "fewer"} lead`)}${only} came in ${current.words} than ${previous.words}${percent}`;
  const dates = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric" });
  const spanIn = ({ from, to }: ComparedSpan): string => dates.formatRange(from, new Date(to.getTime() - 1));
  const [n, before] = [numberWords(these.all, language), numberWords(those.all, language)];
  const [good, goodBefore] = [numberWords(these.qualified, language), numberWords(those.qualified, language)];
  return fromData(
    say(
      sentences(`${verdict}: ${n} vs. ${before}.`, `${good} of them are qualified or approved now, vs. ${goodBefore}.`),
      `${spanIn(current)}: ${n} Leads${only}, davon ${good} qualifiziert oder genehmigt. Zum Vergleich ${spanIn(previous)}: ${before} Leads, davon ${goodBefore}${percent}.`,
      `${spanIn(current)} : ${n} prospects${only}, dont ${good} qualifiés ou approuvés. En comparaison, ${spanIn(previous)} : ${before} prospects, dont ${goodBefore}${percent}.`,
      `${spanIn(current)}: ${n} leads${only}, ${good} calificados o aprobados. En comparación, ${spanIn(previous)}: ${before} leads, ${goodBefore}${percent}.`,
    ),
    [
      leadsLink(`Leads ${current.words}`, { ...filter, from: current.from.toISOString() }),
      { label: "Dashboard", href: "/" },
    ],
    ["Which source brings the most leads?"],
  );
};

const OF_SOURCES = /\b(?:which|what|by|per|each|every) (?:lead |data )?(?:sources?|channels?)\b/u;

/** The spans of the question that this one follows, if it only adds a filter. */
function spansText({ wording, before, leads }: Meaning): string {
  const isOfBefore = before?.intent === "compare" && leads.span === before.leads.span;
  return isOfBefore ? `${wording.text} ${spansText(before)}` : wording.text;
}

async function countsOf(
  { leads }: Pick<Store, "leads">,
  filter: LeadFilter,
  { from, to }: ComparedSpan,
): Promise<{ all: number; qualified: number }> {
  const span = { ...filter, from: from.toISOString(), to: to.toISOString() };
  const statuses = [undefined, ...LEAD_STATUSES.filter(countsAsQualified)];
  const [all = 0, ...good] = await Promise.all(
    statuses.map(async (status) => (await leads.count({ ...span, ...(status !== undefined && { status }) })).count),
  );
  return { all, qualified: good.reduce((sum, count) => sum + count, 0) };
}

/** "Which source dropped this week?" */
async function bySource(
  { workspace: { store }, say, language }: Asking,
  current: ComparedSpan,
  previous: ComparedSpan,
): Promise<ChatReply> {
  const [these = {}, those = {}] = await Promise.all(
    [current, previous].map(
      async ({ from, to }) => (await store.leads.createdBySource([from.toISOString(), to.toISOString()]))[0],
    ),
  );
  const rows = [...new Set([...Object.keys(these), ...Object.keys(those)])]
    .map((source) => ({ source, now: these[source] ?? 0, before: those[source] ?? 0 }))
    .toSorted((one, other) => one.now - one.before - (other.now - other.before));
  const n = (count: number): string => numberWords(count, language);
  return withFigures(
    say(
      `New leads by source ${current.words}, compared with ${previous.words.replace(/^in /u, "")}, largest drop first:`,
      "Neue Leads nach Quelle im Vergleich zum Zeitraum davor, größter Rückgang zuerst:",
      "Nouveaux prospects par source, comparés à la période précédente, les plus fortes baisses d'abord :",
      "Leads nuevos por fuente frente al periodo anterior, primero los que más bajan:",
    ),
    rows.map((row) => ({
      label: sourceIn(row.source, language),
      value: `${n(row.now)} (${say("before", "vorher", "avant", "antes")} ${n(row.before)}, ${row.now > row.before ? "+" : ""}${n(row.now - row.before)})`,
    })),
    [{ label: "Dashboard", href: "/" }],
  );
}

interface ComparedSpan {
  from: Date;
  to: Date;
  words: string;
}

/** The later span first, and neither cut to the length of the other. */
function wholeSpans(spans: readonly TimeSpan[], now: Date): [ComparedSpan, ComparedSpan] {
  const [one, other] = spans.map(({ from, to, words }) => ({ from, to: to ?? day(now, 1), words }));
  if (one === undefined || other === undefined) return comparedSpans("", now);
  return one.from > other.from ? [one, other] : [other, one];
}

/** Before a month without a preposition: "how was March". */
const BARE_MONTH =
  /\b(?:was|were|is|the|did|compare) (?=(?:january|february|march|april|june|july|august|september|october|november|december)\b)/gu;

/** The two time spans of a question, or the one it names and the one before. */
function comparedSpans(text: string, now: Date): [ComparedSpan, ComparedSpan] {
  const [one, other] = findTimeSpans(text.replaceAll(BARE_MONTH, "in "), now);
  const ended = ({ from, to, words }: TimeSpan): ComparedSpan => ({ from, to: to ?? day(now, 1), words });
  if (one !== undefined && other !== undefined) {
    const [later, earlier] = one.from >= other.from ? [one, other] : [other, one];
    if (later.to !== null || earlier.to === null) return [ended(later), ended(earlier)];
    // The later one goes on: the earlier one is cut to what has passed of it.
    const to = new Date(Math.min(earlier.from.getTime() + now.getTime() - later.from.getTime(), earlier.to.getTime()));
    const part =
      earlier.words === "yesterday"
        ? "yesterday by this time"
        : `in the same part of ${earlier.words.replace(/^in /u, "")}`;
    return [ended(later), { from: earlier.from, to, words: part }];
  }
  const [unit, start] = /\bmonth/u.test(text)
    ? (["month", month] as const)
    : /\bquarter/u.test(text)
      ? (["quarter", quarter] as const)
      : /\b(?:today|yesterday|day)\b/u.test(text)
        ? (["day", day] as const)
        : (["week", week] as const);
  const from = start(now);
  const before = start(now, -1);
  const elapsed = now.getTime() - from.getTime();
  const isDay = unit === "day";
  return [
    // Stored figures count whole quarter-hours; ending tomorrow includes everything so far.
    { from, to: day(now, 1), words: isDay ? "today" : `this ${unit}` },
    {
      from: before,
      to: new Date(Math.min(before.getTime() + elapsed, from.getTime())),
      words: isDay ? "yesterday by this time" : `in the same part of last ${unit}`,
    },
  ];
}
