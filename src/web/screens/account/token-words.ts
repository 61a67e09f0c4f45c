import type { TokenScope } from "#shared/roles.ts";

/** What each scope lets a program do. */
export const SCOPE_WORDS: Readonly<Record<TokenScope, { label: string; meaning: string }>> = {
  read: { label: "Read", meaning: "Reads leads, rules and figures." },
  intake: { label: "Bring in leads", meaning: "Adds leads, imports files and hands over messages." },
  work: { label: "Work", meaning: "Decides, edits, syncs and sends." },
  manage: { label: "Manage", meaning: "Manages the team, mail servers, settings and personal data." },
  metrics: { label: "Metrics", meaning: "Reads the figures of operation at /metrics." },
};

/** How long a token may work; "" until it is deleted. */
export const TOKEN_LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "Until it is deleted" },
] as const;
