import { dueIn } from "#server/assistant/words/lead-words.ts";
import type { RuleContributions } from "#shared/contract/dashboard.ts";
import { ChatAction, type ChatLead, type ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter, LeadRow, LeadSort } from "#shared/contract/leads/lead.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import type { Language } from "#shared/language.ts";
import type { Permission } from "#shared/roles.ts";
import type { DecisionLearning } from "#server/features/learning/learning.ts";
import type { WhatIfEngine } from "#server/features/rules/what-if/what-if.ts";
import type { Say } from "#server/assistant/words/say.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import type { TagRecord } from "#server/db/tags/tags.ts";
import type { Workspace } from "#server/workspace.ts";

/** What answers may read; the assistant writes nothing. */
export interface Readings {
  workspace: Workspace;
  whatIf: Pick<WhatIfEngine, "ask">;
  learning: Pick<DecisionLearning, "read">;
  ruleContributions: () => Promise<RuleContributions>;
  /** Whether the caller may make calls that need this; a token may do less than its account. */
  allows: (permission: Permission) => boolean;
}

/** A question that was understood, and its context. */
export interface Asking extends Readings {
  store: Workspace["store"];
  meaning: Meaning;
  now: Date;
  fields: readonly CustomField[];
  tags: readonly TagRecord[];
  /** The lead whose page is open; null on every other page. */
  pageLeadId: string | null;
  language: Language;
  /** The text in the language of the question. */
  say: Say;
  /** What the last answer with a list shows, in its order. */
  listed: readonly string[];
  /** The question before; empty without one. */
  earlier: string;
  /** Whether the person may do what an action's button does. */
  may: (kind: ChatAction["kind"]) => boolean;
}

/** Returns an answer, or null if the data has none; the help texts are searched then. */
export type Answering = (asking: Asking) => Promise<ChatReply | null>;

/** A reply based on the product's data; of its lines, empty ones are skipped. */
export function fromData(
  reply: string | readonly string[],
  links: readonly HelpLink[] = [],
  suggestions: readonly string[] = [],
): ChatReply {
  const text = [reply].flat().filter(Boolean).join("\n");
  return { reply: text, links: [...links], suggestions: [...suggestions], from: "data" };
}

/** A change offered as a button, which can be undone; where the person may not make it, who may. */
export function offered(
  { say, may }: Asking,
  reply: string,
  actions: ChatAction | readonly ChatAction[],
  links: ChatReply["links"] = [],
): ChatReply {
  const all = [actions].flat();
  // Otherwise the whole answer would be refused.
  if (!all.every((action) => ChatAction.safeParse(action).success))
    return fromData(
      say(
        "Winnow doesn't accept what this would save: a value is too long or isn't valid.",
        "Winnow nimmt das so nicht an: Ein Wert ist zu lang oder ungültig.",
        "Winnow n'accepte pas cela : une valeur est trop longue ou n'est pas valide.",
        "Winnow no acepta esto: un valor es demasiado largo o no es válido.",
      ),
      links,
    );
  const confirm = all.every(({ kind }) => may(kind))
    ? all.every(({ kind }) => kind === "undo")
      ? ""
      : say(
          "Press the button to confirm. You can undo it afterward.",
          "Mit der Schaltfläche geht es los; danach lässt es sich rückgängig machen.",
          "Appuyez sur le bouton pour le faire ; vous pourrez annuler ensuite.",
          "Pulse el botón para hacerlo; después se puede deshacer.",
        )
    : say(
        "Your role doesn't allow this; ask an owner.",
        "Ihre Rolle erlaubt das nicht; fragen Sie einen Owner.",
        "Votre rôle ne le permet pas ; demandez à un owner.",
        "Su rol no lo permite; pídaselo a un owner.",
      );
  const allowed = all.filter(({ kind }) => may(kind));
  return { ...fromData(sentences(reply, confirm), links), ...(allowed.length > 0 && { actions: allowed }) };
}

/** A lead as a card of an answer. */
export const cardOf = ({
  id,
  name,
  company,
  email,
  score,
  status,
}: Omit<LeadRow, "tags" | "fields" | "addressQuality" | "addressReason">): ChatLead => ({
  id,
  name: name || email,
  company,
  score,
  status,
});

export const leadLink = (id: string, name: string): HelpLink => ({
  label: name === "" ? "Open the lead" : name,
  href: `/leads/${encodeURIComponent(id)}`,
});

/** A link to the lead list with a filter; other days than today are shown in the order of next steps. */
export function leadsLink(
  label: string,
  filter: LeadFilter,
  sort: LeadSort | null = null,
  now: Date = new Date(),
): HelpLink {
  const query = new URLSearchParams();
  const { dueFrom: _from, dueBefore: _before, ...others } = filter;
  const due = dueIn(filter, now);
  const order = due === "days" ? "nextStep" : sort;
  for (const [name, value] of Object.entries({ ...others, nextStep: due === "days" ? null : due, sort: order })) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return { label, href: text === "" ? "/leads" : `/leads?${text}` };
}

/** Joins the non-empty sentences with spaces. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" ");
}
