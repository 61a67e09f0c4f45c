import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { fromData, leadLink, leadsLink, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { firstListed } from "#server/assistant/answers/some-leads.ts";
import { editDistance } from "#shared/text/edit-distance.ts";
import type { LeadNames } from "#server/assistant/understanding/mark-names.ts";
import { isQuestionWord } from "#server/assistant/understanding/intent-model.ts";
import { COMPARED } from "#server/assistant/understanding/request-words.ts";
import { isAnyQuestionWord, isCommon } from "#server/assistant/understanding/translate.ts";
import { plainWord, wordsOf, type Word } from "#server/assistant/understanding/words.ts";
import { atMost, listed } from "#server/assistant/words/moment.ts";
import { quoted, type Say } from "#server/assistant/words/say.ts";
import type { Store } from "#server/db/store.ts";

const LOOKED_AT = 50;
const NAMED = 6;

export type FoundLead =
  | { kind: "one"; lead: StoredLead }
  | { kind: "several"; candidates: LeadRow[]; total: number }
  /** No lead has this name, but some have a similar one, or one that begins so. */
  | { kind: "near"; candidates: LeadRow[]; isBegun?: true }
  | { kind: "none" };

/** The most words of a question that are looked up. */
const MOST_WORDS = 16;
const MOST_MISSPELLED = 4;

/** The names of leads and companies that a text contains, and its words that are part of one. */
export async function leadNamesIn(store: Pick<Store, "leads">, text: string): Promise<LeadNames> {
  const { words } = wordsOf(text);
  const asked = ` ${words.map(({ meant }) => meant).join(" ")} `;
  // "From acme", which a few example questions have, too
  const isOfName = (word: Word, at: number): boolean =>
    /^(?:from|at|of|von|bei|chez|de|del)$/u.test(words[at - 1]?.meant ?? "") && !isCommon(word.meant);
  const unusual = new Set(
    words
      .filter(
        (word, at) =>
          word.meant.length > 2 &&
          (!isAnyQuestionWord(word.meant) || (at > 0 && /^\p{Lu}/u.test(word.said)) || isOfName(word, at)),
      )
      .map(({ meant }) => meant),
  );
  const whole = new Map<string, string[]>();
  const parts = new Set<string>();
  const titles = new Set<string>();
  const found = new Set<string>();
  const lookUp = async (said: string, word: string): Promise<void> => {
    for (const row of await search(store, said)) {
      const title = wordsOf(row.title).text;
      if (` ${wordsOf(`${row.title} ${row.industry}`).text} `.includes(` ${word} `)) found.add(word);
      const isTitle =
        title.includes(" ") ||
        !isAnyQuestionWord(title) ||
        new RegExp(String.raw`\b${RegExp.escape(row.title)}`, "u").test(text);
      if (isTitle && title.length > 2 && new RegExp(String.raw` ${RegExp.escape(title)}s? `, "u").test(asked))
        titles.add(title);
      for (const name of [row.name, row.company, row.email]) {
        const own = wordsOf(name).words.map(({ meant }) => meant);
        const joined = own.join(" ");
        if (own.length > 1 && asked.includes(` ${joined} `)) whole.set(joined, own);
        const isPart = own.some((one) => one === word || (word.length > 4 && one[0] === word[0] && isTypo(one, word)));
        if (isPart && (!isAnyQuestionWord(word) || own.includes(word))) parts.add(word);
      }
    }
  };
  await Promise.all([...unusual].slice(0, MOST_WORDS).map((word) => lookUp(word, word)));
  const unknown = [...unusual.difference(parts)].filter((word) => word.length > 4 && !isAnyQuestionWord(word));
  await Promise.all(unknown.slice(0, MOST_MISSPELLED).map((word) => lookUp(word.slice(0, 3), word)));
  // Both words may be misspelled: "dan brwon".
  const isOpen = ({ meant }: Word): boolean =>
    meant.length > 2 && /^\p{L}/u.test(meant) && !parts.has(meant) && !isQuestionWord("en")(meant);
  const pairs = words.flatMap((word, at) => {
    const next = words[at + 1];
    return next !== undefined && isOpen(word) && isOpen(next) ? [[word.meant, next.meant] as const] : [];
  });
  for (const pair of pairs.slice(0, MOST_MISSPELLED))
    if ((await nearlySo(store, pair.join(" "))).length > 0) for (const word of pair) parts.add(word);
  for (const title of titles) for (const word of title.split(" ")) parts.delete(word);
  return {
    whole: [...whole.values()],
    parts,
    found,
    titles: [...titles].toSorted((one, other) => other.length - one.length),
  };
}

function isTypo(one: string, word: string): boolean {
  const letters = [one, word].map((text) => [...text].toSorted().join(""));
  return editDistance(one, word, 1) <= 1 || letters[0] === letters[1];
}

/** Finds the lead meant by a name, an email address, a company or "lead 12". */
export async function findLead(store: Pick<Store, "leads">, said: string): Promise<FoundLead> {
  const name = said.trim().slice(0, LIMITS.list.searchLength);
  if (name === "") return { kind: "none" };
  const byId = /^(?:lead )?#?(\d{1,19})$/iu.exec(name)?.[1];
  if (byId !== undefined) {
    const lead = await store.leads.get(byId);
    return lead === null ? { kind: "none" } : { kind: "one", lead };
  }
  // "Wes of Iron Oak"
  const joined = name.replaceAll(/\s(?:of|from|at|with|von|vom|bei|de|du|chez|del)\s(?=\S)/giu, " ");
  const found = [await search(store, name), joined === name ? [] : await search(store, joined)].find(
    ({ length }) => length > 0,
  );
  const known = found === undefined ? null : await chosen(store, found, name);
  if (known !== null) return known;
  const near = await nearlySo(store, name);
  return near.length === 0 ? { kind: "none" } : { kind: "near", candidates: near };
}

/** Answers about one lead: finds it, or explains why it's ambiguous. Null if no lead has this name. */
export function aboutLead(answer: (lead: StoredLead, asking: Asking) => Promise<ChatReply | null>): Answering {
  return async (asking) => {
    const { store, meaning, pageLeadId, say } = asking;
    const { who = "" } = meaning;
    if (who === "") {
      const lead = pageLeadId === null ? null : await store.leads.get(pageLeadId);
      if (lead !== null) return answer(titled(lead), asking);
      const { leads } = meaning;
      const ofList =
        leads.sort === null || leads.sort === "nextStep"
          ? null
          : await firstListed({ ...asking, meaning: { ...meaning, leads: { ...leads, leftOver: [] } } });
      const first = ofList === null ? null : await store.leads.get(ofList.id);
      if (first !== null) return answer(titled(first), asking);
      // "Explain the threshold" is about no lead.
      if (ofList === null && !ONE.test(meaning.wording.text) && meaning.intent !== "act") return null;
      return fromData(
        say(
          "Which lead do you mean? Open it, or give me its name.",
          "Welchen Lead meinen Sie? Öffnen Sie ihn oder nennen Sie den Namen.",
          "Quel prospect ? Ouvrez-le ou donnez-moi son nom.",
          "¿Qué lead? Ábralo o dígame su nombre.",
        ),
        [leadsLink("All leads", {})],
      );
    }
    const found = await findLead(store, who);
    const name = quoted(who, say);
    switch (found.kind) {
      case "one":
        return answer(titled(found.lead), asking);
      case "several": {
        const isMany = found.total >= LOOKED_AT;
        const n = isMany ? say("Many", "Viele", "Beaucoup de", "Muchos") : String(found.total);
        const question = say(
          `${n} leads match ${name}. Which one do you mean?`,
          `${n} Leads passen zu ${name}. Welcher ist gemeint?`,
          `${n} prospects correspondent à ${name}. Lequel ?`,
          `${n} leads coinciden con ${name}. ¿Cuál?`,
        );
        return whichOne(question, found.candidates, who, say);
      }
      case "near": {
        const [only, ...others] = found.candidates;
        const isUnclear = only === undefined || others.length > 0 || found.isBegun === true;
        const lead = isUnclear ? null : await store.leads.get(only.id);
        const reply = lead === null ? null : await answer(titled(lead), asking);
        const assumed = say("I assume you mean", "Gemeint ist wohl", "Je suppose qu'il s'agit de", "Supongo que es");
        if (reply !== null) return { ...reply, reply: `${assumed} ${lead?.name}.\n${reply.reply}` };
        const question = say(
          `I couldn't find a lead named ${name}. Did you mean one of these?`,
          `Es gibt keinen Lead namens ${name}. Ist einer von diesen gemeint?`,
          `Aucun prospect ne s'appelle ${name}. Est-ce l'un de ceux-ci ?`,
          `No hay ningún lead llamado ${name}. ¿Es uno de estos?`,
        );
        return whichOne(question, found.candidates, who, say);
      }
      case "none":
        return null;
    }
  };
}

/** The most leads of a message that are looked up one by one. */
export const MOST_NAMED = 10;

/** "Why do Ann and Bob have different scores?": one after the other. */
export function eachLead(answer: Answering): Answering {
  return async (asking) => {
    const { meaning } = asking;
    const names = (meaning.who ?? "").split(/,? (?:and|und|et|y|e) |, /u).filter(Boolean);
    if (names.length < 2 || names.length > MOST_NAMED) return answer(asking);
    if ((await findLead(asking.store, meaning.who ?? "")).kind === "one") return answer(asking);
    const named = await Promise.all(names.map((who) => findLead(asking.store, who)));
    const replies = await Promise.all(names.map((who) => answer({ ...asking, meaning: { ...meaning, who } })));
    const found = replies.filter((reply) => reply !== null);
    const [first] = found;
    if (first === undefined || found.length < names.length) return answer(asking);
    const compared = COMPARED.test(meaning.wording.text)
      ? named.flatMap((one) => (one.kind === "one" ? [titled(one.lead)] : []))
      : [];
    return {
      ...first,
      reply: [...comparedWords(compared, asking), ...found.map(({ reply }) => reply)].join("\n\n"),
      links: found.flatMap(({ links }) => links),
      ...(first.leads !== undefined && { leads: found.flatMap(({ leads = [] }) => leads) }),
      ...(first.actions !== undefined && { actions: found.flatMap(({ actions = [] }) => actions) }),
    };
  };
}

/** "Ann (70) scores higher than Bob (45)." */
function comparedWords(leads: readonly StoredLead[], { say, language }: Asking): string[] {
  const most = Math.max(...leads.map(({ score }) => score));
  const [ahead, others] = [true, false].map((isMost) => leads.filter(({ score }) => (score === most) === isMost));
  const named = (some: readonly StoredLead[] = []): string =>
    listed(
      some.toSorted((one, other) => other.score - one.score).map(({ name, score }) => `${name} (${score})`),
      language,
    );
  const [first, rest] = [named(ahead), named(others)];
  const isOne = ahead?.length === 1;
  if (leads.length < 2) return [];
  if (rest === "")
    return [
      say(
        `${first} have the same score.`,
        `${first} haben gleich viele Punkte.`,
        `${first} ont le même score.`,
        `${first} tienen la misma puntuación.`,
      ),
    ];
  return [
    say(
      `${first} ${isOne ? "scores" : "score"} higher than ${rest}.`,
      `${first} ${isOne ? "hat" : "haben"} mehr Punkte als ${rest}.`,
      `${first} ${isOne ? "a" : "ont"} un meilleur score que ${rest}.`,
      `${first} ${isOne ? "tiene" : "tienen"} más puntos que ${rest}.`,
    ),
  ];
}

const ONE = /\b(?:this|it|its|she|he|her|him|his)\b/u;
/** Uses the display title as the name, since answers need one. */
function titled(lead: StoredLead): StoredLead {
  return { ...lead, name: leadTitle(lead) };
}

function whichOne(question: string, candidates: readonly LeadRow[], who: string, say: Say): ChatReply {
  const lines = candidates.map((row) => {
    const facts = [row.name, row.company, row.email].filter(Boolean).join(", ") || leadTitle(row);
    return `• ${facts}, ${say("score", "Punkte:", "score", "puntuación")} ${row.score}`;
  });
  return fromData(
    [question, ...atMost(lines, NAMED, say)],
    [
      ...candidates.slice(0, NAMED).map((row) => leadLink(row.id, leadTitle(row))),
      leadsLink("Search the list", { search: who }),
    ],
  );
}

/**
 * The leads whose name matches exactly, else those that have its words. A single word that only begins a name leaves a
 * doubt, and one within a name, as "Ann" in "Hannah", does not count: null if nothing else was found.
 */
async function chosen(store: Pick<Store, "leads">, found: LeadRow[], name: string): Promise<FoundLead | null> {
  const folded = plainWord(name);
  const exact = found.filter((row) => plainWord(row.name) === folded || plainWord(row.email) === folded);
  const named = (is: (own: string) => boolean): LeadRow[] => found.filter((row) => nameWords(row).some(is));
  const whole = exact.length > 0 ? exact : named((own) => own === folded);
  if (whole.length === 0 && /^\p{L}+$/u.test(folded)) {
    const begun = named((own) => own.startsWith(folded));
    if (begun.length > 0) return { kind: "near", candidates: begun, isBegun: true };
  }
  const within = new Set(whole.length > 0 ? [] : named((own) => own.includes(folded)));
  const [only, ...others] = whole.length > 0 ? whole : found.filter((row) => !within.has(row));
  if (only === undefined) return null;
  if (others.length > 0) return { kind: "several", candidates: [only, ...others], total: others.length + 1 };
  const lead = await store.leads.get(only.id);
  return lead === null ? { kind: "none" } : { kind: "one", lead };
}

const nameWords = ({ name, company, email }: LeadRow): string[] =>
  plainWord(`${name} ${company} ${email}`).split(/[^\p{L}\p{N}]+/u);

/** Leads whose name is one or two typos away or contains the words among others; searches for each word of the name. */
async function nearlySo(store: Pick<Store, "leads">, name: string): Promise<LeadRow[]> {
  const folded = plainWord(name);
  const words = folded.split(/\s+/u).filter((word) => word.length >= 3);
  const rows = new Map<string, LeadRow>();
  for (const word of words.slice(0, 4)) {
    for (const row of await search(store, word)) rows.set(row.id, row);
  }
  // The first letters still match a word with a typo near its end.
  for (const word of words.slice(0, 2)) for (const row of await search(store, word.slice(0, 3))) rows.set(row.id, row);
  return [...rows.values()].filter((row) => isNearlySo(plainWord(row.name), folded));
}

function isNearlySo(name: string, asked: string): boolean {
  if (editDistance(name, asked, 2) <= 2 && asked.length > 4) return true;
  const words = name.split(/\s+/u);
  return asked
    .split(/\s+/u)
    .every((word) =>
      words.some((one) => editDistance(one, word, word.length > 5 ? 2 : 1) <= (word.length > 5 ? 2 : 1)),
    );
}

async function search(store: Pick<Store, "leads">, text: string): Promise<LeadRow[]> {
  const { json } = await store.leads.list({ search: text, sort: "-score", limit: LOOKED_AT, view: "row" });
  return JSON.parse(json) as LeadRow[];
}
