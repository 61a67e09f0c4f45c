import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { ChatAction, ChatReply } from "#shared/contract/chat.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { editDistance } from "#shared/text/edit-distance.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { readFieldValue } from "#shared/contract/leads/field-value.ts";
import { LIMITS } from "#shared/limits.ts";
import { cardOf, fromData, leadLink, leadsLink, offered, type Asking } from "#server/assistant/answers/answer.ts";
import { findLead, MOST_NAMED } from "#server/assistant/answers/find-lead.ts";
import { SHOWN_IN_LISTS } from "#server/assistant/answers/some-leads.ts";
import { selectLeads } from "#server/assistant/answers/select-leads.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { FIGURES } from "#server/assistant/understanding/intents.ts";
import { severalBefore } from "#server/assistant/understanding/meaning.ts";
import { overlaid } from "#server/assistant/understanding/overlaid.ts";
import { tagSaid } from "#server/assistant/offers/tag-said.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { fieldsIn, plainWord, wordsOf, type Wording } from "#server/assistant/understanding/words.ts";
import { fieldValueWords } from "#server/assistant/words/field-words.ts";
import { oneStatusIn } from "#server/assistant/words/lead-words.ts";
import { atMost, listed } from "#server/assistant/words/moment.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { quoted, type Texts } from "#server/assistant/words/say.ts";
import { acting } from "#server/platform/acting.ts";

type Account = Awaited<ReturnType<Asking["workspace"]["store"]["accounts"]["list"]>>[number];

const SHOWN = 8;

/** The leads a request is about, with what they're called. */
interface Chosen {
  ids: string[];
  words: string;
  links: ChatReply["links"];
  leads: NonNullable<ChatReply["leads"]>;
}

/** Those of the question before. */
const OF_THEM = /\b(?:them|these|those)\b/u;
/** Those of the list before without the leads that were named since. */
const OF_OTHERS = /\b(?:others?|other ones|rest|remaining(?: ones| leads)?|what (?:is )?left)\b/u;
const OF_PERSON = /\b(?:of|from|by|von|de) (\p{L}+)\b/u;

/** Nobody decided on them. */
const OPEN = /\b(?:open|undecided|yes or no|offene?[nrs]?|unentschiedene?[nr]?|ouverts?|abiert[oa]s?|sin decidir)\b/u;
/** More than one lead is meant. */
const MANY =
  /\b(?:all|every\w*|leads|contacts|people|ones|prospects|customers|both|two|three|four|five|six|seven|eight|nine|ten|\d+)\b(?! points)/u;

/** The undecided leads that a question describes, or those of the question before; null for a single one or too many. */
async function manyChosen(asking: Asking, statuses: readonly (LeadStatus | undefined)[]): Promise<Chosen | null> {
  const { meaning, language } = asking;
  const list = severalBefore(meaning.previous);
  const isOfRest = list !== undefined && OF_OTHERS.test(meaning.wording.text);
  const isOfThem = isOfRest || (meaning.before !== undefined && OF_THEM.test(meaning.wording.text));
  const without = isOfRest ? namedSince(meaning.previous, list) : [];
  // An answer about something else may list leads, too.
  if (isOfThem && list !== undefined && !isOfLeads(list) && asking.listed.length > 1)
    return severalNamed(asking, asking.listed.filter((name) => !without.includes(name)).join(", "));
  const asked = isOfThem ? (leadsBefore(asking) ?? meaning) : ofListed(meaning);
  const isMany = isOfThem || (asked.leads.limit ?? 0) > 1 || MANY.test(meaning.wording.text);
  if (!isMany || (asked.leads.isEmpty && asked.leads.leftOver.length === 0)) return null;
  const { status } = asked.leads.filter;
  // "The ones of Diego, can you move them to me?"
  const of = isOfThem ? OF_PERSON.exec(meaning.wording.question)?.[1] : undefined;
  const [person] = of === undefined ? [] : accountsNamed(await asking.store.accounts.list(), of);
  const owner = person === undefined ? {} : { owner: person.id };
  const selections = await Promise.all(
    (status === undefined ? statuses : [status]).map((one) => {
      const filter = { ...asked.leads.filter, ...owner, ...(one !== undefined && { status: one }) };
      return selectLeads({ ...asking, meaning: { ...asked, leads: { ...asked.leads, filter } } });
    }),
  );
  const selected = selections.filter((one) => one !== null);
  // A list in an order shows only its first leads.
  const isOfShown = isOfThem && !isOfRest && asked.intent === "list_leads" && asked.leads.sort !== null;
  const limit = asked.leads.limit ?? (isOfShown ? SHOWN_IN_LISTS : null);
  const most = limit ?? LIMITS.leadIds;
  const sort = asked.leads.sort ?? "-score";
  const named = await Promise.all(without.map((name) => findLead(asking.store, name)));
  const gone = named.flatMap((one) => (one.kind === "one" ? [one.lead.id] : []));
  const found = (await Promise.all(selected.map(({ rows: read }) => read(sort, most)))).flat();
  const rows = found.filter(({ id }) => !gone.includes(id));
  const all = selected.reduce((sum, { count }) => sum + count, 0) - (found.length - rows.length);
  if (selected.length === 0 || (all > most && limit === null)) return null;
  const shown = rows.slice(0, most);
  const isOfStatus = status !== undefined && shown.every((row) => row.status === status);
  const [only, ...others] = shown;
  if (only !== undefined && others.length === 0) return oneChosen(only);
  const words = leadsWords(shown.length, isOfStatus ? { status } : {}, null, true, language, asking);
  return {
    ids: shown.map(({ id }) => id),
    words,
    // Only a list of the same leads.
    links:
      selected.length === 1 && all === shown.length
        ? [leadsLink("Show them", selected[0]?.filter ?? {}, null, asking.now)]
        : [],
    leads: shown.slice(0, SHOWN).map(cardOf),
  };
}

