import type { ChatAction, ChatReply } from "#shared/contract/chat.ts";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import {
  fromData,
  cardOf,
  leadLink,
  leadsLink,
  offered,
  type Answering,
  type Asking,
} from "#server/assistant/answers/answer.ts";
import {
  AS_REJECTED,
  askedStatus,
  DECIDING,
  offerFields,
  offerOwner,
  offerStatusOfMany,
  offerTags,
} from "#server/assistant/answers/bulk-offers.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { accountsNamed, isOfFilter, selectLeads } from "#server/assistant/answers/select-leads.ts";
import { firstListed, selectedWords } from "#server/assistant/answers/some-leads.ts";
import { MAILING, offerComment, offerMail, offerNextStep, OF_STEP } from "#server/assistant/answers/lead-offers.ts";
import { offerRule, offerThreshold } from "#server/assistant/answers/rule-offers.ts";
import { ruleNamed } from "#server/assistant/answers/rules.ts";
import { findHelp, helpAmong } from "#server/assistant/help/find-help.ts";
import { shortHelp } from "#server/assistant/help/short-help.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import { asksForMore } from "#server/assistant/understanding/meaning.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { fieldsIn } from "#server/assistant/understanding/words.ts";

const TAGGING = /\b(?:tag|tags|untag|label)\b/u;
const ASSIGNING =
  /\b(?:move|transfer|hand|pass) .*\bto (?:me|myself|\w+@|[a-z]+$)|\bowner of\b|\b(?:assign|unassign|reassign|hand over)\b|\b(?:change|set|remove) (?:the )?owner\b|^give (?!me\b|us\b)/u;
/** "Approve all leads with the tag VIP" is about the status. */
const DECIDES = /^(?:approve|accept|reject|decline|qualify|disqualify)\b/u;
const DECIDING_ALWAYS = /\b(?:approve|accept|reject|decline|qualify|disqualify)\b/u;
/** No button does these. */
const ELSEWHERE = /\b(?:delete|remove|undo|merge|restore|import|wipe|erase|purge|destroy|drop)\b/u;
/** "Un-reject Ann Lee": what it was before is known only to the history. */
const REVERSING = /\bun[- ]?(?:reject|approv|qualif|declin)\w*|\b(?:put|take) (?:him|her|it|that|them) back\b/u;
/** Only a rule does something about leads to come. */
const ALWAYS =
  /\b(?:from now on|always|automatically|in (?:the )?future|going forward|every new|all new(?! \w+ (?:above|below|under|over)))\b/u;
/** A setting is changed on its screen. */
const CHANGING = /\b(?:change|set|move|switch|block|ignore|exclude|stop|pause|add|remove|unsubscribe|rename)\b/u;

