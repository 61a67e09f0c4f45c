import { LIMITS } from "#shared/limits.ts";
import { fromData, leadsLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { figureWords, withFigures } from "#server/assistant/answers/figures.ts";
import { isOfFilter, MOST_READ, newestOnly, selectLeads } from "#server/assistant/answers/select-leads.ts";
import { selectedWords } from "#server/assistant/answers/selected-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

/** A score and how many leads have it. */
interface Scored {
  score: number;
  count: number;
}

/** The average or median score, of leads that were read. */
export function scoreFigure({ meaning: { asks }, language, say }: Asking): {
  head: string;
  of: (group: { rows: readonly { score: number }[] }) => Promise<{ text: string; order: number }>;
} {
  const isMedian = asks.score === "median";
  return {
    head: isMedian
      ? say("Median score", "Median der Punkte", "Score médian", "Puntuación mediana")
      : say("Average score", "Durchschnittliche Punktzahl", "Score moyen", "Puntuación media"),
    of: async ({ rows }) => {
      const scores = rows.map(({ score }) => ({ score, count: 1 }));
      const figure = isMedian ? medianOf(scores) : averageOf(scores);
      return { text: `${scoreWords(figure, language)} (${numberWords(rows.length, language)})`, order: figure };
    },
  };
}

function scoreWords(figure: number, language: Asking["language"]): string {
  return figure.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** "What is the average score this month?", "median score per source", "a histogram of scores" */
export const averageScore: Answering = async (asking) => {
  const { store, meaning, language, say } = asking;
  const { leads, asks } = meaning;
  const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads: { ...leads, leftOver: [] } } });
  if (selected === null) return null;
  const { filter } = selected;
  const { status: _status, ...others } = filter;
  const isAll = Object.keys(others).length === 0 && isOfFilter(selected);
  const rows = isAll ? [] : await selected.rows("-score", MOST_READ);
  const scores: Scored[] = isAll
    ? (await store.leads.scoreTotals()).filter(
        ({ status }) => filter.status === undefined || filter.status === "all" || status === filter.status,
      )
    : rows.map(({ score }) => ({ score, count: 1 }));
  const count = countOf(scores);
  if (count === 0) {
    return fromData(say("No leads fit, so there are no scores.", "Keine Leads.", "Aucun prospect.", "No hay leads."));
  }
  const words = selectedWords(asking, { ...selected, count }, leads.span?.words ?? null);
  const links = [leadsLink("Show them", filter), { label: "Dashboard", href: "/" }];
  if (asks.score === "spread") return spread(asking, scores, words, links);
  const figure = asks.score === "median" ? medianOf(scores) : averageOf(scores);
  const head = figureWords(scoreFigure(asking).head, scoreWords(figure, language), words, say);
  return fromData(sentences(newestOnly(rows, MOST_READ, asking), head), links);
};

const WIDTHS = [5, 10, 20, 25, 50];
const USUAL_WIDTH = 10;

/** How many leads have a score of 0 to 9, 10 to 19 and so on; the highest score is in the last. */
function spread(
  { meaning, language, say }: Asking,
  scores: readonly Scored[],
  words: string,
  links: Parameters<typeof withFigures>[2],
): ReturnType<typeof withFigures> {
  const asked = Number(/\b(?:of|by) (\d{1,2})\b/u.exec(meaning.wording.text)?.[1]);
  const width = WIDTHS.includes(asked) ? asked : USUAL_WIDTH;
  const bins = Math.ceil(LIMITS.score.max / width);
  const binOf = (score: number): number => Math.min(Math.floor(score / width), bins - 1);
  const figures = Array.from({ length: bins }, (_, at) => {
    const last = at === bins - 1 ? LIMITS.score.max : (at + 1) * width - 1;
    const own = scores.filter(({ score }) => binOf(score) === at);
    return { label: `${at * width}–${last}`, value: numberWords(countOf(own), language) };
  });
  const head = say("Scores of", "Punkte:", "Scores :", "Puntuaciones:");
  return withFigures(`${head} ${words}:`, figures, links);
}

const countOf = (scores: readonly Scored[]): number => scores.reduce((sum, { count }) => sum + count, 0);

function averageOf(scores: readonly Scored[]): number {
  return scores.reduce((sum, { score, count }) => sum + score * count, 0) / Math.max(1, countOf(scores));
}

function medianOf(scores: readonly Scored[]): number {
  const sorted = scores.toSorted((one, other) => one.score - other.score);
  const at = (position: number): number => {
    let passed = 0;
    return sorted.find(({ count }) => (passed += count) > position)?.score ?? 0;
  };
  const last = countOf(scores) - 1;
  return (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2;
}