const isOfLeads = ({ intent }: Meaning): boolean => intent === "list_leads" || intent === "act" || FIGURES.has(intent);

/** "Delete the ones under 30", of a list: only of those it has. */
function ofListed(meaning: Meaning): Meaning {
  const { leads, previous, wording } = meaning;
  const isOfList = previous?.intent === "list_leads" || previous?.intent === "count_leads";
  return isOfList && /\bones\b/u.test(wording.text)
    ? { ...meaning, leads: { ...overlaid(previous.leads, leads), leftOver: leads.leftOver } }
    : meaning;
}

/** The leads that questions were about after a list. */
function namedSince(last: Meaning | undefined, list: Meaning): string[] {
  return last === undefined || last === list
    ? []
    : [last.lead ?? "", ...namedSince(last.previous, list)].filter(Boolean);
}

/** The leads that "them" are: those of the list before, or of the request before: "approve all new ones and tag them". */
function leadsBefore(asking: Asking): Meaning | undefined {
  const before = severalBefore(asking.meaning.previous);
  if (before?.intent !== "act") return before;
  if (OF_THEM.test(before.wording.text)) return leadsBefore({ ...asking, meaning: before });
  const { meaning } = withoutVerb({ ...asking, meaning: before }, askedStatus(before.wording.text));
  return {
    ...meaning,
    leads: { ...meaning.leads, leftOver: meaning.leads.leftOver.filter((word) => !OF_REQUEST.has(word)) },
  };
}

/** "Mark Ann Lee as junk." */
export const AS_REJECTED =
  /\bas (?:an? )?(?:junk|spam|lost|dead|useless|not interested|uninterested|not (?:an? )?(?:good )?fit|bad fit|irrelevant)\b/u;

/** "Approve all leads above 90": only those that nobody decided on. */
export async function offerStatusOfMany(asking: Asking): Promise<ChatReply | null> {
  const { meaning, say } = asking;
  const { text } = meaning.wording;
  const status = askedStatus(text);
  const named = await severalNamed(asking, meaning.who ?? "");
  if (named === null && meaning.who !== undefined && meaning.who !== "" && meaning.leads.isEmpty) return null;
  if (named?.leads.every((lead) => lead.status === status) === true)
    return already(asking, status, named.words, named.links);
  const chosen = named ?? (await manyChosen(withoutVerb(asking, status), ["qualified", "pending"]));
  return offeredFor(asking, chosen, say(...DECIDING[status]), { kind: "bulk_status", status });
}

