import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import { countsAsQualified, LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { comparedSpans, type ComparedSpan, spanIn } from "#server/assistant/answers/compared-spans.ts";
import { percentOf, withFigures } from "#server/assistant/answers/figures.ts";
import { measureOf } from "#server/assistant/answers/measures.ts";
import { isOfFilter, MOST_READ, selectLeads, type SelectedLeads } from "#server/assistant/answers/select-leads.ts";
import { scoreFigure } from "#server/assistant/answers/score-figures.ts";
import { selectedWords } from "#server/assistant/answers/selected-words.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { filterOfSpan } from "#server/assistant/understanding/time-span.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { capital } from "#server/assistant/words/say.ts";

/** "Compare this week with last week", "March against February": spans that go on are cut to the same length. */
export const compare: Answering = async (asking) => {
  const { meaning, now, say, language } = asking;
  if (meaning.sides !== undefined) return compareSides(asking, meaning.sides);
  const [current, previous] = comparedSpans(meaning, now);
  if (meaning.asks.score !== null || meaning.asks.field !== null) return compareMeasures(asking, [current, previous]);
  const { isDecided, filter: asked } = meaning.leads;
  const { status } = asked;
  // Those that qualified are counted anyway.
  const isOfStatus = status !== undefined && status !== "qualified" && !isDecided;
  const [these, those] = await Promise.all([
    countsOf(asking, current, isOfStatus),
    countsOf(asking, previous, isOfStatus),
  ]);
  if (these === null || those === null) return null;
  if (!these.isExact || !those.isExact) {
    const most = numberWords(LIMITS.chat.exactCountUpTo, language);
    return fromData(
      say(
        `I can compare up to ${most} leads; the Dashboard has figures for any number.`,
        `Ich vergleiche bis zu ${most} Leads; das Dashboard hat Zahlen für beliebig viele.`,
        `Je compare jusqu'à ${most} prospects ; le Dashboard a les chiffres au-delà.`,
        `Comparo hasta ${most} leads; el Dashboard tiene cifras de cualquier cantidad.`,
      ),
      [{ label: "Dashboard", href: "/" }],
    );
  }
  const { from: _from, to: _to, ...filter } = these.selected.filter;
  const isNarrow = isDecided || !isOfFilter(these.selected) || Object.keys(filter).length > 0;
  const noun = wordsAfterNumber(
    selectedWords(asking, { ...these.selected, filter, count: 2 }, null),
    isDecided ? current.words : "",
  );
  const only = isNarrow ? ` (${noun})` : "";
  const came = isDecided ? "" : " came in";
  const change = these.all - those.all;
  const percent = those.all === 0 ? "" : ` (${change > 0 ? "+" : ""}${((100 * change) / those.all).toFixed(1)}%)`;
  const verdict =
    change === 0
      ? `The same number of leads${only}${came} ${current.words} as ${previous.words}`
      : `${counted(Math.abs(change), `${change > 0 ? "more" : "fewer"} lead`)}${only}${came} ${current.words} than ${previous.words}${percent}`;
  const isNarrower = isDecided || isOfStatus;
  const [span, before_] = [current, previous].map((one) => spanIn(one, asking));
  const [n, before] = [numberWords(these.all, language), numberWords(those.all, language)];
  const [good, goodBefore] = [numberWords(these.qualified, language), numberWords(those.qualified, language)];
  return fromData(
    say(
      sentences(
        `${verdict}: ${n} vs. ${before}.`,
        isNarrower ? "" : `${good} of them are qualified or approved now, vs. ${goodBefore}.`,
      ),
      `${span}: ${n} Leads${only}${isNarrower ? "" : `, davon ${good} qualifiziert oder genehmigt`}. Zum Vergleich ${before_}: ${before} Leads${isNarrower ? "" : `, davon ${goodBefore}`}${percent}.`,
      `${span} : ${n} prospects${only}${isNarrower ? "" : `, dont ${good} qualifiés ou approuvés`}. En comparaison, ${before_} : ${before} prospects${isNarrower ? "" : `, dont ${goodBefore}`}${percent}.`,
      `${span}: ${n} leads${only}${isNarrower ? "" : `, ${good} calificados o aprobados`}. En comparación, ${before_}: ${before} leads${isNarrower ? "" : `, ${goodBefore}`}${percent}.`,
    ),
    [
      leadsLink(`Leads ${current.words}`, { ...filter, from: current.from.toISOString() }),
      { label: "Dashboard", href: "/" },
    ],
    ["Which source brings the most leads?"],
  );
};

/** "Leads with a phone vs without", "how do VIPs compare to the rest?" */
async function compareSides(asking: Asking, sides: readonly LeadQuestion[]): ReturnType<Answering> {
  const { meaning, language, say } = asking;
  const isOfScores = { ...asking, meaning: { ...meaning, asks: { ...meaning.asks, score: "average" as const } } };
  const figures = await Promise.all(
    sides.map(async (leads) => {
      const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads } });
      if (selected === null) return null;
      const rows = await selected.rows("-createdAt", MOST_READ);
      const good = rows.filter(({ status }) => countsAsQualified(status)).length;
      const { head, of } = scoreFigure(isOfScores);
      const score = (await of({ rows })).text.replace(/ \(.*/u, "");
      const are = say(
        "qualified or approved",
        "qualifiziert oder genehmigt",
        "qualifiés ou approuvés",
        "calificados o aprobados",
      );
      const value = `${numberWords(selected.count, language)}, ${numberWords(good, language)} ${are} (${percentOf(good, rows.length)}), ${language === "de" ? head : head.toLowerCase()} ${score}`;
      return {
        label: capital(wordsAfterNumber(selectedWords(asking, selected, leads.span?.words ?? null), "")),
        value,
      };
    }),
  );
  const found = figures.filter((one) => one !== null);
  return found.length < figures.length
    ? null
    : withFigures(say("Side by side:", "Im Vergleich:", "Comparaison :", "Comparación:"), found, [
        { label: "Dashboard", href: "/" },
      ]);
}

