import type { Role } from "#shared/roles.ts";

export const ROLE_WORDS: Readonly<Record<Role, { label: string; meaning: string }>> = {
  owner: {
    label: "Owner",
    meaning: "Full access, including the team, mail servers, settings and personal data.",
  },
  member: { label: "Member", meaning: "Works with leads, rules, sources and reports." },
  viewer: { label: "Viewer", meaning: "View-only access to leads, rules and metrics." },
};
