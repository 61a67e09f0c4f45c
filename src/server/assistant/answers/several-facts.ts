import type { ChatReply } from "#shared/contract/chat.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { cardOf, fromData, leadLink, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { messageOf, placeOf } from "#server/assistant/answers/lead-facts.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { fieldsIn } from "#server/assistant/understanding/words.ts";
import { fieldValueWords } from "#server/assistant/words/field-words.ts";
import { oneStatusIn, sourceIn } from "#server/assistant/words/lead-words.ts";
import { momentWords, stepDueWords } from "#server/assistant/words/moment.ts";
import { capital, shortened } from "#server/assistant/words/say.ts";
import { leadDetail } from "#server/features/leads/lead-detail.ts";

/** What a question may ask of a lead next to something else: "who owns it, and what did she want?" */
const ASPECTS = {
  owner:
    /\b(?:who|whom?)(?: is| are)?(?: the)? (?:own\w*|responsible|assigned|in charge|looks? after)\b|\bwhose\b|\bowner\b/u,
  wants:
    /\bwhat\b(?!.*\b(?:would|will)\b).*\b(?:wants?|wanted|ask(?:s|ed|ing)?(?! (?:about|by))|needs?|needed|wrote|writes?|looking for|interested in)\b(?!.*\bqualif)/u,
  decision: /\bwho(?:m)? (?:has |had )?(?:approv|reject|decid)|\b(?:approved|rejected) by whom?\b|\bby whom\b/u,
  step: /\bnext (?:steps?|things?|actions?|up)\b|\bto do\b/u,
  touched:
    /\b(?:last|ever)\b.*\b(?:hear|heard|touch\w*|contact\w*|talk\w*|spoke|activity)\b|\b(?:hear|heard|touch\w*|contact\w*) .*\b(?:last|lately)\b/u,
} as const;
type Aspect = keyof typeof ASPECTS;

/** Answered here also when nothing else is asked. */
const ALONE: readonly Aspect[] = ["wants", "touched"];
const OF_COMMENTS = /\b(?:comments?|notes?|about|on)\b/u;
const LONGEST = 600;

/** Answers each thing a question asks of a lead; the other way if it asks for one. */
export function orFacts(answer: Answering): Answering {
  return async (asking) => {
    const { wording } = asking.meaning;
    const { text } = translate(wording.question).wording;
    const asked = (Object.keys(ASPECTS) as Aspect[]).filter((one) => ASPECTS[one].test(text));
    const fields = fieldsIn(wording).filter(({ set, figure }) => set === undefined && figure === undefined);
    const isOne = asked.length + fields.length < 2;
    if (isOne && (!ALONE.some((one) => asked.includes(one)) || OF_COMMENTS.test(text))) return answer(asking);
    return aboutLead((lead, { say }) => factsOf(lead, asking, asked, say))(asking);
  };
}

async function factsOf(
  lead: StoredLead,
  asking: Asking,
  asked: readonly Aspect[],
  say: Asking["say"],
): Promise<ChatReply> {
  const { language, meaning, now, workspace } = asking;
  const { timeline } = await leadDetail(workspace, lead.id);
  const none = say("none", "keine", "aucune", "ninguno");
  const line = (label: string, value: string): string => `• ${label}: ${value}`;
  const values = fieldsIn(meaning.wording).map(({ id, name }) => {
    const value = lead.customFields.find((one) => one.id === Number(id))?.value;
    return line(
      name,
      value === undefined
        ? say("not set", "nicht gesetzt", "non renseigné", "sin valor")
        : fieldValueWords(value, language),
    );
  });
  const last = timeline.find(({ by }) => by !== "" && by !== "Rules");
  const [comment] = (await asking.store.comments.ofLead(lead.id)).toReversed();
  const came = `${momentWords(lead.createdAt, now, language)}, ${placeOf(lead) ?? sourceIn(lead.source, language)}`;
  const facts: Readonly<Record<Aspect, () => string | Promise<string>>> = {
    owner: () =>
      line(
        say("Owner", "Betreuer", "Responsable", "Responsable"),
        lead.owner || say("nobody", "niemand", "personne", "nadie"),
      ),
    wants: () =>
      line(
        say("What they wrote", "Nachricht", "Ce qui est demandé", "Lo que pide"),
        messageOf(lead) || say("nothing", "nichts", "rien", "nada"),
      ),
    decision: async () =>
      (await decisionWords(lead, asking)) ||
      line(
        say("Decided by", "Entschieden von", "Décidé par", "Decidido por"),
        say("nobody", "niemand", "personne", "nadie"),
      ),
    step: () =>
      line(
        say("Next step", "Nächster Schritt", "Prochaine étape", "Próximo paso"),
        lead.nextStep === null ? none : `${lead.nextStep.text}, ${stepDueWords(lead.nextStep.due, language)}`,
      ),
    touched: () =>
      [
        last === undefined
          ? line(say("Since then", "Seitdem", "Depuis", "Desde entonces"), say("nothing", "nichts", "rien", "nada"))
          : line(
              say("Last activity", "Zuletzt", "Dernière activité", "Última actividad"),
              `${last.title}, ${last.by}, ${momentWords(last.at, now, language)}`,
            ),
        comment === undefined
          ? ""
          : line(
              say("Latest comment", "Letzter Kommentar", "Dernier commentaire", "Último comentario"),
              `${shortened(comment.text, LONGEST)}, ${comment.author}, ${momentWords(comment.createdAt, now, language)}`,
            ),
        line(say("Came in", "Eingegangen", "Arrivé", "Llegó"), came),
        lead.nextStep === null
          ? line(say("Next step", "Nächster Schritt", "Prochaine étape", "Próximo paso"), none)
          : "",
      ]
        .filter(Boolean)
        .join("\n"),
  };
  const lines = await Promise.all(asked.map(async (one) => facts[one]()));
  return {
    ...fromData([`${lead.name}:`, ...values, ...lines], [leadLink(lead.id, lead.name)]),
    leads: [cardOf(lead)],
  };
}

/** "Approved by diego, on November 18 at 09:30"; empty if no person decided. */
export async function decisionWords(lead: StoredLead, { workspace, now, language, say }: Asking): Promise<string> {
  if (lead.statusSetBy !== "person") return "";
  const { timeline } = await leadDetail(workspace, lead.id);
  const decision = timeline.find(({ kind, title }) => kind === "status" && !title.endsWith("(undone)"));
  if (decision === undefined) return "";
  const status = capital(oneStatusIn(lead.status, language));
  const at = momentWords(decision.at, now, language);
  return say(
    `${status} by ${decision.by}, ${at}: people decide, whatever the score.`,
    `${status} von ${decision.by}, ${at}: Personen entscheiden unabhängig von den Punkten.`,
    `${status} par ${decision.by}, ${at} : la décision d'une personne ne dépend pas du score.`,
    `${status} por ${decision.by}, ${at}: la decisión de una persona no depende de la puntuación.`,
  );
}
