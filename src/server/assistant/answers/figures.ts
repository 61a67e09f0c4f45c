import type { LeadFilter, LeadRow } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { ChatReply } from "#shared/contract/chat.ts";
import { fromData } from "#server/assistant/answers/answer.ts";
import type { Say } from "#server/assistant/words/say.ts";

/** The leads of one group; `rows` only if they were read. */
export interface Group {
  label: string;
  filter?: LeadFilter;
  rows: readonly LeadRow[];
  count: (status?: LeadStatus) => Promise<number>;
}
/** A figure in words, and what groups are ordered by. */
export interface Value {
  text: string;
  order: number;
}
export interface Measure {
  needsRows?: true;
  /** Without the statuses it counts. */
  statuses: readonly LeadStatus[];
  head?: string;
  of: (group: Group, all: number) => Promise<Value>;
}

/** An answer of one line per figure. */
export function withFigures(
  head: string,
  figures: readonly { label: string; value: string }[],
  links: Parameters<typeof fromData>[1],
  suggestions: readonly string[] = [],
): ChatReply {
  const lines = figures.map(({ label, value }) => `• ${label}: ${value}`);
  return { ...fromData([head, ...lines], links, suggestions), figures: [...figures] };
}

/** "The average score is 41, over 92 leads." */
export function figureWords(head: string, value: string, words: string, say: Say): string {
  return say(
    `The ${head.charAt(0).toLowerCase()}${head.slice(1)} is ${value}, over ${words}.`,
    `${head}: ${value} (${words}).`,
    `${head} : ${value} (${words}).`,
    `${head}: ${value} (${words}).`,
  );
}

/** Says what can be asked instead; `can` continues "I can". */
export function beyondFigures(can: string): ChatReply {
  return {
    reply: `I can't answer that. I can ${can}, or count leads with other filters.`,
    links: [{ label: "Dashboard", href: "/" }],
    suggestions: ["Where do our leads come from?"],
    from: "none",
  };
}

export function percentOf(count: number, all: number): string {
  return all === 0 ? "0%" : `${((100 * count) / all).toFixed(0)}%`;
}