/** "Approve Ann Lee", "Export the qualified leads": a button that does it. Nothing happens from text alone. */
export const act: Answering = async (asking) => {
  const { text } = asking.meaning.wording;
  const asksFor = (words: RegExp): boolean => words.test(text);
  const { who = "" } = asking.meaning;
  // A colleague isn't the lead of a request.
  if (accountsNamed(await asking.store.accounts.list(), who).length > 0 && !/\s/u.test(who)) {
    return act({ ...asking, meaning: { ...asking.meaning, who: "" } });
  }
  if (asksFor(REVERSING)) return elsewhere(asking, "undo");
  const comment = await offerComment(asking);
  if (comment !== null) return comment;
  if (asksFor(ALWAYS) && asksFor(ASSIGNING)) return elsewhere(asking, "owners of leads");
  if (asksFor(ALWAYS) && asksFor(DECIDING_ALWAYS)) return elsewhere(asking, "writing rules");
  if (asksFor(/\b(?:export|download|csv|excel)\b/u) && !asksFor(ELSEWHERE)) return offerExport(asking);
  if (fieldsIn(asking.meaning.wording).some(({ set }) => set !== undefined)) {
    return (await offerFields(asking)) ?? (await whichLead(asking)) ?? elsewhere(asking, "custom fields");
  }
  if (asking.meaning.before?.intent === "what_if" || (asksFor(/\b(?:threshold|cut ?off)\b/u) && asksFor(/\d/u)))
    return (await offerThreshold(asking)) ?? elsewhere(asking, "when a lead qualifies");
  if (asksFor(OF_STEP)) return (await offerNextStep(asking)) ?? elsewhere(asking, "planning the next step");
  if (asksFor(TAGGING) && !asksFor(DECIDES))
    return (await offerTags(asking)) ?? (await whichLead(asking)) ?? elsewhere(asking, "tags");
  if (asksFor(ASSIGNING))
    return (await offerOwner(asking)) ?? (await whichLead(asking)) ?? elsewhere(asking, "owners of leads");
  if (asksFor(/\breport\b/u) && (asksFor(/\b(?:too|also|as well|recipient|add)\b/u) || (await isToPerson(asking))))
    return elsewhere(asking);
  if (asksFor(MAILING) && (asking.meaning.who ?? "") !== "") return (await offerMail(asking)) ?? elsewhere(asking);
  // A rule can be switched off instead.
  const off = asksFor(/^(?:delete|remove|drop)\b/u) ? await offerRule(asking) : null;
  if (off !== null) return { ...elsewhere(asking, "writing rules"), actions: off.actions ?? [] };
  if (asksFor(ELSEWHERE)) return elsewhere(asking);
  if (
    asksFor(/\bkeywords?\b.* (?:to|from|in) /u) &&
    asking.meaning.wording.words.some(({ isOfName, field }) => isOfName === true && field === undefined)
  )
    return elsewhere(asking);
  if (/\d/u.test(text) && ruleNamed(await asking.store.rules.list(), asking.meaning.wording.question) !== undefined) {
    const weight = await offerRule(asking);
    if (weight !== null) return weight;
  }
  if (asksFor(/\b(?:rules?|keyword|turn|delete|switch|pause|enable|disable|activate|deactivate)\b/u)) {
    return (await offerRule(asking)) ?? elsewhere(asking);
  }
  if (asksFor(/\breport\b/u) && !asksFor(CHANGING)) return offerReport(asking);
  if (asksFor(/\b(?:sync\w*|synchronize)\b/u)) return offerSync(asking);
  if (asksFor(CHANGING)) return elsewhere(asking);
  const setsStatus = asksFor(/\b(?:approved?|accept|reject(?:ed)?|decline|disqualify|qualify|qualified)\b/u);
  if (!setsStatus && !asksFor(AS_REJECTED)) return elsewhere(asking);
  return (await offerStatusOfMany(asking)) ?? offerStatus(asking);
};

/** "Send the report to Diego": its recipients are a setting. */
async function isToPerson({ store, meaning: { wording } }: Asking): Promise<boolean> {
  return /\bto\b/u.test(wording.text) && accountsNamed(await store.accounts.list(), wording.question).length > 0;
}

/** "Approve", right after a list, may mean any of it. */
function whichListed({ say }: Asking): ChatReply {
  return fromData(
    say(
      "Which one do you mean? Say its name, “the first one” or “all of them”.",
      "Welchen Lead meinen Sie? Nennen Sie den Namen, „den ersten“ oder „alle“.",
      "Lequel ? Dites son nom, « le premier » ou « tous ».",
      "¿Cuál? Diga su nombre, «el primero» o «todos».",
    ),
  );
}

/** Asks which of several leads a request means; null if the name isn't ambiguous. */
async function whichLead(asking: Asking): Promise<ChatReply | null> {
  return (asking.meaning.who ?? "") === "" ? null : aboutLead(async () => null)(asking);
}

const plainly = (reply: string, action: ChatAction, links: ChatReply["links"] = []): ChatReply => ({
  ...fromData(reply, links),
  actions: [action],
});

const offerStatus: Answering = async (asking) => {
  const { meaning, say } = asking;
  const { text } = meaning.wording;
  const status = askedStatus(text);
  const kind = ({ rejected: "reject", approved: "approve", qualified: "qualify" } as const)[status];
  const offer = aboutLead(async (lead) => {
    if (lead.status === status) {
      return fromData(
        say(
          `${lead.name} is already ${status}.`,
          `${lead.name} hat diesen Status schon.`,
          `${lead.name} a déjà ce statut.`,
          `${lead.name} ya tiene ese estado.`,
        ),
        [leadLink(lead.id, lead.name)],
      );
    }
    const label = say(...DECIDING[status]).replace("#", () => say(lead.name, lead.name, lead.name, `a ${lead.name}`));
    const state = say(
      `${lead.name} is ${lead.status}, with a score of ${lead.score}.`,
      `${lead.name} hat ${lead.score} Punkte.`,
      `${lead.name} a un score de ${lead.score}.`,
      `${lead.name} tiene una puntuación de ${lead.score}.`,
    );
    const reply = offered(asking, state, { kind, label, leadId: lead.id }, [leadLink(lead.id, lead.name)]);
    return { ...reply, leads: [cardOf(lead)] };
  });
  if (meaning.who !== undefined && meaning.who !== "") return offer(asking);
  if (meaning.before?.intent === "list_leads" && asking.pageLeadId === null && /^\w+$/u.test(text))
    return whichListed(asking);
  const first = /\b(?:best|top|highest|lowest|worst|newest|oldest|first|last|latest)\b/u.test(text)
    ? await firstOpen(asking, status)
    : null;
  return offer(
    first === null
      ? { ...asking, meaning: { ...meaning, who: "" } }
      : { ...asking, meaning: { ...meaning, who: `lead ${first.id}` } },
  );
};

