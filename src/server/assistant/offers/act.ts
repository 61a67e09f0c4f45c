import type { ChatAction, ChatReply } from "#shared/contract/chat.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { cardOf, fromData, leadLink, offered, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import {
  already,
  AS_REJECTED,
  askedStatus,
  chosenFor,
  DECIDING,
  offerFields,
  offerOwner,
  offerStatusOfMany,
  offerTags,
} from "#server/assistant/offers/for-leads.ts";
import { duplicatePair } from "#server/assistant/answers/duplicates.ts";
import { aboutLead, MOST_NAMED } from "#server/assistant/answers/find-lead.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { firstListed } from "#server/assistant/answers/some-leads.ts";
import {
  MAILING,
  offerComment,
  offerMail,
  offerNextStep,
  OF_STEP,
  stepDone,
} from "#server/assistant/offers/for-one-lead.ts";
import { offerExport, offerList } from "#server/assistant/offers/export.ts";
import { offerRule } from "#server/assistant/offers/rules.ts";
import { offerSplit } from "#server/assistant/offers/split.ts";
import { offerReport, offerSource, offerThreshold } from "#server/assistant/offers/settings.ts";
import { offerSwitch } from "#server/assistant/offers/switches.ts";
import { peopleOf, topicAnswer, topicOf, topicState, type TopicId } from "#server/assistant/offers/topics.ts";
import { ruleNamed } from "#server/assistant/answers/rules.ts";
import { helpAnswer } from "#server/assistant/fallbacks.ts";
import { offerReversal, offerUndo, ofNamed } from "#server/assistant/offers/undo.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { fieldsIn, type Wording } from "#server/assistant/understanding/words.ts";

interface Request {
  asks: RegExp;
  /** Only if it asks for nothing of this. */
  not?: RegExp;
  /** Null if it doesn't say enough. */
  offer: Answering;
  /** Whether a request without an offer may name several leads. */
  isOfLead?: true;
  /** Where the user does it otherwise. */
  topic: TopicId;
}

const nothing: Answering = async () => null;
/** Only a rule does something about leads to come. */
const ALWAYS =
  /\b(?:from now on|always|automatically|in (?:the )?future|going forward|every new|all new(?! \w+ (?:above|below|under|over)))\b/u;
const DECIDING_WORDS =
  /\b(?:approved?|accept|reject(?:ed)?|refuse|decline|disqualify|qualify|qualified|(?:to|as) pending)\b/u;
/** Other than "switch to dark mode" */
const SWITCHING = /\b(?:on|off|enable|disable|activate|deactivate|pause|resume|stop)\b/u;
const GONE = /^(?:delete|remove|wipe|erase|purge|destroy|drop)\b/u;

