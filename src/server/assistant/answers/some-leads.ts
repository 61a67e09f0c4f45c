import type { LeadFilter, LeadRow, LeadSort } from "#shared/contract/leads/lead.ts";
import { fieldOfSort, isFieldSort } from "#shared/contract/leads/field-filter.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import { leadTitle } from "#shared/lead-title.ts";
import {
  cardOf,
  fromData,
  leadLink,
  leadsLink,
  sentences,
  type Answering,
  type Asking,
} from "#server/assistant/answers/answer.ts";
import { selectedWords, thereAre } from "#server/assistant/answers/selected-words.ts";
import { contactNote, lackWords, paceWords, shareWords } from "#server/assistant/answers/count-notes.ts";
import { isOfFilter, openRowsOf, selectLeads, type SelectedLeads } from "#server/assistant/answers/select-leads.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { day, localDay } from "#server/assistant/understanding/time-span.ts";
import { COUNTING } from "#server/assistant/understanding/request-words.ts";
import { fieldsIn } from "#server/assistant/understanding/words.ts";
import { fieldValueWords, keysOfFields } from "#server/assistant/words/field-words.ts";
import { dueIn, oneStatusIn } from "#server/assistant/words/lead-words.ts";
import { listed, momentWords, numberWords, stepDueWords } from "#server/assistant/words/moment.ts";
import { quoted, type Texts } from "#server/assistant/words/say.ts";
import { tagNamed } from "#server/db/tags/tags.ts";
import type { Store } from "#server/db/store.ts";

/** The leads of a list without a number. */
export const SHOWN_IN_LISTS = 5;
const MOST_SHOWN = 10;

/** "How many pending leads came from websites this week?" */
export const countLeads: Answering = async (asking) => {
  const { workspace, meaning, now, language, say } = asking;
  const unknown = ofUnknownTag(asking);
  if (unknown !== null) return unknown;
  const text = meaning.wording.text;
  const leads =
    /\bnew\b/u.test(text) && meaning.leads.span === null && meaning.leads.filter.search === undefined
      ? ofToday(meaning.leads, now)
      : meaning.leads;
  const selected = await selectLeads({
    ...asking,
    meaning: {
      ...meaning,
      leads: leads.filter.status === "pending" && isOfLack(text) ? { ...leads, leftOver: [] } : leads,
    },
  });
  if (selected === null) return null;
  // "Anything from Acme?"
  const isFew = selected.count > 0 && selected.count <= SHOWN_IN_LISTS;
  if (isFew && leads.filter.search !== undefined && !COUNTING.test(text))
    return listLeads({ ...asking, meaning: { ...meaning, leads } });
  const { store } = workspace;
  const { filter, count, isExact } = selected;
  const inTime = leads.span?.words ?? null;
  const words = selectedWords(asking, selected, inTime);
  const hasLink = count > 0 && isOfFilter(selected);
  const links = hasLink ? [leadsLink(count === 1 ? "Show it" : "Show them", filter, null, now)] : [];
  const follow = [
    ...(count > 0 && !hasLink ? ["Show them"] : []),
    leads.span === null || inTime === "last week" ? "And this week?" : "And last week?",
  ];
  const approved =
    filter.status !== "qualified" ||
    !isOfFilter(selected) ||
    /\b(?:review|reviewed|approve|call|contact|follow up|decision|waiting)\b/u.test(text)
      ? 0
      : (await store.leads.count({ ...filter, status: "approved" })).count;
  // The dashboard's figure counts approved leads as qualified; the list's filter does not.
  const all = numberWords(count + approved, language);
  const more = numberWords(approved, language);
  return {
    ...fromData(
      sentences(
        contactNote(asking),
        `${thereAre(words, count, say)}.`,
        await lackWords(asking, selected),
        meaning.isShare === true ? await shareWords(asking, count) : paceWords(asking, count),
        approved === 0
          ? ""
          : say(
              `${more} more ${approved === 1 ? "is" : "are"} already approved, ${all} in total.`,
              `${more} weitere sind schon genehmigt, zusammen ${all}.`,
              `${more} de plus sont déjà approuvés, soit ${all} au total.`,
              `${more} más ya están aprobados, ${all} en total.`,
            ),
        language === "en" && filter.status !== "qualified"
          ? sentences(await rejectedToo(store, filter, text), decidedWhen(filter))
          : "",
        language === "en" && count === 0 && isExact ? whereLooked(selected) : "",
      ),
      [...links, ...(approved > 0 ? [leadsLink("Approved ones", { ...filter, status: "approved" })] : [])],
      follow,
    ),
  };
};

