import { sentences, type Answering } from "#server/assistant/answers/answer.ts";

/** The questions the help window suggests first. */
export const FIRST_QUESTIONS = [
  "How many leads qualified this week?",
  "What happened today?",
  "Is anything failing?",
  "What does a keyword match?",
] as const;

/** "Hello." */
export const greeting: Answering = async ({ meaning, say }) => ({
  reply: sentences(
    /\b(?:person|human|robot|bot|real|machine|ai|mensch|humain|humano|persona|personne)\b/u.test(meaning.wording.text)
      ? say(
          "I'm a program. You reach a person in the Support tab.",
          "Ich bin ein Programm. Einen Menschen erreichen Sie im Support-Tab.",
          "Je suis un programme. Une personne vous répond dans l'onglet Support.",
          "Soy un programa. En la pestaña Support le responde una persona.",
        )
      : "",
    say(
      "Hi! Ask me about your leads, scores, sources and reports, or how something works. I can offer changes as buttons, but never make them myself.",
      "Hallo! Fragen Sie nach Leads, Punkten, Quellen und Berichten, oder wie etwas geht. Änderungen biete ich als Schaltflächen an.",
      "Bonjour ! Demandez-moi vos prospects, scores, sources et rapports, ou comment faire quelque chose. Je propose les changements sous forme de boutons.",
      "¡Hola! Pregunte por sus leads, puntuaciones, fuentes e informes, o cómo se hace algo. Ofrezco los cambios como botones.",
    ),
  ),
  links: [],
  suggestions: [...FIRST_QUESTIONS],
  from: "help",
});

/** "Thanks." */
export const thanks: Answering = async ({ say }) => ({
  reply: say("You're welcome.", "Gern geschehen.", "Avec plaisir.", "De nada."),
  links: [],
  suggestions: FIRST_QUESTIONS.slice(0, 2),
  from: "help",
});

const SEALED =
  "Passwords, keys and secrets are stored encrypted and never shown again, so I can't read them either. To replace one, enter a new one where it's used.";
const SEALED_LINKS = [
  { label: "Data Sources", href: "/data-sources" },
  { label: "Email Settings", href: "/email-settings" },
  { label: "Gmail Integration", href: "/gmail" },
];
const WEBHOOK =
  "I can't read the webhook URL, because anyone who has it can send leads. You can copy or regenerate it under Form Integration.";

/** Secrets are inaccessible: no answer can read them. */
export const secret: Answering = async ({ meaning }) => ({
  reply: /\bwebhook\b/u.test(meaning.wording.text) ? WEBHOOK : SEALED,
  links: /\bwebhook\b/u.test(meaning.wording.text)
    ? [{ label: "Form Integration", href: "/lead-scraper?tab=forms" }]
    : SEALED_LINKS,
  suggestions: [],
  from: "none",
});
