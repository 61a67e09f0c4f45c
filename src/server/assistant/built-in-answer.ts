import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import { LeadFilter } from "#shared/contract/leads/lead.ts";
import { act } from "#server/assistant/offers/act.ts";
import { ANSWERS } from "#server/assistant/answers/answers.ts";
import type { Asking, Readings } from "#server/assistant/answers/answer.ts";
import { leadNamesIn } from "#server/assistant/answers/find-lead.ts";
import { smallTalk } from "#server/assistant/answers/manners.ts";
import { shorter } from "#server/assistant/answers/summary.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { leftOut, leftOutNote } from "#server/assistant/understanding/left-out.ts";
import { SHORT_HELP } from "#server/assistant/help/short-help.ts";
import { helpAmong } from "#server/assistant/help/find-help.ts";
import { helpAnswer, leadCalled, leadsWith, unanswered, withoutTheRest } from "#server/assistant/fallbacks.ts";
import { listedIn } from "#server/assistant/understanding/references.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import { ENGLISH_ONLY } from "#server/assistant/understanding/intents.ts";
import { requestsIn } from "#server/assistant/understanding/requests.ts";
import { asksForMore, meaningOf } from "#server/assistant/understanding/meaning.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { sayIn, type Texts } from "#server/assistant/words/say.ts";
import { plainWord, wordsOf } from "#server/assistant/understanding/words.ts";
import { listViews } from "#server/features/saved-views/saved-views.ts";
import { LIMITS } from "#shared/limits.ts";
import { permissionOf } from "#shared/contract/chat-permission.ts";
import { topicOf, topicState } from "#server/assistant/offers/topics.ts";
import { emailsLike } from "#server/assistant/answers/mail-states.ts";
import { acting } from "#server/platform/acting.ts";

const { messageLength, exactCountUpTo } = LIMITS.chat;
const MOST_SUGGESTED = 3;
/** Previous questions whose names are looked up. */
const LOOKED_UP = 3;
/** Requests of one message that are answered one by one. */
const MOST_REQUESTS = 5;

/**
 * Answers without a model: from the product's data if the question asks for it, otherwise from the help texts, or says
 * that it can't answer. Rejects only with store_unreachable.
 */
export async function builtInAnswer(readings: Readings, request: ChatRequest): Promise<ChatReply> {
  const talk = smallTalk(request);
  if (talk !== null) return talk;
  const parts = requestsIn(request.message, await usernames(readings));
  const [only = request.message] = parts;
  // "I rejected Ann by accident. Can you put her back?"
  const said = request.message.slice(0, Math.max(0, request.message.indexOf(only))).trim();
  let history = [...(request.history ?? []), ...(said === "" ? [] : [{ text: said, isUser: true }])];
  if (parts.length < 2 || parts.length > MOST_REQUESTS)
    return answerTo(readings, { ...request, message: only, history });
  const replies: ChatReply[] = [];
  for (const message of parts) {
    const reply = await answerTo(readings, { ...request, message, history });
    replies.push(reply);
    history = [...history, { text: message, isUser: true }, { text: reply.reply, isUser: false }];
  }
  // A question next to a request is answered if it's about the product: its effect is part of the offer.
  const useful = replies.filter(({ from, actions }, at) => actions !== undefined || at === 0 || from === "help");
  const [first] = useful;
  if (first === undefined || replies.every(({ actions }) => actions === undefined))
    return answerTo(readings, {
      ...request,
      ...(said !== "" && { message: only, history: [...(request.history ?? []), { text: said, isUser: true }] }),
    });
  return {
    ...first,
    reply: [...new Set(useful.map(({ reply }) => reply))].join("\n\n"),
    links: [...new Map(useful.flatMap(({ links }) => links).map((link) => [link.href, link])).values()],
    actions: [...new Map(useful.flatMap(({ actions }) => actions ?? []).map((one) => [one.label, one])).values()],
    leads: [...new Map(useful.flatMap(({ leads }) => leads ?? []).map((lead) => [lead.id, lead])).values()],
  };
}

