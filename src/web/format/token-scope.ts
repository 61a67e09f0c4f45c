import type { TokenScope } from "#shared/roles.ts";

/** What each scope of an API token is called, and what it lets a program do. */
export const SCOPE_WORDS: Readonly<Record<TokenScope, { label: string; meaning: string }>> = {
  read: { label: "Read", meaning: "Reads leads, rules and figures." },
  intake: { label: "Bring in leads", meaning: "Adds leads, imports files and hands over messages." },
  work: { label: "Work", meaning: "Decides, edits, syncs and sends." },
  manage: {
    label: "Manage",
    meaning: "Manages data sources, mail servers, settings and personal data; never accounts or tokens.",
  },
  metrics: { label: "Metrics", meaning: "Reads the figures of operation at /metrics." },
};