/** What people ask for, in the order in which a request is compared; the first that fits offers a button. */
const REQUESTS: readonly Request[] = [
  {
    asks: /\bun ?-?(?:reject|approv|qualif|declin)\w*/u,
    offer: async (asking) => (await aboutLead(offerReversal)(asking)) ?? topicAnswer(asking, "undo"),
    topic: "undo",
  },
  {
    asks: /^undo\b|^take .*\bback\b/u,
    not: /\b(?:an?|the|last|my) (?:import|file|upload|merge)\b/u,
    offer: async (asking) => (await ofNamed(asking)) ?? offerUndo(asking),
    topic: "undo",
  },
  {
    asks: /\b(?:note|comment)s?\b|\blog (?:an? )?call\b/u,
    not: /\b(?:rule|only in|points)\b|^(?:export|delete|remove)/u,
    offer: (asking) => offerComment(asking),
    topic: "comments",
  },
  {
    asks: /\b(?:gdpr|for good|permanently|personal data|definit\w*|endgultig\w*|rgpd|dsgvo)\b/u,
    offer: nothing,
    topic: "erase",
  },
  { asks: new RegExp(`(?=.*${ALWAYS.source}).*\\b(?:assign|give|owner)\\b`, "u"), offer: nothing, topic: "assignment" },
  { asks: new RegExp(`(?=.*${ALWAYS.source}).*${DECIDING_WORDS.source}`, "u"), offer: nothing, topic: "writing-rules" },
  {
    asks: /\b(?:to|into|in) (?:(?:the|our|my) )?(?:crm|hubspot|salesforce|pipedrive)\b/u,
    not: /\b(?:rule|note|comment|tag)\b/u,
    offer: nothing,
    topic: "crm-trouble",
  },
  {
    asks: /^(?:e?mail|forward|send|share) (?!.*\breports?\b).*\b(?:list|leads|ones|them|those|these)\b.* to\b/u,
    offer: offerList,
    topic: "mail-to-lead",
  },
  {
    asks: /\b(?:export|download|csv|excel)\b/u,
    not: new RegExp(`${GONE.source}|\\bbackups?\\b`, "u"),
    offer: offerExport,
    topic: "export",
  },
  { asks: /\b(?:merge|duplicates?)\b/u, offer: (asking) => duplicatePair(asking), topic: "duplicates" },
  {
    asks: /\bmembers? (?:to |can |should )?(?:only|see)\b|\blead access\b|\bturn (?:it|that|this) (?:on|off)\b|\bauto(?:matic)? ?sync\w*|\bsync\w* automati\w*|\bnotif\w+\b|\bstop (?:sending|getting|receiving)\b/u,
    offer: offerSwitch,
    topic: "notifications",
  },
  {
    asks: /\b(?:threshold|cut ?off|bar)\b.*\d|^(?:do|use|take|go with) \d+$/u,
    not: /\brules?\b/u,
    offer: offerThreshold,
    topic: "threshold",
  },
  {
    asks: /\b(?:as |is |are )?(?:done|completed?|finished)\b/u,
    not: /\brules?\b/u,
    offer: aboutLead(stepDone),
    isOfLead: true,
    topic: "next-steps",
  },
  { asks: /\bsend\b.*\btest\b|\btest (?:e?mail|report|message)\b/u, offer: nothing, topic: "test-mail" },
  { asks: OF_STEP, offer: (asking) => offerNextStep(asking), isOfLead: true, topic: "next-steps" },
  {
    asks: /\b(?:tag|tags|untag|label)\b/u,
    not: /^(?:approve|accept|reject|decline|qualify|disqualify)\b/u,
    offer: (asking) => offerTags(asking),
    isOfLead: true,
    topic: "tags",
  },
  {
    asks: /\b(?:invite|(?:new|create an?|add an?) (?:user|colleague|teammate|account|login))\b/u,
    offer: nothing,
    topic: "invite",
  },
  {
    asks: /\b(?:(?:an? )?(?:owner|member|viewer|admin)|role)\b(?! of)/u,
    not: /\b(?:leads?|without)\b|\bowner (?:to|is|of|for)\b|\bmake .+ (?:the|its?|their|his|her) owner\b/u,
    offer: nothing,
    topic: "change-role",
  },
  {
    asks: /^(?:delete|remove)\b/u,
    not: /\b(?:reports?|recipients?|tags?|label|owner|rules?|leads?|everything|all)\b/u,
    offer: offerDeactivation,
    topic: "delete-lead",
  },
  { asks: /\breports?\b|\brecipients?\b/u, offer: offerReport, topic: "report" },
  {
    asks: /^(?:split|divide|distribute|share) |^give (?!.*\bpoints?\b)|\bgo to\b|\b(?:move|transfer|hand|pass|give|put) .*\b(?:to|for) (?:me|myself|\w+@|[a-z]+$|[a-z]+ (?:instead|too)$)|\bowner of\b|\bmake .+ (?:the|its?|their|his|her) owner\b|\b(?:assign|unassign|reassign|hand over|transfer)\b|\b(?:change|set|remove) (?:the )?owner\b/u,
    not: /\b(?:qualified|pending|approved|rejected)$/u,
    offer: async (asking) => (await offerSplit(asking)) ?? offerOwner(asking),
    isOfLead: true,
    topic: "owners",
  },
  { asks: /^add .*\bleads?\b/u, not: /\b(?:to|tag|note)\b/u, offer: nothing, topic: "add-lead" },
  {
    asks: /^(?:call|phone|ring|text|write|message|whatsapp)\b.*\b(?:them|all|everyone|these|those)\b|\b(?:whatsapp|sms)\b/u,
    offer: nothing,
    topic: "no-contact",
  },
  {
    asks: MAILING,
    not: /^(?:call|phone|ring) (?:back|first|next)\b/u,
    offer: (asking) => offerMail(asking),
    topic: "mail-to-lead",
  },
  {
    asks: /\b(?:block|ignore|exclude|stop)\b.*(?:@|\b(?:e?mails?|senders?|messages?|newsletters?)\b)/u,
    offer: nothing,
    topic: "block-sender",
  },
  {
    asks: /\b(?:rules?|keywords?)\b|\b(?:make|give) .+ (?:worth|points?)\b|\bpoints\b|^(?:subtract|deduct|punish|penali[sz]e|double|halve)\b/u,
    offer: (asking) => offerRule(asking),
    topic: "writing-rules",
  },
  { asks: /\bsync\w*\b.*\b(?:every|hourly|daily|interval)\b/u, offer: nothing, topic: "sync-interval" },
  {
    asks: /\b(?:sync\w*|synchronize|reload|refresh|reread|sources?|sheets?|scrap\w+|websites?|feeds?)\b|^(?:check|read|fetch|get|poll) .*\b(?:e?mails?|mailbox|inbox|gmail|messages)\b/u,
    not: /^(?:approve|reject|qualify)\b|\bleads?\b(?! now$)/u,
    offer: (asking) => offerSource(asking),
    topic: "sources",
  },
  {
    asks: /^(?:turn|switch|enable|disable|activate|deactivate|pause|resume|stop|drop)\b/u,
    offer: async (asking) =>
      (await offerDeactivation(asking)) ??
      (await offerSwitch(asking)) ??
      (await offerRule(asking)) ??
      (SWITCHING.test(asking.meaning.wording.text) ? offerSource(asking) : null),
    topic: "configuration",
  },
  {
    asks: /\b(?:database|tables?|all (?:my |our |the )?data)\b|^(?:delete|remove|wipe|erase|purge|destroy) (?:it all|everything)$/u,
    offer: nothing,
    topic: "delete-all",
  },
  {
    asks: GONE,
    not: /\b(?:user|account|view|fields?|colleague|team)\b/u,
    offer: (asking) => offerDelete(asking),
    isOfLead: true,
    topic: "delete-lead",
  },
  {
    asks: new RegExp(`${DECIDING_WORDS.source}|${AS_REJECTED.source}|\\bbring\\b.*\\bback\\b`, "u"),
    offer: async (asking) => (await offerStatusOfMany(asking)) ?? offerStatus(asking),
    topic: "lead-status",
  },
  { asks: /\b(?:two factor|2fa|mfa|second factor)\b/u, offer: nothing, topic: "sessions" },
  { asks: /\bpass ?words?\b/u, offer: nothing, topic: "password" },
  { asks: /\bviews?\b/u, offer: nothing, topic: "views" },
];

