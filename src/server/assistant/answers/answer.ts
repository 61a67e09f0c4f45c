import type { RuleContributions } from "#shared/contract/dashboard.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import type { LeadFilter, LeadSort } from "#shared/contract/lead.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import type { Meaning } from "#server/assistant/understanding/meaning.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What the assistant reads of the product; it writes nothing. */
export interface Readings {
  workspace: Workspace;
  ruleContributions: () => Promise<RuleContributions>;
}

/** A question that was understood, and where it was asked. */
export interface Asking extends Readings {
  meaning: Meaning;
  now: Date;
  /** The lead whose page is open; null on every other page. */
  pageLeadId: string | null;
}

/** A finished answer, or null when the data has none after all: then the help texts are asked. */
export type Answering = (asking: Asking) => Promise<ChatReply | null>;

/** An answer made of the product's data. */
export function fromData(
  reply: string,
  links: readonly HelpLink[] = [],
  suggestions: readonly string[] = [],
): ChatReply {
  return { reply, links: [...links], suggestions: [...suggestions], from: "data" };
}

export const leadLink = (id: string, name: string): HelpLink => ({
  label: name === "" ? "Open the lead" : name,
  href: `/leads/${encodeURIComponent(id)}`,
});

/** The list of leads as its address holds it. */
export function leadsLink(label: string, filter: LeadFilter, sort: LeadSort | null = null): HelpLink {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, sort })) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return { label, href: text === "" ? "/leads" : `/leads?${text}` };
}

/** Sentences with a space between them, without the empty ones. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" ");
}