/** The first in the asked order that hasn't this status yet: a decided lead needs no decision. */
async function firstOpen(asking: Asking, status: LeadStatus): Promise<LeadRow | null> {
  const { meaning } = asking;
  const states: readonly LeadStatus[] = status === "qualified" ? ["pending"] : ["qualified", "pending"];
  for (const open of states) {
    const leads = { ...meaning.leads, filter: { ...meaning.leads.filter, status: open }, leftOver: [] };
    const first = await firstListed({ ...asking, meaning: { ...meaning, leads } });
    if (first !== null) return first;
  }
  return null;
}

const offerExport = async (asking: Asking): Promise<ChatReply> => {
  const { meaning, say } = asking;
  const { before } = meaning;
  const isOfBefore = before !== undefined && THEM.test(meaning.wording.text);
  const asked = isOfBefore ? before : { ...meaning, leads: exportedOf(meaning) };
  const { intent, leads } = asked;
  const isUnclear = isOfBefore && ((intent !== "count_leads" && intent !== "list_leads") || asksForMore(before));
  const selected = isUnclear || leads.limit !== null ? null : await selectLeads({ ...asking, meaning: asked });
  if (selected === null || !isOfFilter(selected)) return onlyOfFilter(isOfBefore ? before : meaning, asking);
  const { filter, count } = selected;
  const words = selectedWords(asking, selected, leads.span?.words ?? null);
  if (count === 0)
    return fromData(
      say(
        `There are ${words}, so there's nothing to export.`,
        `Es gibt ${words}, also nichts zu exportieren.`,
        `Rien à exporter : ${words}.`,
        `Nada que exportar: ${words}.`,
      ),
      [leadsLink("All leads", {})],
    );
  return plainly(
    say(
      `A CSV file with ${words}, which Excel can open.`,
      `Eine CSV-Datei mit: ${words}. Excel kann sie öffnen.`,
      `Un fichier CSV avec ${words}, lisible par Excel.`,
      `Un archivo CSV con ${words}, que Excel puede abrir.`,
    ),
    {
      kind: "export",
      label: say(`Export ${words}`, `Exportieren: ${words}`, `Exporter ${words}`, `Exportar ${words}`),
      filter: { ...filter, ...(filter.status === undefined && { status: "all" as const }) },
    },
    [leadsLink("Show them", filter, null, asking.now)],
  );
};

/** The qualified leads unless a request says which. */
function exportedOf({ leads, wording: { words, text } }: Asking["meaning"]): LeadQuestion {
  const { source, status, ...rest } = leads.filter;
  // "As a CSV file" is the format.
  const isFormat = source === "file" || /\b(?:to|as|in|into) (?:an? )?(?:google )?(?:spread)?sheets?\b/u.test(text);
  // Leads are described by a view, their fields or their company then, whatever their status.
  const isNamed = words.some(({ view, isOfLead }) => view !== undefined || isOfLead === true);
  const isOfAny = rest.fields !== undefined || isNamed || /\b(?:all|every|everything)\b/u.test(text);
  const ofStatus = status ?? (isOfAny ? undefined : "qualified");
  const filter = {
    ...rest,
    ...(source !== undefined && !isFormat && { source }),
    ...(ofStatus !== undefined && { status: ofStatus }),
  };
  return { ...leads, filter, leftOver: [] };
}

function onlyOfFilter({ leads }: Asking["meaning"], { say }: Asking): ChatReply {
  return {
    reply: say(
      "I can only export the leads of a filter. Filter the list and choose Export there.",
      "Exportieren kann ich nur die Leads eines Filters. Filtern Sie die Liste und wählen Sie dort Export.",
      "Je ne peux exporter que les prospects d'un filtre. Filtrez la liste et choisissez Export.",
      "Solo puedo exportar los leads de un filtro. Filtre la lista y elija Export.",
    ),
    links: [leadsLink("Lead Management", leads.filter)],
    suggestions: [],
    from: "none",
  };
}

