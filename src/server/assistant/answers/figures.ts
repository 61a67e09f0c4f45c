import { DAY, HOUR } from "#shared/durations.ts";
import type { Language } from "#shared/language.ts";
import type { DecidedRow } from "#server/assistant/answers/select-leads.ts";
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

export function percentOf(count: number, all: number): string {
  return all === 0 ? "0%" : `${((100 * count) / all).toFixed(0)}%`;
}

/** The time from arrival to decision, of leads with one. */
export function durationOf(rows: readonly LeadRow[]): { typical: number; average: number; count: number } {
  const times = rows
    .flatMap((row) =>
      "decidedAt" in row ? [Math.max(0, Date.parse((row as DecidedRow).decidedAt) - Date.parse(row.createdAt))] : [],
    )
    .toSorted((one, other) => one - other);
  const count = times.length;
  return {
    typical: times[Math.floor((count - 1) / 2)] ?? 0,
    average: times.reduce((sum, one) => sum + one, 0) / Math.max(1, count),
    count,
  };
}

export function lengthWords(length: number, language: Language): string {
  const [unit, size] = length < DAY ? (["hour", HOUR] as const) : (["day", DAY] as const);
  const value = Math.round((10 * length) / size) / 10;
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(
    value,
  );
}
