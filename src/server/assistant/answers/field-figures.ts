import { fieldConditionsOf, fieldConditionsText, type FieldCondition } from "#shared/contract/leads/field-filter.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, leadsLink, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { averageScore, OF_SCORES } from "#server/assistant/answers/score-figures.ts";
import { beyondFigures } from "#server/assistant/answers/figures.ts";
import { allOf, isOfFilter, MOST_READ, selectLeads } from "#server/assistant/answers/select-leads.ts";
import type { Meaning } from "#server/assistant/understanding/meaning.ts";
import { fieldsIn, type AskedField } from "#server/assistant/understanding/words.ts";
import { fieldValueWords } from "#server/assistant/words/field-words.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

const MOST_OPTIONS = 20;

/** "Average budget of qualified leads", "total budget by segment", "leads by segment" */
export const fieldFigures: Answering = async (asking) => {
  const [field, other] = figuresOf(asking.meaning).toSorted((one, two) => Number(isEach(one)) - Number(isEach(two)));
  if (field === undefined) return null;
  if (isEach(field) && OF_SCORES.test(asking.meaning.wording.text)) return averageScore(asking);
  const selected = await selectLeads(asking);
  if (selected === null) return null;
  const { filter } = selected;
  // Figures are those of a filter.
  if (!isOfFilter(selected)) return beyondFigures(`give figures of ${field.name} for other leads`);
  if (isEach(field)) return byOption(asking, field, filter);
  const narrow = narrowed(filter, [{ key: field.key, test: "filled", value: "" }]);
  const rows = await allOf(asking.workspace.store, narrow);
  if (rows.length >= MOST_READ) {
    return beyondFigures(`give figures of ${field.name} for fewer than ${numberWords(MOST_READ)} leads`);
  }
  return other === undefined ? inTotal(asking, field, narrow, rows) : inTotalByOption(asking, field, other, rows);
};

/** The fields whose figures this question asks for, or the one that it follows. */
function figuresOf({ wording, before }: Meaning): AskedField[] {
  const asked = fieldsIn(wording).filter(({ figure }) => figure !== undefined);
  return asked.length > 0 || before === undefined ? asked : figuresOf(before);
}

function isEach({ figure }: AskedField): boolean {
  return figure === "each";
}

function valuesOf(rows: readonly LeadRow[], key: string): number[] {
  return rows.flatMap(({ fields }) => (typeof fields[key] === "number" ? [fields[key]] : []));
}

/** "Average budget by segment"; a lead with several options counts for each. */
function inTotalByOption(
  { language, say }: Asking,
  { key, name, figure }: AskedField,
  by: AskedField,
  rows: readonly LeadRow[],
): ChatReply {
  const none = say(`Without ${by.name}`, `Ohne ${by.name}`, `Sans ${by.name}`, `Sin ${by.name}`);
  const groups = new Map<string, LeadRow[]>();
  for (const row of rows) {
    const value = row.fields[by.key];
    const labels = value === undefined ? [none] : [value].flat().map((one) => fieldValueWords(one, language));
    for (const label of labels) groups.set(label, [...(groups.get(label) ?? []), row]);
  }
  const figures = [...groups].map(([label, own]) => {
    const values = valuesOf(own, key);
    const total = values.reduce((sum, value) => sum + value, 0);
    const amount = figure === "average" ? total / values.length : total;
    return { label, value: amount.toLocaleString(language, { maximumFractionDigits: 2 }) };
  });
  const head =
    figure === "average"
      ? say(
          `Average ${name} by ${by.name}:`,
          `Durchschnitt ${name} nach ${by.name}:`,
          `Moyenne ${name} par ${by.name} :`,
          `Media ${name} por ${by.name}:`,
        )
      : say(
          `Total ${name} by ${by.name}:`,
          `Summe ${name} nach ${by.name}:`,
          `Total ${name} par ${by.name} :`,
          `Total ${name} por ${by.name}:`,
        );
  return {
    ...fromData([head, ...figures.map(({ label, value }) => `• ${label}: ${value}`)].join("\n"), [
      leadsLink(say("Leads", "Leads", "Prospects", "Leads"), {}),
    ]),
    figures,
  };
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

async function byOption(asking: Asking, field: CustomField, asked: LeadFilter): ReturnType<Answering> {
  const { workspace, meaning, language, say, now } = asking;
  const { key, name } = field;
  const options = field.kind === "yesNo" ? ["yes", "no"] : field.options;
  const conditions = [
    ...options.slice(0, MOST_OPTIONS).map((value): FieldCondition => ({ key, test: "is", value })),
    { key, test: "empty", value: "" } as const,
  ];
  const counts = await Promise.all(
    conditions.map(async (condition) => {
      const filter = narrowed(asked, [condition]);
      const { count, exact } = await workspace.store.leads.count(filter);
      const label =
        condition.test === "empty"
          ? say(`Without ${name}`, `Ohne ${name}`, `Sans ${name}`, `Sin ${name}`)
          : fieldValueWords(field.kind === "yesNo" ? condition.value === "yes" : condition.value, language);
      return { label, filter, count, value: `${exact ? "" : "> "}${numberWords(count, language)}` };
    }),
  );
  const { count, exact } = await workspace.store.leads.count(asked);
  const words = leadsWords(count, asked, meaning.leads.span?.words ?? null, exact, language, asking);
  const figures = counts.map(({ label, value }) => ({ label, value }));
  const others = options.length - MOST_OPTIONS;
  const more =
    others > 0
      ? [say(`And ${others} more options.`, `Und ${others} weitere.`, `Et ${others} autres.`, `Y ${others} más.`)]
      : [];
  return {
    ...fromData(
      [
        say(`${name} of ${words}:`, `${name} (${words}):`, `${name} (${words}) :`, `${name} (${words}):`),
        ...figures.map(({ label, value }) => `• ${label}: ${value}`),
        ...more,
      ].join("\n"),
      counts
        .toSorted((one, other) => other.count - one.count)
        .slice(0, 3)
        .map(({ label, filter }) => leadsLink(label, filter, null, now)),
    ),
    figures,
  };
}

/** The filter with more conditions, without repeating those it has. */
function narrowed(filter: LeadFilter, conditions: readonly FieldCondition[]): LeadFilter {
  const known = fieldConditionsOf(filter.fields ?? "") ?? [];
  const more = conditions.filter(({ key, test }) => test !== "filled" || !known.some((one) => one.key === key));
  return { ...filter, fields: fieldConditionsText([...known, ...more].slice(0, LIMITS.customField.conditions)) };
}