function ofUnknownTag({ meaning: { leads }, tags, say, language }: Asking): ChatReply | null {
  const unknown = leads.tags.find((tag) => tagNamed(tags, tag) === undefined);
  if (unknown === undefined) return null;
  const name = quoted(unknown, say);
  const known = listed(
    tags.filter(({ mergedInto }) => mergedInto === null).map((tag) => quoted(tag.name, say)),
    language,
  );
  return fromData(
    [
      say(
        `There's no tag ${name}.`,
        `Das Schlagwort ${name} gibt es nicht.`,
        `L'étiquette ${name} n'existe pas.`,
        `La etiqueta ${name} no existe.`,
      ),
      known === ""
        ? ""
        : say(`Your tags: ${known}.`, `Vorhanden: ${known}.`, `Existantes : ${known}.`, `Existentes: ${known}.`),
    ],
    [leadsLink("All leads", {})],
  );
}

/** The other words of such a question are about what leads lack. */
const isOfLack = (text: string): boolean => /\black\w*\b|\bwhy\b/u.test(text);

/** "Show pending leads from acme", "the best leads", "who should I call first?" */
export const listLeads: Answering = async (asking) => {
  const { meaning, now, language, say } = asking;
  const { leads, skip = 0 } = meaning;
  const unknown = ofUnknownTag(asking);
  if (unknown !== null) return unknown;
  const selected = await selectLeads(asking);
  if (selected === null) return null;
  const { filter, count, isExact } = selected;
  const limit = Math.min(leads.limit ?? SHOWN_IN_LISTS, MOST_SHOWN);
  const passed = skip * limit;
  const skipsRejected = skipsRejectedOf(leads, selected);
  const rows = (await listedRows(asking, selected, passed + limit)).slice(passed);
  const list = leadsLink("Open the list", filter, leads.sort, now);
  const isOfBoard = /\b(?:boards?|kanban|cards)\b/u.test(meaning.wording.text);
  const link = isOfBoard ? asBoard(list) : list;
  const words = selectedWords(asking, selected, leads.span?.words ?? null);
  const contact = contactNote(asking);
  const are = thereAre(words, count, say);
  const overdue = dueIn(filter, now) === "today" ? await overdueWords(asking, filter) : "";
  if (rows.length === 0) {
    const looked = language === "en" && isExact ? whereLooked(selected) : "";
    return fromData(sentences(contact, `${are}${overdue}.`, looked), [link], ["Who should I call first?"]);
  }
  const head =
    count <= rows.length ? `${are}${overdue}:` : `${are}. ${headOf(asking, rows.length, passed, skipsRejected)}:`;
  return {
    ...fromData(
      [sentences(contact, head), ...rows.map((row) => `• ${rowWords(row, asking, filter)}`)],
      isOfBoard
        ? [link]
        : [...rows.map((row) => leadLink(row.id, leadTitle(row))), ...(isOfFilter(selected) ? [link] : [])],
      [`Why is ${rows[0]?.name ?? "it"} at ${rows[0]?.score ?? 0}?`],
    ),
    leads: rows.map((row) => {
      const detail = askedWords(row, asking, filter).join(", ");
      return { ...cardOf(row), ...(detail !== "" && { detail }) };
    }),
  };
};

/** Steps that should have been done before today. */
async function overdueWords({ store, now, say, language }: Asking, filter: LeadFilter): Promise<string> {
  const { dueFrom: _from, ...others } = filter;
  const { count } = await store.leads.count({ ...others, dueBefore: localDay(now) });
  const n = numberWords(count, language);
  return count === 0
    ? ""
    : say(`, and ${n} overdue`, `, dazu ${n} überfällige`, `, et ${n} en retard`, `, y ${n} atrasados`);
}

async function openRows({ store }: Asking, selected: SelectedLeads, sort: LeadSort, limit: number): Promise<LeadRow[]> {
  if (isOfFilter(selected)) return openRowsOf(store, selected.filter, sort, limit);
  return (await selected.rows(sort, selected.count)).filter(({ status }) => status !== "rejected").slice(0, limit);
}

