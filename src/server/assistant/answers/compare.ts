import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import { countsAsQualified, LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { comparedSpans, type ComparedSpan, spanIn } from "#server/assistant/answers/compared-spans.ts";
import { amountOf } from "#server/assistant/answers/field-figures.ts";
import { type Measure, percentOf, withFigures } from "#server/assistant/answers/figures.ts";
import { isOfFilter, MOST_READ, selectLeads, type SelectedLeads } from "#server/assistant/answers/select-leads.ts";
import { scoreFigure } from "#server/assistant/answers/score-figures.ts";
import { selectedWords } from "#server/assistant/answers/selected-words.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { filterOfSpan } from "#server/assistant/understanding/time-span.ts";
import { oneStatusIn, statusIn } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { capital } from "#server/assistant/words/say.ts";

/** "Compare this week with last week", "March against February": spans that go on are cut to the same length. */
export const compare: Answering = async (asking) => {
  const { meaning, now, say, language } = asking;
  if (meaning.sides !== undefined) return compareSides(asking, meaning.sides);
  const [current, previous] = comparedSpans(meaning, now);
  const { score, field, isRate } = meaning.asks;
  if ((score ?? field) !== null || isRate || /\bquality\b/u.test(meaning.wording.text))
    return compareSides(
      asking,
      [current, previous].map((span) => ({
        ...meaning.leads,
        span,
        isDecided: false,
        filter: { ...meaning.leads.filter, ...filterOfSpan(span) },
      })),
    );
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
  const only = isDecided ? noun.replace(/^leads?/u, "") : isNarrow ? ` (${noun})` : "";
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

/** "Leads with a phone vs without", "gmail or the form": the same figures of each, and how far apart they are. */
async function compareSides(asking: Asking, sides: readonly LeadQuestion[]): ReturnType<Answering> {
  const { meaning, language, say } = asking;
  const { asks, wording } = meaning;
  const figureOf = (score: "average" | "median"): ReturnType<typeof scoreFigure> =>
    scoreFigure({ ...asking, meaning: { ...meaning, asks: { ...asks, score } } });
  const own: Pick<Measure, "head" | "of"> | null =
    asks.field !== null ? amountOf(asking, asks.field) : asks.score === "median" ? figureOf("median") : null;
  const isOfCount = !asks.isRate && !asks.isShare && !asks.isQuality && OF_COUNT.test(wording.text);
  const n = (count: number): string => count.toLocaleString(language, { maximumFractionDigits: 1 });
  const figures = await Promise.all(
    sides.map(async ({ filter: { status, ...filter }, ...rest }) => {
      const isRead = asks.statuses.length > 0 || status === undefined;
      const leads = { ...rest, leftOver: [], filter: isRead ? filter : { ...filter, status } };
      const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads } });
      if (selected === null) return null;
      const rows = await selected.rows("-createdAt", MOST_READ);
      const statuses = asks.statuses.length === 1 && asks.statuses[0] !== "qualified" ? asks.statuses : QUALIFIED;
      const good = rows.filter((row) => statuses.includes(row.status)).length;
      const score = (await figureOf("average").of({ rows })).order;
      const group = { label: "", rows, count: async () => rows.length };
      const ownValue = await own?.of(group, rows.length);
      const are = listedStatuses(statuses, asking);
      const average = figureOf("average").head;
      return {
        label: capital(wordsAfterNumber(selectedWords(asking, selected, leads.span?.words ?? null), "")),
        value:
          ownValue?.text ??
          `${n(selected.count)}, ${n(good)} ${are} (${percentOf(good, rows.length)}), ${language === "de" ? average : average.toLowerCase()} ${n(score)}`,
        measured: ownValue?.order ?? (asks.score !== null ? score : isOfCount ? selected.count : (100 * good) / Math.max(1, rows.length)),
        what: own?.head ?? (asks.score !== null ? average : isOfCount ? say("Leads", "Leads", "Prospects", "Leads") : capital(are)),
        unit: own !== null || asks.score !== null || isOfCount ? "" : "%",
      };
    }),
  );
  const found = figures.filter((one) => one !== null);
  const [first, other] = found.toSorted((one, two) => two.measured - one.measured);
  if (found.length < figures.length || first === undefined || other === undefined) return null;
  const apart = n(first.measured - other.measured);
  const points = first.unit === "" ? "" : say(" points", " Punkte", " points", " puntos");
  const versus = found.map(({ label, measured, unit }) => `${label} ${n(measured)}${unit}`).join(", ");
  const verdict =
    first.measured === other.measured
      ? say("no difference", "kein Unterschied", "aucune différence", "sin diferencia")
      : say(`a difference of ${apart}${points}`, `Unterschied ${apart}${points}`, `écart de ${apart}${points}`, `diferencia de ${apart}${points}`);
  return withFigures(
    `${first.what}: ${versus}; ${verdict}.`,
    found.map(({ label, value }) => ({ label, value })),
    [{ label: "Dashboard", href: "/" }],
  );
}

const QUALIFIED = LEAD_STATUSES.filter(countsAsQualified);
const OF_COUNT = /\b(?:how many|more|fewer|less|number|count|most)\b/u;

const listedStatuses = (statuses: readonly LeadStatus[], { language, say }: Asking): string =>
  statuses
    .map((status) => (language === "de" ? oneStatusIn : statusIn)(status, language))
    .join(say(" or ", " oder ", " ou ", " o "));

/** "leads from websites", of "2 leads from websites". */
function wordsAfterNumber(words: string, time: string): string {
  const noun = words.replace(/^\S+ /u, "");
  return time === "" ? noun : noun.replace(` ${time}`, "");
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
  const good = isOfStatus || meaning.leads.isDecided ? [] : QUALIFIED;
  const [all, ...qualified] = await Promise.all([select(), ...good.map(select)]);
  if (all === null || all === undefined) return null;
  return {
    selected: all,
    all: all.count,
    isExact: all.isExact,
    qualified: qualified.reduce((sum, one) => sum + (one?.count ?? 0), 0),
  };
}