async function answerTo(readings: Readings, request: ChatRequest): Promise<ChatReply> {
  const earlier: string[] = [];
  const shown: string[][] = [];
  for (const { isUser, text } of request.history ?? []) {
    if (isUser) shown.push([]);
    if (isUser) earlier.push(text.slice(0, messageLength));
    else shown.at(-1)?.push(...listedIn(text));
  }
  const { store, clock } = readings.workspace;
  const now = clock();
  const asked = [...earlier.slice(-LOOKED_UP), request.message].join(" . ");
  const { userId } = acting();
  const [rules, fields, tags, accounts, leads, sources, views] = await Promise.all([
    store.rules.list(),
    store.leadFields.list(),
    store.tags.all(),
    store.accounts.list(),
    leadNamesIn(store, asked),
    sourceNames(store),
    listViews({ store }, { mayManage: false, userId }),
  ]);
  const people = accounts.map(personOf);
  const me = accounts.find(({ id }) => id === userId)?.username;
  const person = lastPerson(request.history ?? [], people, leads.whole);
  const meaning = meaningOf(request.message, earlier, now, {
    rules: rules.map(({ name }) => name),
    fields,
    leads: { ...leads, whole: [...leads.whole, ...shown.slice(-LOOKED_UP).flat().map(namesOf)] },
    shown,
    sources,
    views: views.flatMap(({ name, query }) => {
      const { data } = LeadFilter.safeParse(Object.fromEntries(new URLSearchParams(query)));
      // A view without a filter, such as "By segment", names no leads.
      const isFilter = data !== undefined && Object.keys(data).length > 0;
      return !isFilter || !/\s/u.test(name) ? [] : [{ name, filter: data }];
    }),
    tags: tags.map(({ name }) => name),
    people,
    ...(me !== undefined && { me: personOf({ username: me }) }),
    ...(person !== undefined && { person }),
    hasAccount: userId !== null,
  });
  if (meaning === null) return unanswered(null, sayIn("en"));
  const { intent, language } = await ofPeople(meaning, store);
  const say = sayIn(language);
  const asking: Asking = {
    ...readings,
    // Figures are compared and added up, which a list's count that stops early would falsify.
    store: { ...store, leads: { ...store.leads, count: (filter) => store.leads.count(filter, exactCountUpTo) } },
    meaning: { ...meaning, intent },
    now,
    fields,
    tags,
    pageLeadId: leadOfPage(request.page),
    language,
    say,
    listed: shown.findLast(({ length }) => length > 0) ?? [],
    earlier: earlier.at(-1) ?? "",
    may: (kind) => readings.allows(permissionOf(kind)),
  };
  const topic = await topicOf(asking);
  // "And what's the next thing to do there?", of the lead before
  const isOfLead = intent.startsWith("lead_") && meaning.who !== undefined && meaning.before !== undefined;
  const isOfTopic =
    topic !== undefined &&
    !isOfLead &&
    intent !== "act" &&
    intent !== "secret" &&
    (intent !== "what_if" || topic === "rule" || topic === "rule-deleted");
  const short = shorter(request);
  if (short !== null) return { reply: short, links: [], suggestions: [], from: "data", language };
  const found =
    (isOfTopic ? await topicState(asking, topic) : null) ??
    (intent === "act"
      ? await act(asking)
      : intent === "help" || intent === "none"
        ? null
        : ((meaning.isSure ? null : await leadsWith(asking)) ?? (await ANSWERS[intent](asking)))) ??
    // "Do we have someone in Spain?"
    (intent === "lead_about" && meaning.leads.filter.search !== undefined ? await ANSWERS.list_leads(asking) : null) ??
    (intent === "list_leads" && asksForMore(meaning) ? await withoutTheRest(asking) : null) ??
    (intent === "none" || asksForMore(meaning) || isOfAddress(meaning)
      ? null
      : helpAnswer(meaning.wording.question, asking)) ??
    (meaning.isWhy === true ? null : await leadCalled(asking, meaning.wording.question)) ??
    (await emailsLike(asking)) ??
    (await leadsWith(asking)) ??
    unanswered(meaning, say);
  const used = withSight(withLeftOut(found, asking), asking);
  if (isOfTopic || intent === "act")
    return { ...found, suggestions: language === "en" ? found.suggestions : [], language };
  const answer = found.from === "data" && !meaning.isSure ? withDoubt(used, asking, meaning.wording.question) : used;
  return language === "en" ? answer : { ...answer, ...foreign(answer, asking), language };
}

