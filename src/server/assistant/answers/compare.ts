import { counted } from "#shared/counted.ts";
import { fromData, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { beyondFigures, narrows, totalsOf } from "#server/assistant/answers/figures.ts";
import { day, findTimeSpans, month, quarter, type TimeSpan, week } from "#server/assistant/understanding/time-span.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

/** "Compare this week with last week", "March against February": spans that go on are cut to the same length. */
export const compare: Answering = async ({ workspace: { store }, meaning, now, say, language }) => {
  // Stored figures only distinguish leads by status and time.
  if (narrows(meaning.leads.filter)) return beyondFigures("compare all leads of two time spans");
  const [current, previous] = comparedSpans(meaning.wording.text, now);
  const [these, those] = await Promise.all([totalsOf(store, current), totalsOf(store, previous)]);
  const change = these.all - those.all;
  const percent = those.all === 0 ? "" : ` (${change > 0 ? "+" : ""}${((100 * change) / those.all).toFixed(1)}%)`;
  const verdict =
    change === 0
      ? `The same number of leads came in ${current.words} as ${previous.words}`
      : `${counted(Math.abs(change), `${change > 0 ? "more" : "fewer"} lead`)} came in ${current.words} than ${previous.words}${percent}`;
  const dates = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric" });
  const spanIn = ({ from, to }: ComparedSpan): string => dates.formatRange(from, new Date(to.getTime() - 1));
  const [n, before] = [numberWords(these.all, language), numberWords(those.all, language)];
  const [good, goodBefore] = [numberWords(these.qualified, language), numberWords(those.qualified, language)];
  return fromData(
    say(
      sentences(`${verdict}: ${n} vs. ${before}.`, `${good} of them are qualified or approved now, vs. ${goodBefore}.`),
      `${spanIn(current)}: ${n} Leads, davon ${good} qualifiziert oder genehmigt. Zum Vergleich ${spanIn(previous)}: ${before} Leads, davon ${goodBefore}${percent}.`,
      `${spanIn(current)} : ${n} prospects, dont ${good} qualifiés ou approuvés. En comparaison, ${spanIn(previous)} : ${before} prospects, dont ${goodBefore}${percent}.`,
      `${spanIn(current)}: ${n} leads, ${good} calificados o aprobados. En comparación, ${spanIn(previous)}: ${before} leads, ${goodBefore}${percent}.`,
    ),
    [leadsLink(`Leads ${current.words}`, { from: current.from.toISOString() }), { label: "Dashboard", href: "/" }],
    ["Which source brings the most leads?"],
  );
};

interface ComparedSpan {
  from: Date;
  to: Date;
  words: string;
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
