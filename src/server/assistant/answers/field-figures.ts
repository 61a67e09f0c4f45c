import { fieldConditionsOf, fieldConditionsText, type FieldCondition } from "#shared/contract/leads/field-filter.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, leadsLink, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { beyondFigures } from "#server/assistant/answers/figures.ts";
import { allOf, isOfFilter, MOST_READ, selectLeads } from "#server/assistant/answers/select-leads.ts";
import type { Meaning } from "#server/assistant/understanding/meaning.ts";
import { fieldsIn, type AskedField } from "#server/assistant/understanding/words.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

/** "Average budget of qualified leads" */
export const fieldFigures: Answering = async (asking) => {
  const [field] = figuresOf(asking.meaning);
  if (field === undefined) return null;
  const selected = await selectLeads(asking);
  if (selected === null) return null;
  const { filter } = selected;
  // Figures are those of a filter.
  if (!isOfFilter(selected)) return beyondFigures(`give figures of ${field.name} for other leads`);
  const narrow = narrowed(filter, [{ key: field.key, test: "filled", value: "" }]);
  const rows = await allOf(asking.workspace.store, narrow);
  if (rows.length >= MOST_READ) {
    return beyondFigures(`give figures of ${field.name} for fewer than ${numberWords(MOST_READ)} leads`);
  }
  return inTotal(asking, field, narrow, rows);
};

/** The fields whose figures this question asks for, or the one that it follows. */
function figuresOf({ wording, before }: Meaning): AskedField[] {
  const asked = fieldsIn(wording).filter(({ figure }) => figure !== undefined);
  return asked.length > 0 || before === undefined ? asked : figuresOf(before);
}

function valuesOf(rows: readonly LeadRow[], key: string): number[] {
  return rows.flatMap(({ fields }) => (typeof fields[key] === "number" ? [fields[key]] : []));
}

function inTotal(
  asking: Asking,
  { key, name, figure }: AskedField,
  filter: LeadFilter,
  rows: readonly LeadRow[],
): ChatReply {
  const { meaning, language, say, now } = asking;
  const values = valuesOf(rows, key);
  const words = leadsWords(values.length, filter, meaning.leads.span?.words ?? null, true, language, asking);
  const link = leadsLink("Show them", filter, `-fields.${key}`, now);
  if (values.length === 0) {
    return fromData(
      say(
        `There are ${words}.`,
        `Es gibt ${words}.`,
        `${words.startsWith("aucun ") ? "Il n'y a" : "Il y a"} ${words}.`,
        `${words.startsWith("ningún ") ? "No hay" : "Hay"} ${words}.`,
      ),
      [link],
    );
  }
  const total = values.reduce((sum, value) => sum + value, 0);
  const n = (value: number): string => value.toLocaleString(language, { maximumFractionDigits: 2 });
  const [average, sum] = [n(total / values.length), n(total)];
  const [least, most] = [n(Math.min(...values)), n(Math.max(...values))];
  const [average_, total_, from_] = say(
    "Average|Total|Lowest to highest",
    "Durchschnitt|Summe|Von bis",
    "Moyenne|Total|De à",
    "Media|Total|De a",
  ).split("|");
  return {
    ...fromData(
      figure === "average"
        ? say(
            `The average ${name} is ${average}, over ${words}.`,
            `${name}: im Durchschnitt ${average} (${words}).`,
            `${name} : ${average} en moyenne (${words}).`,
            `${name}: ${average} de media (${words}).`,
          )
        : say(
            `The total ${name} is ${sum}, over ${words}.`,
            `${name}: insgesamt ${sum} (${words}).`,
            `${name} : ${sum} au total (${words}).`,
            `${name}: ${sum} en total (${words}).`,
          ),
      [link],
    ),
    figures: [
      { label: average_ ?? "", value: average },
      { label: total_ ?? "", value: sum },
      { label: from_ ?? "", value: `${least} – ${most}` },
    ],
  };
}

/** The filter with more conditions, without repeating those it has. */
function narrowed(filter: LeadFilter, conditions: readonly FieldCondition[]): LeadFilter {
  const known = fieldConditionsOf(filter.fields ?? "") ?? [];
  const more = conditions.filter(({ key, test }) => test !== "filled" || !known.some((one) => one.key === key));
  return { ...filter, fields: fieldConditionsText([...known, ...more].slice(0, LIMITS.customField.conditions)) };
}