/** The first lead of the list that a question asks for. */
export async function firstListed(asking: Asking): Promise<LeadRow | null> {
  const selected = await selectLeads(asking);
  // As many as the list shows, which orders them.
  return selected === null ? null : ((await listedRows(asking, selected, SHOWN_IN_LISTS))[0] ?? null);
}

/** A superlative means a lead worth working on. */
function skipsRejectedOf({ sort }: LeadQuestion, { filter, rule, country }: SelectedLeads): boolean {
  return (
    sort !== null &&
    sort !== "nextStep" &&
    !isFieldSort(sort) &&
    filter.status === undefined &&
    (rule ?? country) === undefined
  );
}

export async function listedRows(asking: Asking, selected: SelectedLeads, upTo: number): Promise<LeadRow[]> {
  const { leads } = asking.meaning;
  const sort = leads.sort ?? "-createdAt";
  if (leads.isOfNext && isOfFilter(selected)) {
    const due = await dueRows(asking, selected.filter);
    const best = await selected.rows(sort, upTo);
    return [...new Map([...due, ...best].map((row) => [row.id, row])).values()].slice(0, upTo);
  }
  return skipsRejectedOf(leads, selected) ? openRows(asking, selected, sort, upTo) : selected.rows(sort, upTo);
}

/** Leads to contact whose next step is due, first the one that has been for the longest. */
function dueRows({ store, now }: Asking, { status: _status, ...filter }: LeadFilter): Promise<LeadRow[]> {
  return openRowsOf(store, { ...filter, dueBefore: localDay(day(now, 1)) }, "nextStep", MOST_SHOWN);
}

/** New leads are today's unless the question gives a time. */
function ofToday(leads: LeadQuestion, now: Date): LeadQuestion {
  const span = { from: day(now), to: null, words: "today" };
  return { ...leads, span, filter: { ...leads.filter, from: span.from.toISOString() } };
}

/** Pending leads are only some of those that aren't qualified. */
async function rejectedToo({ leads }: Pick<Store, "leads">, filter: LeadFilter, asked: string): Promise<string> {
  if (filter.status !== "pending" || !/\b(?:unqualified|not qualified)\b/u.test(asked)) return "";
  const { count } = await leads.count({ ...filter, status: "rejected" });
  return count === 0 ? "" : `${numberWords(count)} more ${count === 1 ? "is" : "are"} rejected.`;
}

/** Leads are filtered by when they arrived, which is not what "approved yesterday" means. */
function decidedWhen({ status, from }: LeadFilter): string {
  return from !== undefined && (status === "approved" || status === "rejected")
    ? `This counts leads by when they came in. Recent Activity shows when they were ${status}.`
    : "";
}

/** What was searched, if nothing was found. */
function whereLooked({ filter: { search }, country }: SelectedLeads): string {
  if (country !== undefined) return "I looked at the country codes of phone numbers.";
  return search === undefined ? "" : `I searched names, companies, email addresses and notes for “${search}”.`;
}

function headOf(
  { meaning: { leads }, fields, language, say }: Asking,
  shown: number,
  passed: number,
  skipsRejected: boolean,
): string {
  const n = numberWords(shown, language);
  if (passed > 0) return say(`The next ${n}`, `Die nächsten ${n}`, `Les ${n} suivants`, `Los ${n} siguientes`);
  const { sort } = leads;
  if (leads.isOfNext)
    return say(
      "Next steps that are due come first, then the highest scores",
      "Zuerst fällige nächste Schritte, dann die meisten Punkte",
      "D'abord les prochaines étapes à faire, puis les meilleurs scores",
      "Primero los próximos pasos pendientes, luego las mejores puntuaciones",
    );
  if (sort !== null && isFieldSort(sort)) {
    const name = fields.find(({ key }) => key === fieldOfSort(sort))?.name ?? fieldOfSort(sort);
    const isDown = sort.startsWith("-");
    return say(
      `The ${n} with the ${isDown ? "highest" : "lowest"} ${name}`,
      `Die ${n} mit ${isDown ? "höchstem" : "niedrigstem"} Wert: ${name}`,
      `Les ${n} avec ${name} le plus ${isDown ? "élevé" : "bas"}`,
      `Los ${n} con ${name} más ${isDown ? "alto" : "bajo"}`,
    );
  }
  const head = say(...(ORDERS[sort ?? "-createdAt"] ?? ORDERS["-createdAt"])).replace("#", n);
  return skipsRejected
    ? `${head}${say(", excluding rejected ones", ", ohne die abgelehnten", ", sans les rejetés", ", sin los rechazados")}`
    : head;
}