/** "leads from websites", of "2 leads from websites". */
function wordsAfterNumber(words: string, time: string): string {
  const noun = words.replace(/^\S+ /u, "");
  return time === "" ? noun : noun.replace(` ${time}`, "");
}

/** "Average score in November against October" */
async function compareMeasures(asking: Asking, spans: readonly ComparedSpan[]): ReturnType<Answering> {
  const { meaning } = asking;
  const measure = measureOf(asking, []);
  const { status, ...others } = meaning.leads.filter;
  const figures = await Promise.all(
    spans.map(async (span) => {
      const own = {
        ...others,
        ...filterOfSpan(span),
        ...(measure.statuses.length === 0 && status !== undefined && { status }),
      };
      const leads = { ...meaning.leads, span, filter: own, leftOver: [], isDecided: false };
      const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads } });
      const rows = (await selected?.rows("-createdAt", MOST_READ)) ?? [];
      const count = async (one?: LeadStatus): Promise<number> =>
        one === undefined ? rows.length : rows.filter((row) => row.status === one).length;
      return { label: spanIn(span, asking), value: (await measure.of({ label: "", rows, count }, rows.length)).text };
    }),
  );
  return withFigures(`${measure.head ?? asking.say("Leads", "Leads", "Prospects", "Leads")}:`, figures, [
    { label: "Dashboard", href: "/" },
  ]);
}

/** The leads of a time span, and how many of them qualified. */
async function countsOf(
  asking: Asking,
  span: ComparedSpan,
  isOfStatus: boolean,
): Promise<{ selected: SelectedLeads; all: number; isExact: boolean; qualified: number } | null> {
  const { meaning } = asking;
  const { status, ...others } = meaning.leads.filter;
  const select = (one?: LeadStatus): ReturnType<typeof selectLeads> => {
    const own = one ?? (isOfStatus ? status : undefined);
    const filter = { ...others, ...filterOfSpan(span), ...(own !== undefined && { status: own }) };
    return selectLeads({ ...asking, meaning: { ...meaning, leads: { ...meaning.leads, span, filter, leftOver: [] } } });
  };
  const good = isOfStatus || meaning.leads.isDecided ? [] : LEAD_STATUSES.filter(countsAsQualified);
  const [all, ...qualified] = await Promise.all([select(), ...good.map(select)]);
  if (all === null || all === undefined) return null;
  return {
    selected: all,
    all: all.count,
    isExact: all.isExact,
    qualified: qualified.reduce((sum, one) => sum + (one?.count ?? 0), 0),
  };
}
