import type { ChatReply } from "#shared/contract/chat.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import { cardOf, fromData, leadLink, offered, type Asking } from "#server/assistant/answers/answer.ts";
import { chosenFor } from "#server/assistant/offers/for-leads.ts";
import { aboutLead, eachLead } from "#server/assistant/answers/find-lead.ts";
import { followUpOfLead } from "#server/assistant/answers/source-states.ts";
import { readDays, type DayRange } from "#server/assistant/understanding/day-range.ts";
import { nameIn } from "#server/assistant/understanding/name-in.ts";
import { day, localDay, MONTHS, WEEKDAYS } from "#server/assistant/understanding/time-span.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { wordingOf, type Word, type Wording } from "#server/assistant/understanding/words.ts";
import { userTimeZone } from "#server/assistant/words/local-time.ts";
import { stepDueWords } from "#server/assistant/words/moment.ts";
import { quoted } from "#server/assistant/words/say.ts";

/** "Remind me to call Ann on Friday", "snooze Ann until Monday" */
export const OF_STEP =
  /\b(?:next step|remind\w*|put (?:it|them|him|her) (?:on|off|to|for) (?=today|tomorrow|next|\w+day|\d)|(?:book|arrange) an? (?:call|meeting|visit)|(?:set|add|make|create|put|schedule|plan)(?: (?:him|her|it|them|me|up|i|to))* (?:an? )?(?:follow up|call|meeting|appointment|task)|snooze|as done|postpone|schedule an? (?:call|meeting|follow ?up)|plan an? (?:call|meeting|visit)|follow up (?:with|on))\b|\b(?:move|push|reschedule|call|phone)\b(?!.*\breports?\b).*\b(?:to|until|till|on|back) (?:next|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|\bcall .+ back\b|^(?:call|phone|ring|visit|meet)\b.*\b(?:today|tomorrow|next \w+|in \d+ (?:days?|weeks?)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|^(?:try|call|phone|ring)(?: (?:it|him|her|them))? again\b.*\b(?:tomorrow|next|in \d|\w+day)\b/u;
/** "Draft an email to Ann." */
export const MAILING =
  /^(?:call|phone|ring)\b|^(?:draft|write|send|compose|reply|answer|e?mail|message)\b(?=.*\b(?:e?mails?|messages?|reply|letter|text|to|for me)\b)/u;

const MOVING = /^put (?:it|them|him|her) |^(?:snooze|postpone|move|push|reschedule)\b/u;
const PREFIX =
  /^(?:(?:and|also|then) )*(?:(?:remind me|(?:set|add|create|make) (?:me )?an? (?:reminder|task|next step)|(?:set|add) (?:the )?next step|(?:set|add|put|make|create|schedule|plan)(?: (?:him|her|it|them|me|i|to))* (?:an? )?(?:follow up|reminder|task)|(?:schedule|plan)(?= )) ?)(?:(?:to|for|about|of|that|it|an?|me) )*/u;

/** The most leads of a request that get a step, each with a button. */
const MOST_STEPS = 5;
const MANY = /\b(?:them|all|these|those|leads)\b/u;
const TOO_FAR = /\b\d(?:[.,]?\d){3,} (?:days?|weeks?|months?|years?)\b/u;

/** A step on the day that a request says, tomorrow if it says none; null without one lead. */
export async function offerNextStep(asking: Asking): Promise<ChatReply | null> {
  const { meaning, now, say } = asking;
  const { wording } = meaning;
  if (/\b(?:as done|rest|others)\b/u.test(wording.text)) return null;
  if (TOO_FAR.test(wording.text))
    return fromData(
      say(
        "A next step can be at most 999 days, weeks or months away. Choose an earlier date.",
        "Ein nächster Schritt liegt höchstens 999 Tage, Wochen oder Monate voraus. Wählen Sie einen früheren Tag.",
        "Une prochaine étape peut être prévue au plus dans 999 jours, semaines ou mois. Choisissez une date plus proche.",
        "Un próximo paso puede estar como máximo a 999 días, semanas o meses. Elija una fecha anterior.",
      ),
    );
  const due = withTime(dueIn(wording, now), wording.question);
  if (MANY.test(wording.text)) return stepsOfMany(asking, due);
  return aboutLead(async (lead) => stepOffer(lead, asking, due))(asking);
}

/** Each lead gets its own button, because each keeps its own step. */
async function stepsOfMany(asking: Asking, due: Due): Promise<ChatReply | null> {
  const { store, say } = asking;
  if (asking.meaning.before === undefined) return null;
  const chosen = await chosenFor(asking, []);
  if (chosen === null) return null;
  if (chosen.ids.length === 0)
    return fromData(
      say("No lead fits that.", "Kein Lead passt dazu.", "Aucun prospect ne correspond.", "Ningún lead coincide."),
      chosen.links,
    );
  const shown = chosen.ids.slice(0, MOST_STEPS);
  const leads = (await Promise.all(shown.map((id) => store.leads.get(id)))).filter((lead) => lead !== null);
  const offers = leads.map((lead) => stepOffer(lead, asking, due));
  const rest = chosen.ids.length - leads.length;
  return {
    ...fromData(
      [
        ...offers.map(({ reply }) => reply.split("\n")[0] ?? ""),
        rest > 0
          ? say(
              `${rest} more: ask again after these.`,
              `${rest} weitere: Fragen Sie danach noch einmal.`,
              `${rest} de plus : redemandez ensuite.`,
              `${rest} más: pídalo de nuevo después.`,
            )
          : "",
      ],
      chosen.links,
    ),
    actions: offers.flatMap(({ actions = [], leads: [lead] = [] }) =>
      actions.map((action) => ({ ...action, label: `${lead?.name ?? ""}: ${action.label}` })),
    ),
    leads: chosen.leads,
  };
}

function stepOffer(lead: StoredLead, asking: Asking, due: Due): ChatReply {
  const { meaning, say } = asking;
  const { wording } = meaning;
  const isMoved = MOVING.test(wording.text);
  const usual = say("Follow up", "Nachfassen", "Relancer", "Hacer seguimiento");
  // "Make it Thursday", of a step that was only offered
  const before = isMoved && OF_STEP.test(meaning.previous?.wording.text ?? "") ? meaning.previous?.wording : undefined;
  const said = before === undefined ? lead.nextStep?.text : stepText(before, dueIn(before, asking.now), lead);
  const text = (isMoved ? said : stepText(wording, due, lead)) ?? usual;
  // One that is moved to another day stays at its time.
  const moved = isMoved && before === undefined && !due.day.includes("T") ? lead.nextStep : null;
  const [, time] = moved?.due.split("T") ?? [];
  const when = time === undefined ? due.day : `${due.day}T${time}`;
  const timeZone = time === undefined ? userTimeZone() : moved?.timeZone;
  const words = stepDueWords(when, asking.language);
  const label = say(
    `Set the next step for ${words}`,
    `Nächsten Schritt setzen: ${words}`,
    `Prochaine étape : ${words}`,
    `Próximo paso: ${words}`,
  );
  const step = { text: text.slice(0, LIMITS.nextStep.textLength), due: when, timeZone };
  const was =
    lead.nextStep === null
      ? ""
      : say(
          ` It replaces “${lead.nextStep.text}”, due ${stepDueWords(lead.nextStep.due)}.`,
          ` Ersetzt „${lead.nextStep.text}“.`,
          ` Cela remplace « ${lead.nextStep.text} ».`,
          ` Sustituye a «${lead.nextStep.text}».`,
        );
  const reply = offered(
    asking,
    `${lead.name}: ${quoted(text, say)}, ${words}.${was}`,
    { kind: "next_step", label, leadId: lead.id, step },
    [leadLink(lead.id, lead.name)],
  );
  return { ...reply, leads: [cardOf(lead)] };
}

const AT =
  /\b(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|uhr|h)\b|\b(\d{1,2}):(\d{2})\b|\b(?:at|um|à|a las) (\d{1,2})(?=$|[\s,.!?](?!\d))/iu;
/** Without "am" or "pm", an earlier hour is in the afternoon. */
const EARLIEST = 7;

/** "Tomorrow 9am" */
function withTime(due: Due, question: string): Due {
  const [, hour, minute, half = "", hour24, minute24, bare] = AT.exec(question) ?? [];
  const said = Number(hour ?? hour24 ?? bare) + (bare !== undefined && Number(bare) < EARLIEST ? 12 : 0);
  const at =
    half.toLowerCase() === "pm" && said < 12 ? said + 12 : half.toLowerCase() === "am" && said === 12 ? 0 : said;
  if (Number.isNaN(at) || at > 23) return due;
  return { ...due, day: `${due.day}T${String(at).padStart(2, "0")}:${minute ?? minute24 ?? "00"}` };
}

interface Due {
  day: string;
  /** The words that say it. */
  from: number;
  to: number;
}

function dueIn({ words }: Wording, now: Date): Due {
  const said = words.map(({ meant }, at) =>
    /^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/u.test(meant) && /^\d/u.test(words[at - 1]?.meant ?? "")
      ? (MONTHS.find((month) => month.startsWith(meant.slice(0, 3))) ?? meant)
      : /^an?$/u.test(meant) && /^(?:days?|weeks?|months?)$/u.test(words[at + 1]?.meant ?? "")
        ? "1"
        : meant,
  );
  for (const at of said.keys()) {
    const text = said
      .slice(at)
      .join(" ")
      .replace(/^(?:until|till|to|for|back|on) (?=next|in|tomorrow|on)/u, "");
    const skipped = said.length - at - text.split(" ").length;
    const days = readDays(text, now);
    if (days === null) continue;
    const to = at + skipped + days.words;
    // "Thursday, 3 December"
    const date = readDays(said.slice(to).join(" "), now);
    return date === null || !/^\d/u.test(said[to] ?? "")
      ? { day: dayOf(days, text, now), from: at, to }
      : { day: dayOf(date, "", now), from: at, to: to + date.words };
  }
  return { day: localDay(day(now, 1)), from: said.length, to: said.length };
}

/** The day of "by Friday", "in 2 days" or "next week"; a weekday is never today. */
function dayOf({ min, max }: DayRange, text: string, now: Date): string {
  const today = localDay(now);
  const isLast = /^(?:by|in|within|for|until|till|before) /u.test(text);
  const chosen = (isLast ? max : (min ?? max)) ?? min ?? today;
  const isWeekday = new RegExp(String.raw`^(?:\w+ )?(?:${WEEKDAYS.join("|")})\b`, "u").test(text);
  return chosen === today && isWeekday ? localDay(day(now, 7)) : chosen;
}

/** "Call Ann Lee", as written; undefined if the request only names the lead. */
function stepText({ question, words, text }: Wording, { from, to }: Due, { name }: StoredLead): string | undefined {
  const prefix = PREFIX.exec(text)?.[0].trim() ?? "";
  const colon = question.indexOf(":", words[0]?.end);
  const stated =
    colon === -1 || /\d/u.test(question[colon - 1] ?? "") ? -1 : words.findIndex((word) => word.start > colon);
  const start = stated !== -1 ? stated : prefix === "" ? 0 : prefix.split(" ").length;
  const isTime = ({ meant }: Word): boolean =>
    /^(?:to|for|on|in|by|at|the|due|morning|afternoon|evening|\d{1,2}|am|pm|uhr|h)$/u.test(meant);
  const before = words.slice(start, Math.max(start, from));
  const rest = words.slice(Math.max(start, to));
  const begin = rest.findIndex((word) => !isTime(word));
  // "At 10 call Ann", "to call Ann"
  const after = before.length > 0 || begin === -1 ? rest : rest.slice(begin);
  const parts = [before.slice(0, before.findLastIndex((word) => !isTime(word)) + 1), after.every(isTime) ? [] : after];
  const said = parts
    .map((part) => sliceOf(question, part))
    .filter(Boolean)
    .join(" ")
    .replace(
      /^(?:d['’]|[\s,.:;-]+)|(?:[\s,]+(?:and )?(?:please )?remind me)?[\s,.:;!?-]+$|[\s,]+(?:and )?remind me$/giu,
      "",
    );
  const bare = said.replace(/^(?:an|daran|de|à|a|about|with|of) /iu, "").toLowerCase();
  const isOnlyName = name.toLowerCase().includes(bare);
  return isOnlyName ? undefined : said.charAt(0).toUpperCase() + said.slice(1);
}

function sliceOf(question: string, words: readonly Word[]): string {
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined ? "" : question.slice(first.start, last.end);
}

/** Between the lead and the text: "note for Ann: …", "note on Ann that …" */
const TEXT_BEGINS = /\s*(?::\s|[–—]|\s-\s|\b(?:that|saying|dass|que)\b)\s*/u;
const QUOTED = /["“„«]\s*([^"”“»]+?)\s*["”“»]/u;

/** "Add a note to Ann Lee: wants a demo." Null without a text or a lead. */
export async function offerComment(asking: Asking): Promise<ChatReply | null> {
  const { meaning, language, say } = asking;
  const { question } = meaning.wording;
  const inQuotes = QUOTED.exec(question);
  const begins = inQuotes ?? TEXT_BEGINS.exec(question);
  if (begins === null) return null;
  const text = (inQuotes?.[1] ?? question.slice(begins.index + begins[0].length)).trim();
  if (text === "" || text.length > LIMITS.comment.textLength) return null;
  const around = inQuotes === null ? question.slice(0, begins.index) : question.replace(begins[0], " ");
  const words = meaning.wording.words.filter(
    ({ end, start }) => end <= begins.index || (inQuotes !== null && start >= begins.index + begins[0].length),
  );
  const named = nameIn(wordingOf(question, words), language);
  const who =
    [named, nameIn(translate(around).wording, language), meaning.before?.lead ?? ""].find((one) => one !== "") ?? "";
  return eachLead(
    aboutLead(async (lead) => {
      const title = leadTitle(lead);
      const reply = offered(
        asking,
        say(
          `A comment on ${title}: “${text}”`,
          `Ein Kommentar zu ${title}: „${text}“`,
          `Un commentaire sur ${title} : « ${text} »`,
          `Un comentario sobre ${title}: «${text}»`,
        ),
        {
          kind: "comment",
          label: say(
            `Add the comment to ${title}`,
            `Kommentar zu ${title} hinzufügen`,
            `Ajouter le commentaire à ${title}`,
            `Añadir el comentario a ${title}`,
          ),
          leadId: lead.id,
          text,
        },
        [leadLink(lead.id, title)],
      );
      return { ...reply, leads: [cardOf(lead)] };
    }),
  )({ ...asking, meaning: { ...meaning, who } });
}

/** Nothing is written for people, so this says what was asked already and how to reach them. */
export async function offerMail(asking: Asking): Promise<ChatReply | null> {
  const { say } = asking;
  return aboutLead(async (lead) => {
    const { id, name, email, phone, lastFollowUp } = lead;
    const ways = [email, phone].filter(Boolean).join(", ");
    const state =
      lastFollowUp === null
        ? null
        : await followUpOfLead({ ...asking, meaning: { ...asking.meaning, who: `lead ${id}` } });
    return {
      ...fromData(
        [
          state?.reply ?? "",
          `${say(
            "The chat can't write to leads or call them; open the lead to send a follow-up or click its address.",
            "Aus dem Chat kann niemand angeschrieben oder angerufen werden; öffnen Sie den Lead für ein Follow-up oder die Adresse.",
            "Le chat n'écrit pas aux prospects et ne les appelle pas ; ouvrez la fiche pour une relance ou cliquez sur l'adresse.",
            "El chat no escribe a los leads ni los llama; abra la ficha para preguntar o haga clic en el correo.",
          )} ${name}: ${ways === "" ? say("no contact details", "keine Kontaktdaten", "aucune coordonnée", "sin datos de contacto") : ways}.`,
        ],
        [leadLink(id, name)],
      ),
      leads: [cardOf(lead)],
    };
  })(asking);
}

/** "Done with Ann": a step is marked on the lead's page. */
export async function stepDone({ id, name, nextStep }: StoredLead, { say }: Asking): Promise<ChatReply> {
  const step = nextStep === null ? "" : nextStep.text;
  return fromData(
    nextStep === null
      ? say(
          `${name} has no next step to mark.`,
          `${name} hat keinen nächsten Schritt.`,
          `${name} n'a pas de prochaine étape.`,
          `${name} no tiene próximo paso.`,
        )
      : say(
          `The next step of ${name} is “${step}”. Open the lead and choose Mark as done; that adds it to the timeline.`,
          `Nächster Schritt von ${name}: „${step}“. Öffnen Sie den Lead und wählen Sie Mark as done.`,
          `Prochaine étape de ${name} : « ${step} ». Ouvrez la fiche et choisissez Mark as done.`,
          `Próximo paso de ${name}: «${step}». Abra la ficha y elija Mark as done.`,
        ),
    [leadLink(id, name)],
  );
}
