import { counted } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import { countsAsQualified, LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { fromData, leadsLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { comparedSpans, type ComparedSpan, spanIn } from "#server/assistant/answers/compared-spans.ts";
import { amountOf } from "#server/assistant/answers/field-figures.ts";
import { percentOf, withFigures } from "#server/assistant/answers/figures.ts";
import { isOfFilter, MOST_READ, selectLeads, type SelectedLeads } from "#server/assistant/answers/select-leads.ts";
import { scoreFigure } from "#server/assistant/answers/score-figures.ts";
import { selectedWords } from "#server/assistant/answers/selected-words.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { filterOfSpan } from "#server/assistant/understanding/time-span.ts";
import { leadCount, oneStatusIn, statusIn } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { capital } from "#server/assistant/words/say.ts";

const QUALIFIED = LEAD_STATUSES.filter(countsAsQualified);
const OF_COUNT = /\b(?:how many|more|fewer|less|number|count|most)\b/u;

/** The same figures of each of the leads that a question compares: of sets, or of times cut to the same length. */
export const compare: Answering = async (asking) => {
  const { asks, sides, leads, wording } = asking.meaning;
  const spans = sides === undefined ? comparedSpans(asking.meaning, asking.now) : null;
  const { status, ...others } = leads.filter;
  const isOfTime = asks.score === null && asks.field === null && !asks.isRate && !/\bquality\b/u.test(wording.text);
  // Those that qualified are counted anyway.
  const filter = status === undefined || status === "qualified" ? others : leads.filter;
  const compared =
    sides ??
    spans?.map((span) => ({
      ...leads,
      span,
      isDecided: isOfTime && leads.isDecided,
      filter: { ...(isOfTime ? filter : leads.filter), ...filterOfSpan(span) },
    })) ??
    [];
  const figures = (await Promise.all(compared.map((side) => sideOf(asking, side)))).filter((one) => one !== null);
  const [first, second] = figures;
  if (figures.length < compared.length || first === undefined || second === undefined) return null;
  if (figures.some(({ selected }) => !selected.isExact)) return tooMany(asking);
  return spans !== null && isOfTime ? timesCompared(asking, spans, [first, second]) : sideBySide(asking, figures);
};

function tooMany({ say, language }: Asking): ReturnType<typeof fromData> {
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

interface Side {
  selected: SelectedLeads;
  leads: LeadQuestion;
  good: number;
  /** In percent. */
  share: number;
  score: number;
  /** A figure that was asked for besides. */
  own?: { text: string; order: number };
}

/** What a rate counts as good. */
const goodIn = ({ asks }: Asking["meaning"]): readonly LeadStatus[] =>
  asks.statuses.length === 1 && asks.statuses[0] !== "qualified" ? asks.statuses : QUALIFIED;

async function sideOf(asking: Asking, side: LeadQuestion): Promise<Side | null> {
  const { meaning } = asking;
  const { asks } = meaning;
  const { status: _status, ...bare } = side.filter;
  const isRate = asks.statuses.length > 0 && (asks.isRate || side.filter.status === "qualified");
  const leads = { ...side, leftOver: [], filter: isRate ? bare : side.filter };
  const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads } });
  if (selected === null) return null;
  const rows = await selected.rows("-createdAt", MOST_READ);
  const { filter } = selected;
  // Rows are only the newest; a filter's leads can all be counted.
  const countOf = async (status: LeadStatus): Promise<number> =>
    !isOfFilter(selected)
      ? rows.filter((row) => row.status === status).length
      : (filter.status ?? status) === status
        ? (await asking.store.leads.count({ ...filter, status })).count
        : 0;
  const good = (await Promise.all(goodIn(meaning).map(countOf))).reduce((sum, count) => sum + count, 0);
  const group = { label: "", rows, count: async () => rows.length };
  const average = { ...asking, meaning: { ...meaning, asks: { ...asks, score: "average" as const } } };
  const own =
    asks.field === null ? (asks.score === "median" ? scoreFigure(asking) : null) : amountOf(asking, asks.field);
  const value = await own?.of(group, rows.length);
  return {
    selected,
    leads,
    good,
    share: (100 * good) / Math.max(1, selected.count),
    score: (await scoreFigure(average).of({ rows })).order,
    ...(value !== undefined && { own: value }),
  };
}