/** A listed lead as words of a question; nothing for a rule, which is quoted. */
const namesOf = (name: string): string[] => (name.startsWith("“") ? [] : wordsOf(name).words.map(({ meant }) => meant));

const personOf = ({ username }: { username: string }): string => plainWord(username.split("@")[0] ?? "");

async function usernames({ workspace: { store } }: Readings): Promise<string[]> {
  return (await store.accounts.list()).map(personOf);
}

/** The colleague whom the last question or its answer names first: "hers" is theirs, unless it's a lead's name. */
function lastPerson(
  history: NonNullable<ChatRequest["history"]>,
  people: readonly string[],
  leads: readonly (readonly string[])[],
): string | undefined {
  const [question, answer] = [history.findLast(({ isUser }) => isUser), history.findLast(({ isUser }) => !isUser)];
  for (const text of [question?.text ?? "", answer?.text ?? ""]) {
    const plain = text.replaceAll(/@\S+/gu, " ");
    const { words } = wordsOf(plain);
    const isOfLead = (at: number): boolean =>
      /^\s\p{Lu}\p{Ll}/u.test(plain.slice(words[at]?.end)) ||
      leads.some((name) => name.every((one, index) => words[at + index]?.meant === one));
    const named = words.find(({ meant }, at) => people.includes(meant) && !isOfLead(at));
    if (named !== undefined) return named.meant;
  }
  return undefined;
}

/** Form submissions and imports whose names are known. */
const ORIGINS_READ = 50;

/** Sources, forms and files by name, with the word for their kind. */
async function sourceNames({
  dataSources,
  scrapes,
  forms,
  imports,
}: Readings["workspace"]["store"]): Promise<NonNullable<KnownNames["sources"]>> {
  const [sources, targets, submissions, files] = await Promise.all([
    dataSources.list(),
    scrapes.list(),
    forms.list(ORIGINS_READ),
    imports.list(ORIGINS_READ),
  ]);
  const all = [
    ...sources.map(({ name, type }) => ({ name, kind: type })),
    ...targets.map(({ name }) => ({ name, kind: "website" })),
    ...submissions.map(({ formName }) => ({ name: formName, kind: "form" })),
    ...files.map(({ fileName }) => ({ name: fileName, kind: "file" })),
  ].filter(({ name }) => name !== "");
  return [...new Map(all.map((one) => [`${one.kind} ${one.name}`, one])).values()].map(({ name, kind }, _, named) => ({
    name,
    kind: kind === "google_sheets" ? "sheet" : (kind.split("_")[0] ?? kind),
    isOnly: named.filter((one) => one.kind === kind).length === 1,
  }));
}

/** "What did Hannah reject?" is about someone of the team rather than a lead. */
async function ofPeople(meaning: Meaning, store: Readings["workspace"]["store"]): Promise<Meaning> {
  const { intent, who = "", wording } = meaning;
  const isOfLead = intent.startsWith("lead_") && intent !== "lead_comments" && who !== "";
  if (
    !isOfLead ||
    // "Hannah Weiss" is no colleague called Hannah.
    /\s/u.test(who) ||
    accountsNamed(await store.accounts.list(), who).length === 0 ||
    (wording.words.some((one) => one.isOfLead) && !OF_COLLEAGUE.test(wording.text))
  )
    return meaning;
  return { ...meaning, intent: /\b(?:approv|reject)/u.test(wording.text) ? "decided" : "activity" };
}

