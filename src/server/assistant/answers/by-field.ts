import { fieldNoun } from "#shared/field-words.ts";
import { leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { withFigures } from "#server/assistant/answers/figures.ts";
import { allOf, filterOf, MOST_READ, newestOnly } from "#server/assistant/answers/select-leads.ts";
import { askedField } from "#server/assistant/understanding/asked-field.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

const SHOWN = 10;

/** "What is the most common industry?", "leads by company" */
export const byField: Answering = async (asking) => {
  const { workspace, tags, meaning, language, say } = asking;
  const { leads, wording } = meaning;
  const field = askedField(wording.text);
  if (field === undefined) return null;
  const { search: _search, ...filter } = await filterOf({ store: workspace.store, tags }, leads);
  const rows = await allOf(workspace.store, filter);
  const groups = Object.entries(Object.groupBy(rows, (row) => row[field].trim()))
    .filter(([value]) => value !== "")
    .map(([label, own = []]) => ({ label, count: own.length }))
    .toSorted((one, other) => other.count - one.count);
  const words = leadsWords(rows.length, filter, leads.span?.words ?? null, true, language, asking);
  const noun = fieldNoun(field);
  const n = (count: number): string => numberWords(count, language);
  const without = rows.length - groups.reduce((sum, { count }) => sum + count, 0);
  const more = Math.max(0, groups.length - SHOWN);
  const aside = [
    ...(without === 0
      ? []
      : [
          say(
            `${n(without)} without one`,
            `${n(without)} ohne Angabe`,
            `${n(without)} sans valeur`,
            `${n(without)} sin dato`,
          ),
        ]),
    ...(more === 0
      ? []
      : [
          say(
            `${n(more)} rarer ones not shown`,
            `${n(more)} seltenere nicht gezeigt`,
            `${n(more)} plus rares non affichés`,
            `${n(more)} menos frecuentes no se muestran`,
          ),
        ]),
  ].join(", ");
  const note = aside === "" ? "" : ` (${aside})`;
  const head = say(
    `${words} by ${noun}, most common first${note}:`,
    `${words} nach Häufigkeit${note}:`,
    `${words}, les plus fréquents d'abord${note} :`,
    `${words}, los más frecuentes primero${note}:`,
  );
  return withFigures(
    sentences(newestOnly(rows, MOST_READ, asking), head),
    groups.slice(0, SHOWN).map(({ label, count }) => ({ label, value: n(count) })),
    [leadsLink("Show them", filter)],
  );
};
