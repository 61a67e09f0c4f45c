import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import { ANSWERS } from "#server/assistant/answers/answers.ts";
import type { Readings } from "#server/assistant/answers/answer.ts";
import { FIRST_QUESTIONS } from "#server/assistant/answers/manners.ts";
import { findLead } from "#server/assistant/answers/find-lead.ts";
import { searchHelp } from "#server/assistant/help/search-help.ts";
import { asksForMore, meaningOf, type Meaning } from "#server/assistant/understanding/meaning.ts";
import { readLeadQuestion } from "#server/assistant/understanding/lead-question.ts";
import { fold, wordsOf } from "#server/assistant/understanding/words.ts";

/** Words of a name that stands alone. */
const LONGEST_NAME = 5;

/** Asked about how things work, not about what is there. */
const ABOUT_THE_PRODUCT =
  /^(?:please |so |ok |hi |hello )*(?:how (?:do|can|to|could|should|would) (?:i|we|you|one|people)?\b|how (?:does|are|is|do)\b.*\b(?:work|works|working|calculated|computed|made|scored|decided|determined|stored|handled|treated|chosen|counted|defined|sorted|protected|encrypted|different)\b|can (?:i|we|one|it|winnow|a)\b|could i\b|may i\b|what (?:is|are) an?\b|what counts as\b|what (?:does|do|is meant)\b.*\b(?:mean|stand for|match|do)\b|where (?:do|can|could|should) (?:i|we)\b|is it possible|is there a way|do (?:i|we) (?:need|have to)|should i|what happens (?:if|when|to)|what (?:if|when)|why (?:do|should|would) i|(?:explain|describe) (?:how|what)|(?:what is )?the difference between|does (?:winnow|it|the)|which (?:columns|fields|file|formats?|types?|services?)\b|what (?:kinds?|types?|columns|formats?)\b|(?:what|which)\b.*\b(?:can|could) (?:i|we|it|be)\b)/u;

/**
 * The answer without any model: from the product's data when the question asks for them, else from the help texts, else
 * a plain word that it cannot be answered here. Rejects only with store_unreachable.
 */
export async function builtInAnswer(readings: Readings, request: ChatRequest): Promise<ChatReply> {
  const now = readings.workspace.clock();
  const earlier = (request.history ?? []).filter(({ isUser }) => isUser).map(({ text }) => text);
  const meaning = meaningOf(request.message, earlier, now);
  const ofData = async (): Promise<ChatReply | null> =>
    meaning === null
      ? null
      : ANSWERS[meaning.intent]({ ...readings, meaning, now, pageLeadId: leadOfPage(request.page) });
  const ofHelp = (): ChatReply | null => helpAnswer(request.message);

  const isAboutProduct = ABOUT_THE_PRODUCT.test(wordsOf(request.message).text);
  const namesLead = meaning?.intent.startsWith("lead_") === true && meaning.who !== undefined && meaning.who !== "";
  if (meaning !== null && !isAboutProduct && asksForMore(meaning)) return unanswered(meaning);
  const answer =
    isAboutProduct && !namesLead && meaning?.intent !== "secret"
      ? (ofHelp() ?? (await ofData()))
      : ((await ofData()) ?? ofHelp());
  return answer ?? (meaning === null ? await leadCalled(readings, request.message) : null) ?? unanswered(meaning);
}

/** Whoever types a name alone wants the lead. */
async function leadCalled(readings: Readings, question: string): Promise<ChatReply | null> {
  const said = question.trim().replace(/[?.!]+$/u, "");
  const wording = wordsOf(said);
  if (wording.words.length === 0 || wording.words.length > LONGEST_NAME || !/\p{L}{3}|^lead #?\d+$/u.test(said))
    return null;
  const now = readings.workspace.clock();
  const found = await findLead(readings.workspace.store, said);
  if (found.kind !== "one" && found.kind !== "several") return null;
  const meaning: Meaning = { intent: "lead_about", wording, who: said, leads: readLeadQuestion(wording, now) };
  return ANSWERS.lead_about({ ...readings, meaning, now, pageLeadId: null });
}

function helpAnswer(question: string): ChatReply | null {
  const [best, ...others] = searchHelp(question);
  if (best === undefined) return null;
  return {
    reply: best.text,
    links: [...best.links],
    suggestions: others
      .filter(({ title }) => title.endsWith("?") && fold(title) !== fold(question))
      .map(({ title }) => title),
    from: "help",
  };
}

/** Says what was not understood where that is known, and where to look. */
function unanswered(meaning: Meaning | null): ChatReply {
  const none = (reply: string, suggestions: readonly string[]): ChatReply => ({
    reply,
    links: [{ label: "Setup Guide", href: "/setup-guide" }],
    suggestions: [...suggestions],
    from: "none",
  });
  const where = "The FAQ tab has what people ask most, and the Support tab reaches a person.";
  if (meaning?.who !== undefined && /\p{Lu}|@|\d/u.test(meaning.who)) {
    return {
      ...none(`I found no lead called “${meaning.who}”. Check the spelling, or search in the list.`, []),
      links: [{ label: "Lead Management", href: "/leads" }],
    };
  }
  if (meaning !== null && (meaning.intent === "count_leads" || meaning.intent === "list_leads")) {
    const { leftOver } = meaning.leads;
    return none(
      `I can find leads by status, source, score, keyword, name or company, missing information and when they came in, but I do not understand “${leftOver.join(" ")}”. ${where}`,
      ["How many leads are pending?", "Show the best leads"],
    );
  }
  return none(
    `I cannot answer that: I found nothing about it in the help texts or in your data. I understand questions in English. ${where}`,
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