/** What a request would set is set. */
export const already = ({ say, language }: Asking, status: LeadStatus, words: string, links: ChatReply["links"]) =>
  fromData(
    `${words}${say(links?.length === 1 ? " is already" : " are already", ": schon", " : déjà", ": ya")} ${oneStatusIn(status, language)}.`,
    links,
  );

/** `#` is the leads. */
export const DECIDING: Readonly<Record<ReturnType<typeof askedStatus>, Texts>> = {
  approved: ["Approve #", "# genehmigen", "Approuver #", "Aprobar #"],
  rejected: ["Reject #", "# ablehnen", "Rejeter #", "Rechazar #"],
  qualified: ["Qualify #", "# qualifizieren", "Qualifier #", "Calificar #"],
  pending: ["Set # to pending", "# auf offen setzen", "Remettre # en attente", "Dejar # en pendiente"],
};

/** The status that a request sets. */
export function askedStatus(text: string): LeadStatus {
  if (/\b(?:to|as) pending\b/u.test(text)) return "pending";
  if (AS_REJECTED.test(text) || /\b(?:reject|refuse|decline|disqualify)/u.test(text)) return "rejected";
  return /\b(?:approve|accept)/u.test(text) ? "approved" : "qualified";
}

/** Without the verb of the request, which isn't a filter. */
function withoutVerb(asking: Asking, status: LeadStatus): Asking {
  const { leads } = asking.meaning;
  const { status: asked, ...filter } = leads.filter;
  const leftOver = leads.leftOver.filter(
    (word) =>
      !/^(?:approve|accept|reject|decline|disqualify|qualify|refuse|mark|set|put|back|to|as|junk|spam|lost|dead|useless|not|interested|uninterested|fit|irrelevant)$/u.test(
        word,
      ),
  );
  const kept = asked === undefined || asked === status ? filter : leads.filter;
  return { ...asking, meaning: { ...asking.meaning, leads: { ...leads, filter: kept, leftOver } } };
}

/** "Assign the Contoso lead to Laura." */
export async function offerOwner(asking: Asking): Promise<ChatReply | null> {
  const { store, meaning, say } = asking;
  const { text } = meaning.wording;
  const accounts = (await store.accounts.list()).filter(({ isActive }) => isActive);
  const isUnassign = /\bunassign\b|\bremove (?:the )?owner\b/u.test(text);
  const named = accountsNamed(accounts, withoutLeads(meaning.wording));
  const person = isUnassign ? undefined : receiverOf(text, named, accounts);
  if (person === undefined && !isUnassign) return null;
  // "Diego's leads": of whom they are now.
  const owners = named.filter(({ id }) => id !== person?.id);
  if (owners.length > 1) return null;
  const chosen = await chosenFor(
    asking,
    named.map(({ username }) => username),
    owners.map(({ id }) => id),
  );
  const name = person?.username ?? "";
  const label =
    person === undefined
      ? say("Unassign #", "Betreuer entfernen: #", "Retirer le responsable : #", "Quitar responsable: #")
      : say(`Assign # to ${name}`, `# an ${name}`, `Attribuer # à ${name}`, `Asignar # a ${name}`);
  return offeredFor(asking, chosen, label, { kind: "bulk_owner", ownerId: person?.id ?? null });
}

/** A lead may have a colleague's first name. */
export function withoutLeads({ words, question }: Wording): string {
  return words.some(({ isOfLead }) => isOfLead)
    ? words.flatMap(({ said, isOfLead }) => (isOfLead === true ? [] : [said])).join(" ")
    : question;
}

/** Whom a request gives leads: "to me", "to Laura", or the only one it names. */
function receiverOf(text: string, named: readonly Account[], accounts: readonly Account[]): Account | undefined {
  const { userId } = acting();
  if (/\b(?:to|for) (?:me|myself)\b/u.test(text)) return accounts.find(({ id }) => id === userId);
  const isAfter = (before: string, { username }: Account): boolean =>
    new RegExp(
      String.raw`\b(?:${before}) (?:our |colleague )?${RegExp.escape(plainWord(username).split("@")[0] ?? "")}\b`,
      "u",
    ).test(text);
  if (named.length === 0) return /\bme\b|\bmyself\b/u.test(text) ? accounts.find(({ id }) => id === userId) : undefined;
  // "All leads of Priya to Diego"; German has no word before the receiver.
  const others = named.filter((one) => !isAfter("of|from|by", one));
  return named.find((one) => isAfter("to|for", one)) ?? (others.length === 1 ? others[0] : undefined);
}