/** "Approve Ann Lee", "Export the qualified leads": a button that does it. Nothing happens from text alone. */
export const act = async (asking: Asking): Promise<ChatReply> => {
  const { who = "", wording } = asking.meaning;
  // A colleague isn't the lead of a request.
  if (accountsNamed(await asking.store.accounts.list(), who).length > 0 && !/\s/u.test(who)) {
    const { before } = asking.meaning;
    const lead = before?.wording.words.some(({ isOfLead }) => isOfLead) === true ? before.lead : "";
    return act({ ...asking, meaning: { ...asking.meaning, who: lead === who ? "" : (lead ?? "") } });
  }
  const names = leadsListed(wording);
  if (names.length > 1 && who !== names.join(", "))
    return act({ ...asking, meaning: { ...asking.meaning, who: names.join(", ") } });
  if (fieldsIn(wording).some(({ set }) => set !== undefined)) {
    const found = (await offerFields(asking)) ?? (await whichLead(asking));
    if (found !== null) return found;
  }
  if (asking.meaning.before?.intent === "what_if" && /\d/u.test(wording.text) && !/\brules?\b/u.test(wording.text)) {
    const found = await offerThreshold(asking);
    if (found !== null) return found;
  }
  const own = rowsOf(wording.text);
  // "Add Priya", "and take Diego off": what the question before is about says the rest.
  const about = (asking.meaning.subject ?? []).map(({ meant }) => meant).join(" ");
  const rows =
    own.length === 0 && asking.earlier !== ""
      ? rowsOf(`${wording.text} . ${translate(asking.earlier).wording.text} . ${about}`)
      : own;
  for (const { offer, isOfLead } of rows) {
    const found = (await offer(asking)) ?? (isOfLead === true ? await whichLead(asking) : null);
    if (found !== null) return found;
    // What is asked of leads isn't something else.
    if (offer === nothing || isOfLead === true) break;
  }
  const isOfRule = rows.length === 0 && ruleNamed(await asking.store.rules.list(), wording.question) !== undefined;
  // One of several names may be ambiguous.
  for (const name of names.length > 1 ? names : []) {
    const which = await whichLead({ ...asking, meaning: { ...asking.meaning, who: name } });
    if (which !== null) return which;
  }
  const topic = await topicOf(asking);
  return (
    (isOfRule ? await offerRule(asking) : null) ??
    (topic === undefined ? null : await topicState(asking, topic)) ??
    (rows[0] === undefined ? helpInstead(asking) : null) ??
    topicAnswer(asking, rows[0]?.topic ?? null)
  );
};