/** `#` is how many are shown. */
const ORDERS: Readonly<Record<string, Texts>> & Record<"-createdAt", Texts> = {
  "-createdAt": ["The # newest", "Die # neuesten", "Les # plus récents", "Los # más recientes"],
  createdAt: ["The # oldest", "Die # ältesten", "Les # plus anciens", "Los # más antiguos"],
  nextStep: ["The first #", "Die ersten #", "Les # premiers", "Los # primeros"],
  "-score": [
    "The # with the highest score",
    "Die # mit der höchsten Punktzahl",
    "Les # avec le score le plus élevé",
    "Los # con la puntuación más alta",
  ],
  score: [
    "The # with the lowest score",
    "Die # mit der niedrigsten Punktzahl",
    "Les # avec le score le plus bas",
    "Los # con la puntuación más baja",
  ],
};

/** The list's address as a board. */
function asBoard({ href }: HelpLink): HelpLink {
  return { label: "Open the board", href: `${href}${href.includes("?") ? "&" : "?"}layout=board` };
}

function rowWords(row: LeadRow, asking: Asking, filter: LeadFilter): string {
  const { name, company, email, score, status, createdAt } = row;
  const { now, language, say } = asking;
  const who = [name || email || say("Unnamed lead", "Ohne Namen", "Sans nom", "Sin nombre"), company]
    .filter(Boolean)
    .join(", ");
  const when = momentWords(createdAt, now, language);
  const facts = say(
    `${who}: score ${score}, ${status}, came in ${when}`,
    `${who}: ${score} Punkte, ${oneStatusIn(status, language)}, eingegangen ${when}`,
    `${who} : score ${score}, ${oneStatusIn(status, language)}, arrivé ${when}`,
    `${who}: puntuación ${score}, ${oneStatusIn(status, language)}, llegó ${when}`,
  );
  return [facts, ...askedWords(row, asking, filter)].join(", ");
}

const ownerWords = ({ owner }: LeadRow, say: Asking["say"]): string =>
  owner || say("no owner", "ohne Betreuer", "sans responsable", "sin responsable");

/** What a list is about besides scores: next steps, custom fields, and what is wrong with addresses. */
function askedWords(row: LeadRow, { meaning, now, fields, language, say }: Asking, filter: LeadFilter): string[] {
  const { nextStep, addressReason } = row;
  const isDue = meaning.leads.isOfNext && (nextStep?.due ?? "9") < localDay(day(now, 1));
  const isOfSteps = isDue || filter.dueFrom !== undefined || filter.dueBefore !== undefined;
  const noPhone = say("no phone number", "ohne Telefonnummer", "sans téléphone", "sin teléfono");
  const values = keysOfFields(filter, fieldsIn(meaning.wording)).flatMap((key) => {
    const value = row.fields[key];
    const name = fields.find((field) => field.key === key)?.name ?? key;
    return value === undefined ? [] : [`${name} ${fieldValueWords(value, language)}`];
  });
  const asks = (words: RegExp): boolean => words.test(meaning.wording.text);
  return [
    ...(asks(/\b(?:phones?|numbers?|contact details)\b/u) && row.phone !== "" ? [row.phone] : []),
    ...(meaning.leads.isOfNext && asks(/\b(?:call|ring)\b/u) ? [row.phone || noPhone] : []),
    ...(asks(/\b(?:e?mails?|email address(?:es)?|contact details)\b/u) && filter.source !== "email" && row.email !== ""
      ? [row.email]
      : []),
    ...(asks(/\b(?:whose|owns?|owners?|responsible)\b/u) || (isOfSteps && filter.owner === undefined)
      ? [ownerWords(row, say)]
      : []),
    ...(isOfSteps && nextStep !== null ? [`${nextStep.text} (${stepDueWords(nextStep.due, language)})`] : []),
    ...(filter.addressQuality !== undefined && addressReason !== "" ? [addressReason.replace(/\.$/u, "")] : []),
    ...values,
  ];
}
