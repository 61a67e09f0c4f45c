import type { ChatReply } from "#shared/contract/chat.ts";
import { ANSWERS } from "#server/assistant/answers/answers.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import { FIRST_QUESTIONS } from "#server/assistant/answers/manners.ts";
import { findLead } from "#server/assistant/answers/find-lead.ts";
import { shortHelp } from "#server/assistant/help/short-help.ts";
import { bestFirst } from "#server/assistant/help/text-match.ts";
import { helpAmong } from "#server/assistant/help/find-help.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { searchedFor } from "#server/assistant/understanding/leads-rather.ts";
import { asksForMore } from "#server/assistant/understanding/meaning.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { type Say } from "#server/assistant/words/say.ts";
import { LIGHT, plainWord } from "#server/assistant/understanding/words.ts";

/** From this probability on, a help text is given as the answer. */
const SURE = 0.5;
/** Below this, a help text isn't about the question. */
const LEAST_LIKELY = 0.03;
const DEFINING = /^(?:what (?:is|are|does)|explain|define|(?:the )?meaning|difference)\b/u;
const LONGEST_NAME = 5;
/** A name without a question asks for the lead. */
export async function leadCalled(asking: Asking, question: string): Promise<ChatReply | null> {
  const said = question.trim().replace(/[?.!]+$/u, "");
  const { words } = asking.meaning.wording;
  const isKnown = words.some(({ isOfLead }) => isOfLead === true) || /@|\d/u.test(said) || /^\P{Ll}/u.test(said);
  if (!isKnown || words.length > LONGEST_NAME || question.includes("? ") || !/\p{L}{3}|^lead #?\d+$/u.test(said))
    return null;
  const found = await findLead(asking.store, said);
  if (found.kind !== "one" && found.kind !== "several") return null;
  return ANSWERS.lead_about({ ...asking, meaning: { ...asking.meaning, intent: "lead_about", who: said } });
}

/** "Hotels?": searches for a word or two. */
export async function leadsWith(asking: Asking): Promise<ChatReply | null> {
  const { meaning } = asking;
  const { said, search } = searchedFor(meaning.wording) ?? { said: "", search: "" };
  const isOpen = meaning.intent === "none" || asksForMore(meaning);
  const isFound = search !== "" && (await asking.store.leads.count({ search })).count > 0;
  if (said === "" || (!isOpen && !isFound)) return null;
  const filter = { search: isFound ? search : said };
  const leads = { ...meaning.leads, filter, leftOver: [], isEmpty: false };
  return ANSWERS.list_leads({ ...asking, meaning: { ...meaning, intent: "list_leads", leads } });
}

/**
 * The leads of a question as far as it was understood; those to decide on if no part of it is a filter, and null if it
 * isn't about leads or a part is one that can't be applied. A count would be wrong.
 */
export async function withoutTheRest(asking: Asking): Promise<ChatReply | null> {
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

export function helpAnswer(question: string, { meaning, language, say }: Asking): ChatReply | null {
  const [best, ...others] = helpAmong(meaning.ranked, question);
  if (best === undefined) return null;
  const short = shortHelp(best.id, language);
  const likely = meaning.ranked.find(({ id }) => id === `help:${best.id}`)?.probability ?? 0;
  const isTitle = plainWord(best.title) === plainWord(question);
  if (likely < LEAST_LIKELY && !isTitle) return null;
  const isSure = likely >= SURE || isTitle;
  const asked = meaning.wording.words.map(({ meant }) => meant);
  // What something is stands at the beginning.
  const said = short ?? (DEFINING.test(meaning.wording.text) ? best.text : bestFirst(best.text, asked));
  const doubt = say(
    "I'm not sure what you mean. This may help:",
    "Ich bin nicht sicher, was Sie meinen. Vielleicht hilft das:",
    "Je ne suis pas sûr de comprendre. Ceci peut aider :",
    "No estoy seguro de entender. Quizá ayude esto:",
  );
  return {
    reply: isSure ? said : `${doubt}\n\n${best.title}: ${said}`,
    links: [...best.links],
    suggestions: others
      .filter(({ title }) => (!isSure || title.endsWith("?")) && plainWord(title) !== plainWord(question))
      .map(({ title }) => title),
    from: "help",
  };
}

/** "The thing from before" */
const VAGUE = /^(?:things?|stuff|earlier|before|former|again|meant?)$/u;

/** Says what wasn't understood, if known, and where to look. */
export function unanswered(meaning: Meaning | null, say: Say): ChatReply {
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
  const words = meaning?.wording.words.map(({ meant }) => meant) ?? [];
  const isVague = words.some((word) => VAGUE.test(word)) && words.every((word) => LIGHT.has(word) || VAGUE.test(word));
  if (isVague)
    return none(
      say(
        "What do you mean? Name the lead, rule, source or time.",
        "Was meinen Sie? Nennen Sie den Lead, die Regel, die Quelle oder die Zeit.",
        "Que voulez-vous dire ? Nommez le prospect, la règle, la source ou la période.",
        "¿A qué se refiere? Nombre el lead, la regla, la fuente o el periodo.",
      ),
      FIRST_QUESTIONS,
    );
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
