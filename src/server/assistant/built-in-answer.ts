import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import { ANSWERS, TRANSLATED } from "#server/assistant/answers/answers.ts";
import type { Asking, Readings } from "#server/assistant/answers/answer.ts";
import { FIRST_QUESTIONS } from "#server/assistant/answers/manners.ts";
import { findLead } from "#server/assistant/answers/find-lead.ts";
import { SHORT_HELP } from "#server/assistant/help/short-help.ts";
import { searchHelp } from "#server/assistant/help/search-help.ts";
import { asksForMore, meaningOf, type Meaning } from "#server/assistant/understanding/meaning.ts";
import { sayIn, type Say } from "#server/assistant/words/say.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";

/** The maximum number of words in a question that is only a name. */
const LONGEST_NAME = 5;

/**
 * Answers without a model: from the product's data if the question asks for it, otherwise from the help texts, or says
 * that it can't answer. Rejects only with store_unreachable.
 */
export async function builtInAnswer(readings: Readings, request: ChatRequest): Promise<ChatReply> {
  const now = readings.workspace.clock();
  const earlier = (request.history ?? []).filter(({ isUser }) => isUser).map(({ text }) => text);
  const meaning = meaningOf(
    request.message,
    earlier,
    now,
    (await readings.workspace.store.rules.list()).map(({ name }) => name),
  );
  if (meaning === null) return unanswered(null, sayIn("en"));
  const { intent, language } = meaning;
  const say = sayIn(language);
  const asking: Asking = { ...readings, meaning, now, pageLeadId: leadOfPage(request.page), language, say };
  const answer =
    (intent === "help" || intent === "none" ? null : await ANSWERS[intent](asking)) ??
    // "Do we have someone in Spain?"
    (intent === "lead_about" && meaning.leads.filter.search !== undefined ? await ANSWERS.list_leads(asking) : null) ??
    (intent === "none" || asksForMore(meaning) ? null : helpAnswer(request.message, asking)) ??
    (await leadCalled(asking, request.message)) ??
    unanswered(meaning, say);
  return language === "en" ? answer : { ...answer, ...foreign(answer, asking), language };
}

/** An answer that isn't written in the language yet says so. */
function foreign(
  { reply, from }: ChatReply,
  { meaning: { intent, wording }, say }: Asking,
): Pick<ChatReply, "reply" | "suggestions"> {
  const isTranslated =
    SHORT_HELP.some(({ text }) => Object.values(text).includes(reply)) ||
    (from !== "help" &&
      (TRANSLATED.has(intent) || (intent === "settings" && /threshold/u.test(wording.text)) || from === "none"));
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
  if (words.length > LONGEST_NAME || !/\p{L}{3}|^lead #?\d+$/u.test(said)) return null;
  const found = await findLead(asking.workspace.store, said);
  if (found.kind !== "one" && found.kind !== "several") return null;
  return ANSWERS.lead_about({ ...asking, meaning: { ...asking.meaning, intent: "lead_about", who: said } });
}

function helpAnswer(question: string, { meaning, language }: Asking): ChatReply | null {
  const [best, ...others] = searchHelp(language === "en" ? question : meaning.wording.text);
  if (best === undefined) return null;
  const short = language === "en" ? undefined : SHORT_HELP.find(({ ids }) => ids.includes(best.id))?.text[language];
  return {
    reply: short ?? best.text,
    links: [...best.links],
    suggestions: others
      .filter(({ title }) => title.endsWith("?") && plainWord(title) !== plainWord(question))
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
        `I can find leads by status, source, score, rule, keyword, name or company, country, missing information and arrival date, but I don't understand “${left}”.`,
        `Ich finde Leads nach Status, Quelle, Punkten, Regel, Name, Land und Datum, verstehe aber „${left}“ nicht.`,
        `Je trouve les prospects par statut, source, score, règle, nom, pays et date, mais je ne comprends pas « ${left} ».`,
        `Encuentro leads por estado, fuente, puntuación, regla, nombre, país y fecha, pero no entiendo «${left}».`,
      )} ${where}`,
      ["How many leads are pending?", "Show the best leads"],
    );
  }
  return none(
    `${say(
      "I couldn't find an answer in the help or your data. I understand questions in English, German, French and Spanish.",
      "Dazu habe ich weder in der Hilfe noch in Ihren Daten eine Antwort gefunden.",
      "Je n'ai trouvé de réponse ni dans l'aide ni dans vos données.",
      "No he encontrado una respuesta en la ayuda ni en sus datos.",
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