/** "Leads with a phone vs without", "gmail or the form": the figures of each, and how far apart they are. */
function sideBySide(asking: Asking, sides: readonly Side[]): ReturnType<typeof fromData> {
  const { meaning, language, say } = asking;
  const { asks, wording } = meaning;
  const are = goodIn(meaning)
    .map((status) => (language === "de" ? oneStatusIn : statusIn)(status, language))
    .join(say(" or ", " oder ", " ou ", " o "));
  const { head } = scoreFigure(asking);
  const isOfCount =
    !asks.isRate && !asks.isShare && !asks.isQuality && OF_COUNT.test(wording.text) && !/\bqualif/u.test(wording.text);
  const n = (count: number): string => count.toLocaleString(language, { maximumFractionDigits: 1 });
  const [what, unit, of] =
    asks.field !== null
      ? [amountOf(asking, asks.field).head ?? "", "", ({ own }: Side) => own?.order ?? 0]
      : asks.score !== null
        ? [head, "", ({ score }: Side) => score]
        : isOfCount
          ? [say("Leads", "Leads", "Prospects", "Leads"), "", ({ selected }: Side) => selected.count]
          : [capital(are), "%", ({ share }: Side) => share];
  const lines = sides.map((side) => {
    const { selected, leads, good, share, score, own } = side;
    const words = wordsAfterNumber(selectedWords(asking, selected, leads.span?.words ?? null), "");
    const average = language === "de" ? head : head.toLowerCase();
    const value =
      own?.text ?? `${n(selected.count)}, ${n(good)} ${are} (${percentOf(share, 100)}), ${average} ${n(score)}`;
    return { label: capital(words), value, measured: of(side) };
  });
  const measured = lines.map((line) => line.measured);
  const apart = `${n(Math.max(...measured) - Math.min(...measured))}${unit === "" ? "" : say(" points", " Punkte", " points", " puntos")}`;
  const verdict =
    new Set(measured).size === 1
      ? say("no difference", "kein Unterschied", "aucune différence", "sin diferencia")
      : say(`a difference of ${apart}`, `Unterschied ${apart}`, `écart de ${apart}`, `diferencia de ${apart}`);
  const each = lines.map((line) => `${line.label} ${n(line.measured)}${unit}`).join(", ");
  return withFigures(
    `${what}: ${each}; ${verdict}.`,
    lines.map(({ label, value }) => ({ label, value })),
    [{ label: "Dashboard", href: "/" }],
  );
}

/** "Compare this week with last week", "March against February" */
function timesCompared(
  asking: Asking,
  [current, previous]: readonly [ComparedSpan, ComparedSpan],
  [these, those]: readonly [Side, Side],
): ReturnType<typeof fromData> {
  const { meaning, say, language } = asking;
  const { isDecided } = meaning.leads;
  const { from: _from, to: _to, ...filter } = these.selected.filter;
  const isNarrow = isDecided || !isOfFilter(these.selected) || Object.keys(filter).length > 0;
  const noun = wordsAfterNumber(
    selectedWords(asking, { ...these.selected, filter, count: 2 }, null),
    isDecided ? current.words : "",
  );
  const only = isDecided ? noun.replace(/^leads?/u, "") : isNarrow ? ` (${noun})` : "";
  const came = isDecided ? "" : " came in";
  const [all, former] = [these.selected.count, those.selected.count];
  const change = all - former;
  const percent = former === 0 ? "" : ` (${change > 0 ? "+" : ""}${((100 * change) / former).toFixed(1)}%)`;
  const verdict =
    change === 0
      ? `The same number of leads${only}${came} ${current.words} as ${previous.words}`
      : `${counted(Math.abs(change), `${change > 0 ? "more" : "fewer"} lead`)}${only}${came} ${current.words} than ${previous.words}${percent}`;
  const isNarrower = isDecided || filter.status !== undefined;
  const [span, before_] = [current, previous].map((one) => spanIn(one, asking));
  const [n, before] = [all, former].map((one) => (language === "en" ? numberWords(one) : leadCount(one, language)));
  const [good, goodBefore] = [these.good, those.good].map((one) => numberWords(one, language));
  return fromData(
    say(
      sentences(
        `${verdict}: ${n} vs. ${before}.`,
        isNarrower || all + former === 0 ? "" : `Qualified or approved now: ${good} vs. ${goodBefore}.`,
      ),
      `${span}: ${n}${only}${isNarrower ? "" : `, davon ${good} qualifiziert oder genehmigt`}. Zum Vergleich ${before_}: ${before}${isNarrower ? "" : `, davon ${goodBefore}`}${percent}.`,
      `${span} : ${n}${only}${isNarrower ? "" : `, dont ${good} qualifiés ou approuvés`}. En comparaison, ${before_} : ${before}${isNarrower ? "" : `, dont ${goodBefore}`}${percent}.`,
      `${span}: ${n}${only}${isNarrower ? "" : `, ${good} calificados o aprobados`}. En comparación, ${before_}: ${before}${isNarrower ? "" : `, ${goodBefore}`}${percent}.`,
    ),
    [
      leadsLink(`Leads ${current.words}`, { ...filter, from: current.from.toISOString() }),
      { label: "Dashboard", href: "/" },
    ],
    ["Which source brings the most leads?"],
  );
}

/** "leads from websites", of "2 leads from websites". */
function wordsAfterNumber(words: string, time: string): string {
  const noun = words.replace(/^\S+ /u, "");
  return time === "" ? noun : noun.replace(` ${time}`, "");
}
