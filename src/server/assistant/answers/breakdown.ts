import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { SOURCE_KINDS, type SourceKind } from "#shared/source-kinds.ts";
import type { LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import { fromData, leadsLink, sentences, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { comparedSpans, type ComparedSpan, spanIn } from "#server/assistant/answers/compared-spans.ts";
import { dimensionOf, type Dimension } from "#server/assistant/answers/dimensions.ts";
import { type Group, type Measure, type Value, withFigures } from "#server/assistant/answers/figures.ts";
import { measureOf } from "#server/assistant/answers/measures.ts";
import { leftOutNote } from "#server/assistant/understanding/left-out.ts";
import {
  allOf,
  isOfFilter,
  MOST_READ,
  newestOnly,
  selectLeads,
  type SelectedLeads,
} from "#server/assistant/answers/select-leads.ts";
import { selectedWords, thereAre } from "#server/assistant/answers/selected-words.ts";
import { type Grouping, OF_SEVERAL } from "#server/assistant/understanding/grouping.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { wordsInLeads } from "#server/assistant/answers/words-left.ts";
import { filterOfSpan } from "#server/assistant/understanding/time-span.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import { SOURCE_WORDS } from "#server/assistant/words/source-words.ts";
import { capital } from "#server/assistant/words/say.ts";

const SHOWN = 12;
const SUPERLATIVE =
  /\b(?:busiest|slowest|quietest|best|worst|strongest|weakest|biggest|peak|record|top|most|fewest|least|highest|lowest)\b/u;

/** Any measure by one or two things: "approval rate by source last quarter", "leads by country and month". */
export function breakdown(usual?: Grouping): Answering {
  return async (asking) => {
    const unknown = unknownGroup(asking);
    if (unknown !== undefined) return notGrouped(unknown, asking);
    const by = groupedBy(asking, usual);
    const [first, second] = by.map((one) => dimensionOf(one, asking));
    if (first === undefined) return null;
    await Promise.all([first.load?.(), second?.load?.()]);
    const { meaning, now, say, language, store } = asking;
    const { asks } = meaning;
    if (by[0] === "owner" && !meaning.leads.isDecided && (await store.accounts.list()).length === 0)
      return noOwners(asking);
    // "Compare the guild's site with the expo one" means no times.
    const isOfTimes = asks.isCompared && (meaning.leads.origins.length === 0 || meaning.leads.span !== null);
    const spans = isOfTimes && by[0] !== "owner" && first.isInOrder === undefined ? comparedSpans(meaning, now) : null;
    const measure = measureOf(asking, by);
    // "Is the sheet worth it?", compared with the others.
    const { source: _source, keyword: _keyword, ...bare } = meaning.leads.filter;
    const kind = by[0] === "origin" ? kindOfOrigin(meaning.wording.text) : undefined;
    const others = { ...bare, ...(kind !== undefined && { source: kind }) };
    const isOfAll =
      by[0] === "origin" ||
      by[0] === "keyword" ||
      (by[0] === "source" && (asks.isQuality || asks.isRate || asks.isShare));
    const wide = isOfAll
      ? { ...asking, meaning: { ...meaning, leads: { ...meaning.leads, filter: others, others: [] } } }
      : asking;
    const chosen = await chosenLeads(wide, measure, spans?.[0]);
    if (chosen === null) return null;
    const { selected, note } = chosen;
    const { groups, isOnlyNewest } = await groupsOf(asking, selected, first, measure.needsRows ?? second !== undefined);
    const count = isOnlyNewest ? MOST_READ : selected.count;
    const inTime = meaning.leads.span?.words ?? null;
    const words = selectedWords(asking, { ...selected, count }, spans === null ? inTime : null);
    if (groups.length === 0)
      return fromData(
        sentences(
          note,
          by[0] === "tag" && asking.tags.length === 0
            ? say(
                "There are no tags yet.",
                "Es gibt noch keine Schlagwörter.",
                "Il n'y a pas encore d'étiquettes.",
                "Todavía no hay etiquetas.",
              )
            : `${thereAre(words, 0, say)}.`,
        ),
        [leadsLink("All leads", {})],
      );
    const former = spans === null ? null : await formerValues(asking, first, measure, spans[1]);
    const lines = await Promise.all(
      groups.map(async (group) => {
        const value = await measure.of(group, count);
        const before = former === null ? null : (former.get(group.label) ?? { text: "0", order: 0 });
        const cells = second === undefined ? "" : await cellsOf(group, second, measure);
        const change = before === null ? "" : ` (${say("before", "vorher", "avant", "antes")}: ${before.text})`;
        const order = before === null || asks.first !== "dropped" ? value.order : before.order - value.order;
        return { group, order, value: `${value.text}${change}${cells}` };
      }),
    );
    const shared = first.rest !== undefined && OF_SEVERAL.test(meaning.wording.text);
    const isOfRest = ({ group }: { group: Group }): number => Number(group.label === first.rest);
    const way = asks.first === "least" && former === null ? -1 : 1;
    const sorted = first.isInOrder
      ? lines
      : lines
          .filter(({ group, order }) => !shared || (order > 1 && group.label !== first.rest))
          .toSorted((one, other) => isOfRest(one) - isOfRest(other) || way * (other.order - one.order));
    const shown = first.isInOrder ? sorted : sorted.slice(0, meaning.leads.limit ?? SHOWN);
    const nouns = [first, second].flatMap((one) => (one === undefined ? [] : [one.noun]));
    const by_ = nouns.join(say(" and ", " und ", " et ", " y "));
    const rest = numberWords(sorted.length - shown.length, language);
    const { text } = meaning.wording;
    // Of groups in order, the first or last that isn't empty.
    const counted = lines.slice(lines.findIndex(({ order }) => order > 0));
    const [top] =
      first.isInOrder && by.length === 1 && SUPERLATIVE.test(text)
        ? counted.toSorted((one, other) => way * (other.order - one.order))
        : [];
    const topWords =
      way < 0
        ? say("The lowest is", "Am niedrigsten:", "Le plus bas :", "El más bajo:")
        : say("The highest is", "Am höchsten:", "Le plus haut :", "El más alto:");
    const head = [
      measure.head,
      `${words} ${say(`by ${by_}`, `nach ${by_}`, `par ${by_}`, `por ${by_}`)}`,
      spans
        ?.map((span) => spanIn(span, asking))
        .join(say(", compared with ", ", verglichen mit ", ", comparé à ", ", frente a ")),
      sorted.length > shown.length &&
        say(
          `${rest} more not shown`,
          `${rest} weitere nicht gezeigt`,
          `${rest} autres non affichés`,
          `${rest} más no se muestran`,
        ),
    ].filter(Boolean);
    const sum = lines.reduce((all, { order }) => all + order, 0);
    const average = numberWords(Math.round((10 * sum) / lines.length) / 10, language);
    return withFigures(
      sentences(
        note,
        top === undefined ? "" : `${topWords} ${top.group.label}: ${top.value}.`,
        isOnlyNewest ? newestOnly({ length: MOST_READ }, MOST_READ, asking) : "",
        `${capital(head.join(", "))}:`,
      ),
      [
        ...shown.map(({ group, value }) => ({ label: group.label, value })),
        ...(asks.isAverage && measure.head === undefined
          ? [{ label: say("Average", "Durchschnitt", "Moyenne", "Media"), value: average }]
          : []),
      ],
      isOfFilter(selected) ? [leadsLink("Show them", selected.filter, null, now)] : [],
    );
  };
}

/** "Which rule brings the most approved leads?" */
export function byRule(answer: Answering): Answering {
  return async (asking) => {
    const { statuses } = asking.meaning.asks;
    const isOfCustomers = /\b(?:customers?|clients?|deals?|winners?)\b/u.test(asking.meaning.wording.text);
    if (isOfCustomers && statuses.length === 0) {
      const asks = { ...asking.meaning.asks, statuses: ["approved" as const], isRate: true };
      return breakdown("rule")({ ...asking, meaning: { ...asking.meaning, asks } });
    }
    const isOfDecisions = statuses.length === 1 && statuses.some((one) => one === "approved" || one === "rejected");
    return isOfDecisions && asking.meaning.leads.parts.length < 2 ? breakdown("rule")(asking) : answer(asking);
  };
}

/** "Which form on our website": the first kind of source that it names. */
function kindOfOrigin(text: string): string | undefined {
  const at = (kind: SourceKind): number => text.search(SOURCE_WORDS[kind]);
  return SOURCE_KINDS.filter((kind) => at(kind) >= 0).toSorted((one, other) => at(one) - at(other))[0];
}

/** By groups if the question names some. */
export function orBreakdown(answer: Answering): Answering {
  return async (asking) => (asking.meaning.asks.by.length > 0 ? breakdown()(asking) : answer(asking));
}

/** What the question groups by, or the one it follows; otherwise what its intent is about. */
function groupedBy({ meaning }: Asking, usual: Grouping | undefined): (Grouping | CustomField)[] {
  const { text } = meaning.wording;
  const { by } = meaning.asks;
  const unit = /\bmonth/u.test(text) ? "month" : /\bda(?:ys?|ily)\b/u.test(text) ? "day" : usual;
  const other = usual === "week" ? unit : usual;
  return by.length > 0 ? by.slice(0, 2) : other === undefined ? [] : [other];
}

/** The leads of all groups; without a search that finds none, as its words may be others. */
async function chosenLeads(
  asking: Asking,
  { statuses }: Measure,
  span?: ComparedSpan,
): Promise<{ selected: SelectedLeads; note: string } | null> {
  const { meaning, say } = asking;
  const { status, from, to, search, ...rest } = meaning.leads.filter;
  const time =
    span === undefined ? { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } : filterOfSpan(span);
  const filter: LeadFilter = { ...rest, ...time, ...(status !== undefined && statuses.length === 0 && { status }) };
  const others = meaning.leads.others.filter((other) => other.status === undefined || statuses.length === 0);
  const select = (one: LeadFilter): Promise<SelectedLeads | null> => {
    const leads: LeadQuestion = {
      ...meaning.leads,
      filter: one,
      others,
      leftOver: [],
      ...(span !== undefined && { span }),
    };
    return selectLeads({ ...asking, meaning: { ...meaning, leads } });
  };
  // "Approval rate of bakeries": a word that leads have, if shortened.
  const foundWith = async (said: string): Promise<SelectedLeads | null> => {
    const whole = said === search ? await select({ ...filter, search }) : null;
    if (whole !== null && whole.count > 0) return whole;
    const leftOver = said
      .toLowerCase()
      .split(" ")
      .filter((word) => word.length > 3 && !isAnyQuestionWord(word));
    if (leftOver.length === 0 || meaning.language !== "en") return null;
    const [stem] =
      (await wordsInLeads(asking.store, filter, { ...meaning, leads: { ...meaning.leads, leftOver } })) ?? [];
    return stem === undefined ? null : select({ ...filter, search: stem });
  };
  const found =
    (search === undefined ? null : await foundWith(search)) ??
    (search === undefined ? await foundWith(meaning.leads.leftOver.join(" ")) : null);
  const selected = found ?? (await select(filter));
  if (selected === null) return null;
  const note = search === undefined || selected === found ? "" : leftOutNote([search], say);
  return { selected, note };
}

async function groupsOf(
  { store }: Asking,
  selected: SelectedLeads,
  dimension: Dimension,
  needsRows: boolean,
): Promise<{ groups: Group[]; isOnlyNewest: boolean }> {
  const { filter } = selected;
  const values = await dimension.values?.();
  if (values !== undefined && isOfFilter(selected) && !needsRows) {
    const groups = values
      .filter((value) =>
        Object.entries(value.filter).every(
          ([key, own]) => OF_RANGE.has(key) || (filter[key as keyof LeadFilter] ?? own) === own,
        ),
      )
      .map((value): Group => {
        const own = { ...filter, ...value.filter };
        return {
          label: value.label,
          filter: own,
          rows: [],
          count: async (status) => (await store.leads.count({ ...own, ...(status !== undefined && { status }) })).count,
        };
      });
    const counts = dimension.keepsEmpty === true ? [] : await Promise.all(groups.map(({ count }) => count()));
    return { groups: groups.filter((_, at) => counts[at] !== 0), isOnlyNewest: false };
  }
  const view = dimension.needsAll === true ? "full" : "row";
  const whole = isOfFilter(selected) || view === "full" ? await allOf(store, filter, view) : [];
  const own = isOfFilter(selected) ? null : new Set((await selected.rows("-createdAt", MOST_READ)).map(({ id }) => id));
  const isRead = view === "row" && own !== null;
  const rows = isRead ? await selected.rows("-createdAt", MOST_READ) : whole.filter(({ id }) => own?.has(id) !== false);
  const labels = dimension.keepsEmpty === true ? (values ?? []).map(({ label }) => label) : [];
  return { groups: grouped(rows, dimension, labels), isOnlyNewest: rows.length >= MOST_READ };
}

const OF_RANGE: ReadonlySet<string> = new Set(["from", "to", "fields"]);

function grouped(rows: readonly LeadRow[], { of }: Dimension, labels: readonly string[] = []): Group[] {
  const groups = new Map<string, LeadRow[]>(labels.map((label) => [label, []]));
  for (const row of rows)
    for (const label of of(row)) {
      const own = groups.get(label);
      if (own === undefined) groups.set(label, [row]);
      else own.push(row);
    }
  return [...groups].map(([label, own]) => ({
    label,
    rows: own,
    count: async (status) => (status === undefined ? own.length : own.filter((row) => row.status === status).length),
  }));
}

/** "9 (Gmail 4, Google Sheets 5)" */
async function cellsOf({ rows }: Group, second: Dimension, measure: Measure): Promise<string> {
  const cells = await Promise.all(
    grouped(rows, second).map(async (group) => ({ label: group.label, ...(await measure.of(group, 0)) })),
  );
  const sorted = cells.toSorted((one, other) => other.order - one.order);
  return sorted.length === 0
    ? ""
    : `; ${sorted
        .slice(0, SHOWN)
        .map(({ label, text }) => `${label} ${text}`)
        .join("; ")}`;
}

/** The same figures of the time before. */
async function formerValues(
  asking: Asking,
  dimension: Dimension,
  measure: Measure,
  span: ComparedSpan,
): Promise<ReadonlyMap<string, Value>> {
  const chosen = await chosenLeads(asking, measure, span);
  if (chosen === null) return new Map();
  const { groups } = await groupsOf(asking, chosen.selected, dimension, measure.needsRows === true);
  return new Map(
    await Promise.all(
      groups.map(async (group) => [group.label, await measure.of(group, chosen.selected.count)] as const),
    ),
  );
}

/** "City" of "leads per city", which leads don't have. */
function unknownGroup({ meaning: { asks, leads, wording } }: Asking): string | undefined {
  const noun = /\b(?:by|per|each) (?:the )?(?<noun>\p{L}+)$/u.exec(wording.text)?.groups?.["noun"];
  return asks.by.length === 0 && leads.leftOver.includes(noun ?? "") ? noun : undefined;
}

function notGrouped(noun: string, { fields, say }: Asking): ReturnType<typeof fromData> {
  const own = fields.filter(({ options }) => options.length > 0).map(({ name }) => `, ${name}`);
  const more = own.join("");
  const words = say(
    `Leads can't be grouped by “${noun}”. Try source, status, owner, tag, rule, country, company, industry, job title${more} or time.`,
    `Nach „${noun}“ lassen sich Leads nicht gruppieren. Möglich sind Quelle, Status, Betreuer, Schlagwort, Regel, Land, Firma, Branche, Position${more} oder Zeit.`,
    `Les prospects ne peuvent pas être regroupés par « ${noun} ». Essayez source, statut, responsable, étiquette, règle, pays, entreprise, secteur, poste${more} ou période.`,
    `Los leads no se pueden agrupar por «${noun}». Pruebe con fuente, estado, responsable, etiqueta, regla, país, empresa, sector, cargo${more} o tiempo.`,
  );
  return { ...fromData(words, [leadsLink("All leads", {})]), from: "none" };
}

function noOwners({ say }: Asking): ReturnType<typeof fromData> {
  return fromData(
    say(
      "Leads have owners once your team has accounts.",
      "Leads haben Betreuer, sobald es Konten gibt.",
      "Les prospects ont un responsable dès que l'équipe a des comptes.",
      "Los leads tienen responsable cuando el equipo tiene cuentas.",
    ),
    [{ label: "Account", href: "/account" }],
    ["How do I add a user?"],
  );
}
