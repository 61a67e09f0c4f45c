import type { TokenScope } from "#shared/roles.ts";

export const SCOPE_WORDS: Readonly<Record<TokenScope, { label: string; meaning: string }>> = {
  read: { label: "Read", meaning: "View leads, rules and metrics." },
  intake: { label: "Add leads", meaning: "Add leads, import files and submit emails." },
  work: { label: "Work", meaning: "Approve, reject and edit leads, sync sources and send reports." },
  manage: {
    label: "Manage",
    meaning: "Manage data sources, mail servers, settings and personal data, but not accounts or tokens.",
  },
  metrics: { label: "Metrics", meaning: "Read operational metrics at /metrics." },
};
