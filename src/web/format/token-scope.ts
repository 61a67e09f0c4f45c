import type { TokenScope } from "#shared/roles.ts";

export const SCOPE_WORDS: Readonly<Record<TokenScope, { label: string; meaning: string }>> = {
  read: { label: "Read", meaning: "View leads, rules and metrics." },
  intake: { label: "Add leads", meaning: "Add leads, import files and submit emails." },
  work: { label: "Work", meaning: "Decide on leads, edit, sync and send." },
  manage: {
    label: "Manage",
    meaning: "Manage data sources, mail servers, settings and personal data, but not accounts or tokens.",
  },
  metrics: { label: "Metrics", meaning: "Read operational metrics at /metrics." },
};
