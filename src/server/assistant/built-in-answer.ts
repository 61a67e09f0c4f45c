import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import { LeadFilter } from "#shared/contract/leads/lead.ts";
import { act } from "#server/assistant/offers/act.ts";
import { ANSWERS } from "#server/assistant/answers/answers.ts";
import type { Asking, Readings } from "#server/assistant/answers/answer.ts";
import { FIRST_QUESTIONS } from "#server/assistant/answers/manners.ts";
import { findLead, leadNamesIn } from "#server/assistant/answers/find-lead.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { leftOut, leftOutNote } from "#server/assistant/answers/left-out.ts";
import { SHORT_HELP, shortHelp } from "#server/assistant/help/short-help.ts";
import { helpAmong } from "#server/assistant/help/find-help.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { ENGLISH_ONLY } from "#server/assistant/understanding/intents.ts";
import { requestsIn } from "#server/assistant/understanding/requests.ts";
import { asksForMore, meaningOf } from "#server/assistant/understanding/meaning.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { sayIn, type Say, type Texts } from "#server/assistant/words/say.ts";
import { plainWord, wordsOf } from "#server/assistant/understanding/words.ts";
import { listViews } from "#server/features/saved-views/saved-views.ts";
import { LIMITS } from "#shared/limits.ts";
import { permissionOf } from "#shared/contract/chat-permission.ts";
import { topicIn, topicState } from "#server/assistant/offers/topics.ts";
import { emailsLike } from "#server/assistant/answers/mail-states.ts";
import { acting } from "#server/platform/acting.ts";

const { messageLength, exactCountUpTo } = LIMITS.chat;
/** From this probability on, a help text is given as the answer. */
const SURE = 0.5;
/** Below this, a help text isn't about the question. */
const LEAST_LIKELY = 0.03;
const MOST_SUGGESTED = 3;
/** Previous questions whose names are looked up. */
const LOOKED_UP = 3;
const LONGEST_NAME = 5;
/** Requests of one message that are answered one by one. */
const MOST_REQUESTS = 5;

/**
 * Answers without a model: from the product's data if the question asks for it, otherwise from the help texts, or says
 * that it can't answer. Rejects only with store_unreachable.
 */