/** "Tag all leads from Contoso as hot", "Remove the tag old from Ann Lee." */
export async function offerTags(asking: Asking): Promise<ChatReply | null> {
  const { store, meaning, say } = asking;
  const { text, question } = meaning.wording;
  // "Tag Ann Lee hot" as "tag it hot"
  const tag = tagSaid(
    (meaning.lead ?? "") === "" || /["“„«]/u.test(question) ? question : question.replace(meaning.lead ?? "", "it"),
    (await store.tags.list()).map(({ name }) => name),
  );
  if (tag === null) return null;
  const isRemoval = /\b(?:remove|untag|take|delete)\b/u.test(text);
  // Quoted, it isn't among the words that say which leads.
  const chosen =
    (await chosenFor(asking, /["“„«]/u.test(question) ? [] : [tag])) ?? (isRemoval ? await tagged(asking, tag) : null);
  const name = quoted(tag, say);
  const label = isRemoval
    ? say(`Remove ${name} from #`, `${name} entfernen: #`, `Retirer ${name} : #`, `Quitar ${name}: #`)
    : say(`Tag # ${name}`, `${name} vergeben: #`, `Ajouter ${name} : #`, `Etiquetar con ${name}: #`);
  const [add, remove] = isRemoval ? [[], [tag]] : [[tag], []];
  return offeredFor(asking, chosen, label, { kind: "bulk_tags", add, remove });
}

/** "Set segment to SMB for Ann Lee", "clear the budget of all rejected leads" */
export async function offerFields(asking: Asking): Promise<ChatReply | null> {
  const { meaning, language, say } = asking;
  const field = fieldsIn(meaning.wording).find(({ set }) => set !== undefined);
  if (field?.set === undefined) return null;
  const { key, name, set } = field;
  const read = readFieldValue(field, set);
  if ("error" in read) {
    const known = listed(
      atMost(
        field.options.map((option) => quoted(option, say)),
        SHOWN,
        say,
      ),
      language,
    );
    return fromData(`${name}: ${read.error}${known === "" ? "" : `: ${known}`}.`);
  }
  const chosen = await chosenFor(asking, []);
  const value = read.value === null ? null : quoted(fieldValueWords(read.value, language), say);
  const label =
    value === null
      ? say(`Clear ${name} of #`, `${name} leeren: #`, `Effacer ${name} : #`, `Vaciar ${name}: #`)
      : say(
          `Set ${name} to ${value} for #`,
          `${name} auf ${value} setzen: #`,
          `${name} = ${value} : #`,
          `${name} = ${value}: #`,
        );
  return offeredFor(asking, chosen, label, { kind: "bulk_fields", fields: { [key]: read.value } });
}

/** "Remove the tag old from all leads": those that have it. */
async function tagged(asking: Asking, tag: string): Promise<Chosen | null> {
  const leads = { ...asking.meaning.leads, filter: {}, leftOver: [], tags: [tag], isEmpty: false };
  return manyChosen({ ...asking, meaning: { ...asking.meaning, leads } }, [undefined]);
}

/** The leads of a request that also names something else, such as people or a tag, of these owners or any. */
export async function chosenFor(
  asking: Asking,
  named: readonly string[],
  [owner]: readonly string[] = [],
): Promise<Chosen | null> {
  const { meaning, store, pageLeadId } = asking;
  const names = named.map(plainWord);
  const spoken = names.flatMap((name) => (name.split("@")[0] ?? "").split(/\s+/u));
  // A word of the name may have been corrected to a known one.
  const isNamed = (word: string): boolean =>
    word !== "" && (names.includes(word) || spoken.some((one) => one !== "" && editDistance(one, word, 1) <= 1));
  const { search, ...others } = meaning.leads.filter;
  const filter = { ...others, ...(owner !== undefined && { owner }) };
  // In "tag all bakery leads as bakery" the first says which leads.
  const left = meaning.leads.leftOver.filter(
    (word, at, all) => !OF_REQUEST.has(word) && (!isNamed(word) || all.indexOf(word, at + 1) !== -1),
  );
  const isSearch =
    search !== undefined && wordsOf(search).words.some(({ meant }) => !isNamed(meant) && !isAnyQuestionWord(meant));
  const leads = { ...meaning.leads, tags: [], filter: isSearch ? { ...filter, search } : filter, leftOver: left };
  const sets = [left, leads.countries, leads.notCountries, leads.excluded, leads.others, leads.also];
  const isEmpty =
    Object.keys(leads.filter).length === 0 && sets.every(({ length }) => length === 0) && leads.sort === null;
  const isOpen = OPEN.test(`${meaning.wording.text} ${plainWord(meaning.wording.question)}`);
  if (isOpen) delete leads.filter.status;
  const many = await manyChosen(
    { ...asking, meaning: { ...meaning, leads: { ...leads, isEmpty: isEmpty && !isOpen } } },
    isOpen ? ["qualified", "pending"] : [undefined],
  );
  if (many !== null) return many;
  const other = (meaning.who ?? "")
    .split(/\s+/u)
    .filter((word) => !isNamed(plainWord(word)))
    .join(" ");
  const ofBefore = OF_THEM.test(meaning.wording.text) ? (meaning.before?.lead ?? "") : "";
  const who = [other, (isSearch ? search : undefined) ?? left.join(" "), ofBefore].find((one) => one !== "") ?? "";
  const said = who === "" && pageLeadId !== null ? `lead ${pageLeadId}` : who;
  const several = await severalNamed(asking, said);
  if (several !== null) return several;
  const found = await findLead(store, said);
  if (found.kind !== "one") return null;
  return oneChosen(found.lead);
}

function oneChosen(lead: StoredLead | LeadRow): Chosen {
  const words = leadTitle(lead);
  return { ids: [lead.id], words, links: [leadLink(lead.id, words)], leads: [cardOf(lead)] };
}

/** "Ellen Vos and Nkechi Obi"; null if one of them isn't a single lead. */
async function severalNamed({ store, language }: Asking, said: string): Promise<Chosen | null> {
  const names = said.split(/,\s*(?:and\s+)?|\s+(?:and|und|et|y|e)\s+(?:a\s+)?/u).filter(Boolean);
  if (names.length < 2 || names.length > MOST_NAMED) return null;
  const found = await Promise.all(names.map((name) => findLead(store, name)));
  const leads = found.flatMap((one) => (one.kind === "one" ? [one.lead] : []));
  if (leads.length < names.length) return null;
  return {
    ids: leads.map(({ id }) => id),
    words: listed(leads.map(leadTitle), language),
    links: leads.map((lead) => leadLink(lead.id, leadTitle(lead))),
    leads: leads.map(cardOf),
  };
}

/** Words of requests themselves. */
const OF_REQUEST: ReadonlySet<string> = new Set(
  "tag tags untag label assign unassign reassign give hand over add remove put take as with owner to from make set change update clear empty erase reset delete enter fill value own owns owned belong belongs belonging others other rest remaining what left his her their him two three four five six seven eight nine ten people guy man woman person customer lady dude transfer move pass over please".split(
    " ",
  ),
);

type Bulk<Action = ChatAction> = Action extends { selection: unknown } ? Omit<Action, "label" | "selection"> : never;

/** `#` in the label is the leads. Null without a choice. */
function offeredFor(asking: Asking, chosen: Chosen | null, label: string, action: Bulk): ChatReply | null {
  if (chosen === null) return null;
  const { ids, words, links, leads } = chosen;
  const { say } = asking;
  if (ids.length === 0) {
    const none = say(
      "No lead fits that.",
      "Kein Lead passt dazu.",
      "Aucun prospect ne correspond.",
      "Ningún lead coincide.",
    );
    return fromData(none, [leadsLink("All leads", {})]);
  }
  const all = { ...action, label: label.replace("#", () => words), selection: { ids } };
  const reply = offered(asking, `${words}.`, all, links);
  const lines = leads.map(
    ({ name, company, score }) =>
      `• ${[name, company].filter(Boolean).join(", ")}, ${say("score", "Punkte:", "score", "puntuación")} ${score}`,
  );
  const rest = ids.length - leads.length;
  const more = rest > 0 ? [say(`${rest} more`, `${rest} weitere`, `${rest} de plus`, `${rest} más`)] : [];
  return { ...reply, reply: ids.length > 1 ? [reply.reply, ...lines, ...more].join("\n") : reply.reply, leads };
}
