import type { LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import { leadsLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { figureWords, type Measure, withFigures } from "#server/assistant/answers/figures.ts";
import { leftOutNote } from "#server/assistant/understanding/left-out.ts";
import { allOf, isOfFilter, MOST_READ, newestOnly, selectLeads } from "#server/assistant/answers/select-leads.ts";
import { selectedWords } from "#server/assistant/answers/selected-words.ts";
import type { AskedField } from "#server/assistant/understanding/words.ts";

/** "Average budget of qualified leads": the figure that was asked for, and the others. */
export const fieldFigures: Answering = async (asking) => {
  const { store, meaning, language, say, now } = asking;
  const field = meaning.asks.field ?? undefined;
  if (field === undefined) return null;
  const without = (filter: LeadFilter): Asking => ({
    ...asking,
    meaning: { ...meaning, leads: { ...meaning.leads, filter, leftOver: [] } },
  });
  const found = (await selectLeads(asking)) ?? (await selectLeads(without(meaning.leads.filter)));
  // "My boss wants one number: the total budget": words that no lead has, unlike a name or a quotation.
  const search = found?.filter.search;
  const isUnknown = found?.count === 0 && search !== undefined && !/[\p{Lu}\d@]/u.test(search);
  const { search: _search, keyword: _keyword, ...bare } = meaning.leads.filter;
  const selected = isUnknown ? await selectLeads(without(bare)) : found;
  if (selected === null) return null;
  const { filter } = selected;
  const read = isOfFilter(selected) ? await allOf(store, filter) : await selected.rows("-createdAt", MOST_READ);
  const values = valuesOf(read, field.key);
  const n = (value: number): string => value.toLocaleString(language, { maximumFractionDigits: 2 });
  const words = selectedWords(asking, { ...selected, count: values.length }, meaning.leads.span?.words ?? null);
  const total = values.reduce((sum, value) => sum + value, 0);
  const isAverage = field.figure === "average";
  const [average, sum] = [n(total / Math.max(1, values.length)), n(total)];
  const head = figureWords(amountOf(asking, field).head ?? "", isAverage ? average : sum, words, say);
  const range = say("Lowest to highest", "Von bis", "De à", "De a");
  const others =
    values.length === 0 ? [] : [{ label: range, value: `${n(Math.min(...values))} – ${n(Math.max(...values))}` }];
  const other = isAverage
    ? { label: say("Total", "Summe", "Total", "Total"), value: sum }
    : { label: say("Average", "Durchschnitt", "Moyenne", "Media"), value: average };
  const answer = withFigures(
    sentences(newestOnly(read, MOST_READ, asking), head),
    [other, ...others],
    [leadsLink("Show them", filter, `-fields.${field.key}`, now)],
  );
  return isUnknown ? { ...answer, reply: `${leftOutNote([search], say)}\n\n${answer.reply}` } : answer;
};

function valuesOf(rows: readonly LeadRow[], key: string): number[] {
  return rows.flatMap(({ fields }) => (typeof fields[key] === "number" ? [fields[key]] : []));
}

/** "Average budget by segment" */
export function amountOf({ language, say }: Asking, { key, name, figure }: AskedField): Measure {
  const isAverage = figure === "average";
  return {
    needsRows: true,
    statuses: [],
    head: isAverage
      ? say(`Average ${name}`, `Durchschnitt ${name}`, `Moyenne ${name}`, `Media ${name}`)
      : say(`Total ${name}`, `Summe ${name}`, `Total ${name}`, `Total ${name}`),
    of: async ({ rows }) => {
      const values = valuesOf(rows, key);
      const total = values.reduce((sum, value) => sum + value, 0);
      const amount = isAverage ? total / Math.max(1, values.length) : total;
      return { text: amount.toLocaleString(language, { maximumFractionDigits: 2 }), order: amount };
    },
  };
}
