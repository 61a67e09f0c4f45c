import type { Role } from "#shared/roles.ts";

/** What each role is called, and what it lets one do. */
export const ROLE_WORDS: Readonly<Record<Role, { label: string; meaning: string }>> = {
  owner: {
    label: "Owner",
    meaning: "Does everything, and manages the team, mail servers, settings and personal data.",
  },
  member: { label: "Member", meaning: "Works with leads, rules, sources and reports." },
  viewer: { label: "Viewer", meaning: "Sees leads, rules and figures, and changes nothing." },
};
