import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { countsAsQualified, LEAD_STATUSES } from "#shared/lead-status.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import { amountOf } from "#server/assistant/answers/field-figures.ts";
import { durationOf, lengthWords, type Measure, percentOf } from "#server/assistant/answers/figures.ts";
import { scoreFigure } from "#server/assistant/answers/score-figures.ts";
import type { Grouping } from "#server/assistant/understanding/grouping.ts";
import { statusIn } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

/** What counts as qualified in figures. */
const QUALIFIED = LEAD_STATUSES.filter(countsAsQualified);

/** One measure, or several: "leads, average score, approved". */
export function measureOf(asking: Asking, by: readonly (Grouping | CustomField)[]): Measure {
  const {
    meaning: { asks },
    language,
  } = asking;
  const none = { score: null, field: null, statuses: [], isShare: false, isRate: false, isQuality: false };
  const parts = [
    asks.statuses.length > 0 && by[0] !== "status" && { statuses: asks.statuses },
    asks.score !== null && asks.score !== "spread" && { score: asks.score },
    asks.field !== null && { field: asks.field },
  ].filter((one) => one !== false);
  const isFiltered =
    asks.statuses.length === 1 && !/,|\band\b|\bund\b|\bet\b|\by\b/u.test(asking.meaning.wording.question);
  if (parts.length < 2 || isFiltered) return oneMeasure(asking, by);
  const measures = parts.map((own) => {
    const isOfOne = own.statuses?.length === 1;
    const alone = { ...asks, ...none, ...own, isRate: isOfOne };
    return oneMeasure({ ...asking, meaning: { ...asking.meaning, asks: alone } }, by);
  });
  return {
    needsRows: true,
    statuses: measures.flatMap(({ statuses }) => statuses),
    of: async (group, all) => {
      const values = await Promise.all(
        measures.map(async (one) => ({ head: one.head, value: await one.of(group, all) })),
      );
      return {
        text: values
          .map(({ head, value }) =>
            head === undefined ? value.text : `${language === "de" ? head : head.toLowerCase()} ${value.text}`,
          )
          .join("; "),
        order: values[0]?.value.order ?? 0,
      };
    },
  };
}

function oneMeasure(asking: Asking, [first, second]: readonly (Grouping | CustomField)[]): Measure {
  const { meaning, language, say } = asking;
  const { text } = meaning.wording;
  const { asks } = meaning;
  const n = (count: number): string => numberWords(count, language);
  if (asks.isDuration && meaning.leads.isDecided)
    return {
      needsRows: true,
      statuses: [],
      head: say(
        "Average time to a decision",
        "Durchschnittliche Zeit bis zur Entscheidung",
        "Délai moyen de décision",
        "Tiempo medio hasta la decisión",
      ),
      of: async ({ rows }) => {
        const { average, typical, count } = durationOf(rows);
        const half = lengthWords(typical, language);
        return {
          text: `${lengthWords(average, language)} (${say(`half within ${half}`, `die Hälfte nach ${half}`, `la moitié en ${half}`, `la mitad en ${half}`)}; ${n(count)})`,
          order: average,
        };
      },
    };
  if (asks.score !== null) return { ...scoreFigure(asking), needsRows: true, statuses: [] };
  if (asks.field !== null) return amountOf(asking, asks.field);
  const asked = asks.statuses;
  const isRate = asks.isRate || (asks.isShare && asked.length > 0) || asks.isQuality;
  if (first !== "status" && asked.length > 1 && !(isRate && asked.length === 2 && asked.every(countsAsQualified)))
    return {
      statuses: asked,
      of: async ({ count }) => {
        const counts = await Promise.all(asked.map(count));
        const all = await count();
        const each = asked.map(
          (status, at) => `${n(counts[at] ?? 0)} ${statusIn(status, language)} (${percentOf(counts[at] ?? 0, all)})`,
        );
        return { text: `${n(all)}: ${each.join(", ")}`, order: counts[0] ?? 0 };
      },
    };
  if (first !== "status" && isRate) {
    const statuses = asked.length === 1 && asked[0] !== "qualified" ? asked : QUALIFIED;
    const are = statuses.map((status) => statusIn(status, language)).join(say(" or ", " oder ", " ou ", " o "));
    return {
      statuses: [...statuses, ...asked],
      of: async ({ count }) => {
        const [all, ...good] = await Promise.all([count(), ...statuses.map(count)]);
        const some = good.reduce((sum, one) => sum + one, 0);
        return { text: `${n(all)}, ${n(some)} ${are} (${percentOf(some, all)})`, order: some / Math.max(1, all) };
      },
    };
  }
  const { dueFrom, dueBefore, nextStep } = meaning.leads.filter;
  const isOfSteps = (dueFrom ?? dueBefore ?? nextStep) !== undefined;
  const isOfStatus = meaning.leads.filter.status !== undefined && !/\b(?:open|undecided)\b/u.test(text);
  if (
    first === "owner" &&
    second === undefined &&
    asked.length === 0 &&
    !isOfStatus &&
    !isOfSteps &&
    !meaning.leads.isDecided
  )
    return {
      // "Open" isn't only qualified here.
      statuses: LEAD_STATUSES,
      of: async ({ count }) => {
        const [all, qualified, pending, approved] = await Promise.all([
          count(),
          count("qualified"),
          count("pending"),
          count("approved"),
        ]);
        const open = qualified + pending;
        return {
          text: say(
            `${n(open)} undecided, ${n(approved)} approved, ${n(all)} in total`,
            `${n(open)} unentschieden, ${n(approved)} genehmigt, ${n(all)} insgesamt`,
            `${n(open)} à décider, ${n(approved)} approuvés, ${n(all)} au total`,
            `${n(open)} por decidir, ${n(approved)} aprobados, ${n(all)} en total`,
          ),
          order: /\b(?:open|undecided|have|has)\b/u.test(text) ? open + all / 1e9 : all,
        };
      },
    };
  return {
    statuses: first === "status" ? LEAD_STATUSES : [],
    of: async ({ count }, all) => {
      const own = await count();
      return {
        text:
          all === 0 || first === "day" || first === "week" || first === "month"
            ? n(own)
            : `${n(own)} (${percentOf(own, all)})`,
        order: own,
      };
    },
  };
}
