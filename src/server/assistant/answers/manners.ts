import type { Answering } from "#server/assistant/answers/answer.ts";
import { searchHelp } from "#server/assistant/help/search-help.ts";

/** What the help window offers to ask first. */
export const FIRST_QUESTIONS = [
  "How many leads qualified this week?",
  "What happened today?",
  "Is anything failing?",
  "What does a keyword match?",
] as const;

/** "Hello." */
export const greeting: Answering = async () => ({
  reply:
    "Hello. Ask me about your leads, their scores, your sources and reports, or about how something works. I read your data and change nothing.",
  links: [],
  suggestions: [...FIRST_QUESTIONS],
  from: "help",
});

/** "Thanks." */
export const thanks: Answering = async () => ({
  reply: "You are welcome.",
  links: [],
  suggestions: FIRST_QUESTIONS.slice(0, 2),
  from: "help",
});

const SEALED =
  "Passwords, keys and secrets are stored encrypted and never shown again, so I cannot read them either. To replace one, enter a new one where it is used.";
const SEALED_LINKS = [
  { label: "Data Sources", href: "/data-sources" },
  { label: "Email Settings", href: "/email-settings" },
  { label: "Gmail Integration", href: "/gmail" },
];
const WEBHOOK =
  "The webhook address is out of my reach, because whoever has it can send leads. It stands under Form Integration, where it can be copied and regenerated.";

/** Secrets are out of reach: nothing that is asked here could read them. */
export const secret: Answering = async ({ meaning }) => ({
  reply: /\bwebhook\b/u.test(meaning.wording.text) ? WEBHOOK : SEALED,
  links: /\bwebhook\b/u.test(meaning.wording.text)
    ? [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }]
    : SEALED_LINKS,
  suggestions: [],
  from: "none",
});

/** "Delete this lead": the assistant only reads, and says where it is done. */
export const act: Answering = async ({ meaning }) => {
  const [found] = searchHelp(meaning.wording.question, { isLenient: true });
  const how = found === undefined ? "" : `\n\n${found.title}: ${found.text}`;
  return {
    reply: `I only read and change nothing, so this is yours to do.${how}`,
    links: found?.links.slice() ?? [{ label: "Lead Management", href: "/leads" }],
    suggestions: [],
    from: found === undefined ? "none" : "help",
  };
};