/** From this probability on, a help text is about a request that no offer fits. */
const LIKELY_HELP = 0.3;

/** "Restore a backup" */
function helpInstead(asking: Asking): ChatReply | null {
  const { meaning, language } = asking;
  const best = meaning.ranked.find(({ id }) => id.startsWith("help:"));
  return language === "en" && (best?.probability ?? 0) >= LIKELY_HELP
    ? helpAnswer(meaning.wording.question, asking)
    : null;
}

const rowsOf = (text: string): Request[] =>
  REQUESTS.filter(({ asks, not }) => asks.test(text) && not?.test(text) !== true);

/** The leads that a request lists: "a Kiki Vasquez y a Foxglove Florists". */
function leadsListed({ words, question }: Wording): string[] {
  const names: { from: number; to: number; at: number }[] = [];
  words.forEach(({ isOfLead, start, end }, at) => {
    const last = names.at(-1);
    if (isOfLead !== true) return;
    const between = last === undefined ? [] : words.slice(last.at + 1, at);
    if (last !== undefined && between.length === 0) Object.assign(last, { to: end, at });
    else if (between.every(({ meant }) => /^(?:and|a|to)$/u.test(meant))) names.push({ from: start, to: end, at });
  });
  return names.slice(0, MOST_NAMED + 1).map(({ from, to }) => question.slice(from, to).replace(/['’]s?$/u, ""));
}

/** "Deactivate Priya": a person of the team, and no lead. */
async function offerDeactivation(asking: Asking): Promise<ChatReply | null> {
  const { words } = asking.meaning.wording;
  const people = words.length < 7 ? await peopleOf(asking) : [];
  const isOfColleague = words.some(({ meant }) => people.includes(meant)) && !words.some(({ isOfLead }) => isOfLead);
  return isOfColleague ? topicAnswer(asking, "deactivate") : null;
}

/** Asks which of several leads a request means; null if the name isn't ambiguous. */
async function whichLead(asking: Asking): Promise<ChatReply | null> {
  return (asking.meaning.who ?? "") === "" ? null : aboutLead(async () => null)(asking);
}

const offerDelete: Answering = async (asking) => {
  const { say } = asking;
  const chosen = await chosenFor(asking, []);
  if (chosen === null || chosen.ids.length === 0) return null;
  const { ids, words, links, leads } = chosen;
  return {
    ...offered(
      asking,
      say(
        `This deletes ${words}. A sync doesn't bring deleted leads back.`,
        `Gelöscht wird: ${words}. Eine Synchronisierung bringt gelöschte Leads nicht zurück.`,
        `À supprimer : ${words}. Une synchronisation ne ramène pas les prospects supprimés.`,
        `Se elimina: ${words}. Una sincronización no devuelve los leads eliminados.`,
      ),
      {
        kind: "delete",
        label: say(`Delete ${words}`, `${words} löschen`, `Supprimer ${words}`, `Eliminar ${words}`),
        selection: { ids },
      },
      links,
    ),
    leads,
  };
};

const offerStatus: Answering = async (asking) => {
  const { meaning, say } = asking;
  const { text } = meaning.wording;
  const status = askedStatus(text);
  const offer = aboutLead(async (lead) => {
    if (lead.status === status) return already(asking, status, lead.name, [leadLink(lead.id, lead.name)]);
    const label = say(...DECIDING[status]).replace("#", () => say(lead.name, lead.name, lead.name, `a ${lead.name}`));
    const state = say(
      `${lead.name} is ${lead.status}, with a score of ${lead.score}.`,
      `${lead.name} hat ${lead.score} Punkte.`,
      `${lead.name} a un score de ${lead.score}.`,
      `${lead.name} tiene una puntuación de ${lead.score}.`,
    );
    const reply = offered(asking, state, statusAction(status, label, lead), [leadLink(lead.id, lead.name)]);
    return { ...reply, leads: [cardOf(lead)] };
  });
  if (meaning.who !== undefined && meaning.who !== "") return offer(asking);
  if (meaning.before?.intent === "list_leads" && asking.pageLeadId === null && /^\w+$/u.test(text))
    return fromData(
      say(
        "Which one do you mean? Say its name, “the first one” or “all of them”.",
        "Welchen Lead meinen Sie? Nennen Sie den Namen, „den ersten“ oder „alle“.",
        "Lequel ? Dites son nom, « le premier » ou « tous ».",
        "¿Cuál? Diga su nombre, «el primero» o «todos».",
      ),
    );
  const first = /\b(?:best|top|highest|lowest|worst|newest|oldest|first|last|latest)\b/u.test(text)
    ? await firstOpen(asking, status)
    : null;
  return offer({ ...asking, meaning: { ...meaning, who: first === null ? "" : `lead ${first.id}` } });
};

const KINDS = { rejected: "reject", approved: "approve", qualified: "qualify" } as const;

function statusAction(status: LeadStatus, label: string, lead: Pick<LeadRow, "id" | "status">): ChatAction {
  return status === "pending"
    ? { kind: "bulk_status", label, selection: { ids: [lead.id] }, status }
    : { kind: KINDS[status], label, leadId: lead.id, formerStatus: lead.status };
}

/** The first in the asked order that hasn't this status yet: a decided lead needs no decision. */
async function firstOpen(asking: Asking, status: LeadStatus): Promise<LeadRow | null> {
  const { meaning } = asking;
  const states: readonly LeadStatus[] = status === "qualified" ? ["pending"] : ["qualified", "pending"];
  const firsts = await Promise.all(
    states.map((open) => {
      const leads = { ...meaning.leads, filter: { ...meaning.leads.filter, status: open }, leftOver: [] };
      return firstListed({ ...asking, meaning: { ...meaning, leads } });
    }),
  );
  const found = firsts.filter((one) => one !== null);
  const isByDate = meaning.leads.sort === null || meaning.leads.sort.endsWith("createdAt");
  const isUp = meaning.leads.sort?.startsWith("-") === false;
  const [first = null] = found.toSorted(
    (one, other) =>
      (isByDate ? other.createdAt.localeCompare(one.createdAt) : other.score - one.score) * (isUp ? -1 : 1),
  );
  return first;
}