/** "Those" of the previous question. */
const THEM = /\b(?:them|these|those|they)\b/u;

const offerReport = async ({ workspace, say }: Asking): Promise<ChatReply> => {
  const link = { label: "Email Settings", href: "/email-settings" };
  const settings = await activeEmailSettings(workspace);
  if (settings === null) {
    return fromData(
      say(
        "Outgoing email isn't configured or is off, so the report can't be sent.",
        "Der E-Mail-Versand ist nicht eingerichtet oder aus.",
        "L'envoi d'e-mails n'est pas configuré ou est désactivé.",
        "El envío de correo no está configurado o está apagado.",
      ),
      [link],
    );
  }
  const to = settings.recipientEmails.join(", ");
  return plainly(
    say(
      `The qualified leads report goes to ${to}. A sent email can't be undone.`,
      `Der Bericht geht an ${to}. Eine gesendete E-Mail lässt sich nicht zurückholen.`,
      `Le rapport part à ${to}. Un e-mail envoyé ne peut pas être annulé.`,
      `El informe se envía a ${to}. Un correo enviado no se puede deshacer.`,
    ),
    {
      kind: "report",
      label: say(
        "Preview and send the report",
        "Bericht ansehen und senden",
        "Voir et envoyer le rapport",
        "Ver y enviar el informe",
      ),
    },
    [link],
  );
};

const offerSync = async ({ store, say }: Asking): Promise<ChatReply> => {
  const active = (await store.dataSources.list()).filter(({ isActive }) => isActive);
  const link = { label: "Data Sources", href: "/data-sources" };
  if (active.length === 0) {
    return fromData(
      say(
        "There's no active data source to sync.",
        "Es gibt keine aktive Datenquelle.",
        "Il n'y a aucune source de données active.",
        "No hay ninguna fuente de datos activa.",
      ),
      [link],
    );
  }
  const names = active.map(({ name }) => `“${name}”`).join(", ");
  return plainly(
    say(
      `A sync reads ${names} now.`,
      `Gelesen wird: ${names}.`,
      `La synchronisation lit ${names}.`,
      `La sincronización lee ${names}.`,
    ),
    {
      kind: "sync",
      label: say("Sync leads now", "Jetzt synchronisieren", "Synchroniser maintenant", "Sincronizar ahora"),
    },
    [link],
  );
};

/** The help text on what a request asks for, whatever else its words say. */
const TOPICS = [
  [/\breports?\b.*\b(?:to|too|also|recipients?|for)\b/u, "who gets the report"],
  [/\breports?\b/u, "when reports are sent"],
  [/\bviews?\b/u, "lead management: finding leads"],
  [/\b(?:rules?|keywords?)\b/u, "writing rules"],
  [/\b(?:postpone|snooze|next step|follow up)\b/u, "planning the next step"],
  [/\b(?:database|tables?|all (?:my |our |the )?data)\b/u, "how do I delete all my data?"],
  [/^mark\b(?!.*\b(?:e?mails?|messages?|leads?)\b).*\bas\b/u, "what the statuses mean"],
  [
    /\b(?:delete|remove|wipe|erase|purge|destroy|drop)\b(?!.*\b(?:rule|user|source|account|tag|view|data|fields?|colleague|team)\b)/u,
    "deleting a lead",
  ],
] as const;

function topicOf(text: string): string | undefined {
  return TOPICS.find(([words]) => words.test(text))?.[1];
}

/** What no button does: where the user does it. */
function elsewhere({ meaning, say, language }: Asking, topic = topicOf(meaning.wording.text)): ChatReply {
  const [found] = [
    ...(topic === undefined ? [] : findHelp(topic)),
    ...helpAmong(meaning.ranked, meaning.wording.question),
  ];
  const { filter, isEmpty } = meaning.leads;
  const list = !isEmpty && /\bleads?\b/u.test(meaning.wording.text) ? [leadsLink("Show them", filter)] : [];
  const how = found === undefined ? "" : `\n\n${shortHelp(found.id, language) ?? `${found.title}: ${found.text}`}`;
  return {
    reply: `${say("I can't make changes, but you can.", "Das kann ich nicht ändern, Sie aber schon.", "Je ne peux pas le faire, mais vous oui.", "Yo no puedo cambiarlo, pero usted sí.")}${how}`,
    links: [...list, ...(found?.links ?? [{ label: "Lead Management", href: "/leads" }])],
    suggestions: [],
    from: found === undefined ? "none" : "help",
  };
}