/** Whom a lead and a colleague share a name with is the colleague. */
const OF_COLLEAGUE =
  /\b(?:what|did|does|has|is) .*\b(?:do|doing|done|up to|working|approve\w*|reject\w*|decide\w*|log(?:ged)? in|sign(?:ed)? in)\b/u;

/** Names the parts of a question that its figures ignore. */
function withLeftOut(answer: ChatReply, { meaning, say }: Asking): ChatReply {
  const left = answer.from === "data" ? leftOut(meaning, answer.reply) : [];
  if (left.length === 0) return answer;
  return { ...answer, reply: `${leftOutNote(left, say)}\n\n${answer.reply}` };
}

/** Says why colleagues seem to have no leads, to someone who sees only their own and unassigned ones. */
function withSight(answer: ChatReply, { meaning: { leads, asks }, say }: Asking): ChatReply {
  const { sight } = acting();
  if (sight === undefined || answer.from !== "data") return answer;
  const isOfOthers = [...leads.owners, ...leads.deciders].some((name) => name !== personOf(sight));
  if (!isOfOthers && !asks.by.includes("owner")) return answer;
  const note = say(
    "You see only your own and unassigned leads.",
    "Sie sehen nur eigene und freie Leads.",
    "Vous ne voyez que vos prospects et ceux sans responsable.",
    "Usted ve solo sus leads y los que no tienen responsable.",
  );
  return { ...answer, reply: `${answer.reply}\n\n${note}` };
}

const DOUBTS: Texts = [
  "I'm not sure that I understood you. If this isn't it, try other words or one of the suggestions.",
  "Ich bin nicht sicher, ob ich Sie verstanden habe. Falls nicht, fragen Sie bitte mit anderen Worten.",
  "Je ne suis pas sûr d'avoir compris. Si ce n'est pas cela, essayez d'autres mots.",
  "No estoy seguro de haber entendido. Si no es esto, pregunte con otras palabras.",
];

/** Only a lead has an address; no help text is about it. */
function isOfAddress({ intent, who = "" }: Meaning): boolean {
  return intent.startsWith("lead_") && who.includes("@");
}

/** An answer that may be to another question says so, and offers the help texts that are as likely. */
function withDoubt(answer: ChatReply, { meaning, say }: Asking, question: string): ChatReply {
  const doubt = say(...DOUBTS);
  const titles = helpAmong(meaning.ranked, question).map(({ title }) => title);
  return {
    ...answer,
    reply: `${doubt}\n\n${answer.reply}`,
    suggestions: [...new Set([...titles, ...answer.suggestions])].slice(0, MOST_SUGGESTED),
  };
}

/** An answer that isn't written in the language yet says so. */
function foreign(
  { reply, from }: ChatReply,
  { meaning: { intent, wording }, say }: Asking,
): Pick<ChatReply, "reply" | "suggestions"> {
  const isOfThreshold = intent === "settings" && /threshold/u.test(wording.text);
  const isOfData =
    from !== "help" && (!ENGLISH_ONLY.has(intent) || isOfThreshold || from === "none") && intent !== "help";
  const isShort = SHORT_HELP.some(({ text }) => Object.values(text).some((short) => reply.endsWith(short)));
  const isTranslated = isShort || isOfData || intent === "greeting" || intent === "thanks";
  const note = say(
    "",
    "Das gibt es nur auf Englisch:",
    "Cette réponse n'existe qu'en anglais :",
    "Esta respuesta solo está en inglés:",
  );
  // The suggested questions are in English.
  return { reply: isTranslated ? reply : `${note}\n\n${reply}`, suggestions: [] };
}

/** The lead whose page is open. */
function leadOfPage(page: string | undefined): string | null {
  const id = /^\/leads\/([^/?#]+)/u.exec(page ?? "")?.[1];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}