export async function builtInAnswer(readings: Readings, request: ChatRequest): Promise<ChatReply> {
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
  const earlier = (request.history ?? []).flatMap(({ isUser, text }) => (isUser ? text.slice(0, messageLength) : []));
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
  const person = lastPerson(request.history ?? [], people);
  const meaning = meaningOf(request.message, earlier, now, {
    rules: rules.map(({ name }) => name),
    fields,
    leads,
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
    earlier: earlier.at(-1) ?? "",
    may: (kind) => readings.allows(permissionOf(kind)),
  };
  const topic = await topicIn(asking);
  // "And what's the next thing to do there?", of the lead before
  const isOfLead = intent.startsWith("lead_") && meaning.who !== undefined && meaning.before !== undefined;
  const isOfTopic =
    topic !== undefined &&
    !isOfLead &&
    intent !== "act" &&
    intent !== "secret" &&
    (intent !== "what_if" || topic === "rule");
  const found =
    (isOfTopic ? await topicState(asking, topic) : null) ??
    (intent === "act"
      ? await act(asking)
      : intent === "help" || intent === "none"
        ? null
        : await ANSWERS[intent](asking)) ??
    // "Do we have someone in Spain?"
    (intent === "lead_about" && meaning.leads.filter.search !== undefined ? await ANSWERS.list_leads(asking) : null) ??
    (intent === "list_leads" && asksForMore(meaning) ? await withoutTheRest(asking) : null) ??
    (intent === "none" || asksForMore(meaning) || isOfAddress(meaning) ? null : helpAnswer(request.message, asking)) ??
    (meaning.isWhy === true ? null : await leadCalled(asking, request.message)) ??
    (await emailsLike(asking)) ??
    unanswered(meaning, say);
  const used = withLeftOut(found, asking);
  if (isOfTopic || intent === "act")
    return { ...found, suggestions: language === "en" ? found.suggestions : [], language };
  const answer = found.from === "data" && !meaning.isSure ? withDoubt(used, asking, request.message) : used;
  return language === "en" ? answer : { ...answer, ...foreign(answer, asking), language };
}

const personOf = ({ username }: { username: string }): string => plainWord(username.split("@")[0] ?? "");

async function usernames({ workspace: { store } }: Readings): Promise<string[]> {
  return (await store.accounts.list()).map(personOf);
}

/** The colleague whom the last question or its answer names first: "hers" is theirs. */
function lastPerson(history: NonNullable<ChatRequest["history"]>, people: readonly string[]): string | undefined {
  const [question, answer] = [history.findLast(({ isUser }) => isUser), history.findLast(({ isUser }) => !isUser)];
  for (const text of [question?.text ?? "", answer?.text ?? ""]) {
    const named = wordsOf(text.replaceAll(/@\S+/gu, " ")).words.find(({ meant }) => people.includes(meant));
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
    accountsNamed(await store.accounts.list(), who).length === 0 ||
    wording.words.some((one) => one.isOfLead)
  )
    return meaning;
  return { ...meaning, intent: /\b(?:approv|reject)/u.test(wording.text) ? "decided" : "activity" };
}

/** Names the parts of a question that its figures ignore. */
function withLeftOut(answer: ChatReply, { meaning, say }: Asking): ChatReply {
  const left = answer.from === "data" ? leftOut(meaning, answer.reply) : [];
  if (left.length === 0) return answer;
  return { ...answer, reply: `${leftOutNote(left, say)}\n\n${answer.reply}` };
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

/** A name without a question asks for the lead. */
async function leadCalled(asking: Asking, question: string): Promise<ChatReply | null> {
  const said = question.trim().replace(/[?.!]+$/u, "");
  const { words } = asking.meaning.wording;
  const isKnown = words.some(({ isOfLead }) => isOfLead === true) || /@|\d/u.test(said) || /^\P{Ll}/u.test(said);
  if (!isKnown || words.length > LONGEST_NAME || question.includes("? ") || !/\p{L}{3}|^lead #?\d+$/u.test(said))
    return null;
  const found = await findLead(asking.store, said);
  if (found.kind !== "one" && found.kind !== "several") return null;
  return ANSWERS.lead_about({ ...asking, meaning: { ...asking.meaning, intent: "lead_about", who: said } });
}

/**
 * The leads of a question as far as it was understood; those to decide on if no part of it is a filter, and null if it
 * isn't about leads or a part is one that can't be applied. A count would be wrong.
 */
async function withoutTheRest(asking: Asking): Promise<ChatReply | null> {
  const { meaning, say } = asking;
  const { leads } = meaning;
  const hasOthers = leads.sort !== null || leads.limit !== null || leads.ofThreshold !== null || leads.tags.length > 0;
  if (!leads.isEmpty && !hasOthers && leads.countries.length === 0 && Object.keys(leads.filter).length === 0)
    return null;
  if (leads.isEmpty && !/\b(?:leads?|contacts?|prospects?)\b/u.test(meaning.wording.text)) return null;
  const left = leads.leftOver.join(" ");
  const understood: LeadQuestion = { ...leads, leftOver: [] };
  if (leads.isEmpty) {
    understood.filter = { ...leads.filter, status: "qualified" };
    understood.sort = "-score";
  }
  const answer = await ANSWERS.list_leads({ ...asking, meaning: { ...meaning, leads: understood } });
  const note = say(
    `I don't understand “${left}”, so this leaves it out.`,
    `„${left}“ verstehe ich nicht, die Antwort lässt es aus.`,
    `Je ne comprends pas « ${left} », la réponse n'en tient pas compte.`,
    `No entiendo «${left}», así que la respuesta no lo tiene en cuenta.`,
  );
  return answer === null ? null : { ...answer, reply: `${note}\n\n${answer.reply}` };
}

function helpAnswer(question: string, { meaning, language, say }: Asking): ChatReply | null {
  const [best, ...others] = helpAmong(meaning.ranked, question);
  if (best === undefined) return null;
  const short = shortHelp(best.id, language);
  const likely = meaning.ranked.find(({ id }) => id === `help:${best.id}`)?.probability ?? 0;
  const isTitle = plainWord(best.title) === plainWord(question);
  if (likely < LEAST_LIKELY && !isTitle) return null;
  const isSure = likely >= SURE || isTitle;
  const doubt = say(
    "I'm not sure what you mean. This may help:",
    "Ich bin nicht sicher, was Sie meinen. Vielleicht hilft das:",
    "Je ne suis pas sûr de comprendre. Ceci peut aider :",
    "No estoy seguro de entender. Quizá ayude esto:",
  );
  return {
    reply: isSure ? (short ?? best.text) : `${doubt}\n\n${best.title}: ${short ?? best.text}`,
    links: [...best.links],
    suggestions: others
      .filter(({ title }) => (!isSure || title.endsWith("?")) && plainWord(title) !== plainWord(question))
      .map(({ title }) => title),
    from: "help",
  };
}

/** Says what wasn't understood, if known, and where to look. */
function unanswered(meaning: Meaning | null, say: Say): ChatReply {
  const none = (reply: string, suggestions: readonly string[]): ChatReply => ({
    reply,
    links: [{ label: "Setup Guide", href: "/setup-guide" }],
    suggestions: [...suggestions],
    from: "none",
  });
  const where = say(
    "Try the FAQ tab, or reach a person in the Support tab.",
    "Versuchen Sie es im FAQ-Tab oder fragen Sie jemanden im Support-Tab.",
    "Essayez l'onglet FAQ, ou écrivez à quelqu'un dans l'onglet Support.",
    "Pruebe la pestaña FAQ o escriba a alguien en la pestaña Support.",
  );
  const isName = meaning?.intent.startsWith("lead_") === true || /\p{Lu}|@|\d/u.test(meaning?.who ?? "");
  if (meaning?.who !== undefined && meaning.who !== "" && isName) {
    const { who } = meaning;
    return {
      ...none(
        say(
          `I couldn't find a lead named “${who}”. Check the spelling, or search the list.`,
          `Es gibt keinen Lead namens „${who}“. Prüfen Sie die Schreibweise oder suchen Sie in der Liste.`,
          `Aucun prospect ne s'appelle « ${who} ». Vérifiez l'orthographe ou cherchez dans la liste.`,
          `No hay ningún lead llamado «${who}». Revise la ortografía o busque en la lista.`,
        ),
        [],
      ),
      links: [{ label: "Lead Management", href: "/leads" }],
    };
  }
  if (meaning !== null && asksForMore(meaning)) {
    const left = meaning.leads.leftOver.join(" ");
    return none(
      `${say(
        `I can find leads by status, source, score, rule, keyword, name or company, country, missing information, custom field and arrival date, but I don't understand “${left}”.`,
        `Ich finde Leads nach Status, Quelle, Punkten, Regel, Name, Land und Datum, verstehe aber „${left}“ nicht.`,
        `Je trouve les prospects par statut, source, score, règle, nom, pays et date, mais je ne comprends pas « ${left} ».`,
        `Encuentro leads por estado, fuente, puntuación, regla, nombre, país y fecha, pero no entiendo «${left}».`,
      )} ${where}`,
      ["How many leads are pending?", "Show the best leads"],
    );
  }
  if (meaning?.isWhy === true) {
    return none(
      say(
        "I can show figures, but I can't tell why they look that way. Try comparing rules, sources, or time spans.",
        "Ich kann Zahlen zeigen, aber nicht sagen, woran sie liegen.",
        "Je peux montrer des chiffres, mais pas les expliquer.",
        "Puedo mostrar cifras, pero no explicar a qué se deben.",
      ),
      ["Which rules bring the most?", "Compare this week with last week"],
    );
  }
  return none(
    `${say(
      "I couldn't find an answer in the help or your data. I answer questions about leads, scores, sources, rules and reports, offer changes, and say how things work.",
      "Dazu habe ich weder in der Hilfe noch in Ihren Daten eine Antwort gefunden. Ich kann Leads finden und zählen, Punkte erklären, Quellen und Zeiträume vergleichen und Änderungen anbieten.",
      "Je n'ai trouvé de réponse ni dans l'aide ni dans vos données. Je peux trouver et compter des prospects, expliquer leur score, comparer des sources et des périodes, et proposer des actions.",
      "No he encontrado una respuesta en la ayuda ni en sus datos. Puedo buscar y contar leads, explicar su puntuación, comparar fuentes y periodos y ofrecer acciones.",
    )} ${where}`,
    FIRST_QUESTIONS,
  );
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
