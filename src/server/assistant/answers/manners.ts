import type { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import type { Language } from "#shared/language.ts";
import { sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { sayIn, type Texts } from "#server/assistant/words/say.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";

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

/** Words around what is said, in any order. */
const AROUND =
  "(?:no+|nah|nope|oh|ok|okay|wait|sorry|actually|please|pls|thanks|thx|then|well|h+m+|ah+|but|and|just|that|now|yet|nein|ach|doch|danke|bitte|non|ah|merci|mejor|gracias|stop)";
const around = (said: string): RegExp => new RegExp(`^(?:${AROUND} )*(?:${said})(?: ${AROUND})*$`, "u");

/** What is said in each language, and the answer. */
const TALK: readonly { says: Readonly<Record<Language, string>>; text: Texts; isOffered?: true }[] = [
  {
    says: {
      en: "never ?mind|nvm|forget (?:it|that|about it)|leave (?:it|that)(?: be| as (?:it )?is)?|cancel(?: it| that)?|stop(?: it| that)?|not (?:that|this)(?: one| guy)?|do not(?: do (?:it|that|this))?|dont(?: do (?:it|that|this))?|skip it|no thank you|changed my mind|i changed my mind|rather not|let us not|lets not",
      de: "lass (?:es|das)?(?: mal)?(?: gut)?(?: sein| bleiben)?|vergiss es|egal|doch nicht|abbrechen|nein danke",
      fr: "laisse(?:z)?(?: tomber)?|annule(?:z)?|oublie(?:z)?(?: ca)?|non merci|peu importe",
      es: "dejalo|olvidalo|cancela(?:r)?|no gracias|da igual",
    },
    text: [
      "OK. Nothing was changed: I only offer buttons, and nothing happens until you press one. If you pressed one already, History undoes it.",
      "In Ordnung. Es wurde nichts geändert: Ich biete nur Schaltflächen an. Haben Sie schon eine gedrückt, macht History es rückgängig.",
      "D'accord. Rien n'a été modifié : je ne fais que proposer des boutons. Si vous en avez déjà utilisé un, History l'annule.",
      "De acuerdo. No se ha cambiado nada: solo ofrezco botones. Si ya pulsó uno, History lo deshace.",
    ],
  },
  {
    says: {
      en: "(?:you are|you're|youre|your|that is|that's|thats|that|this is|it is|this|that was|this was|still) (?:totally |completely |all |just |simply )?(?:wrong|incorrect|not (?:right|true|correct|helpful|what i (?:asked|meant|wanted)(?: for)?)|false|nonsense|rubbish|unhelpful)(?: check again| try again)?|wrong|wrong answer|incorrect|not what i (?:asked|meant|wanted)(?: for)?|not helpful|(?:this|that) makes no sense|bad answer|you misunderstood(?: me)?",
      de: "(?:das |du )?(?:ist|stimmt|war|bist|liegst) (?:so )?(?:falsch|nicht|nicht richtig)|falsch|falsche antwort|das meinte ich nicht",
      fr: "c'est faux|faux|mauvaise reponse|ce n'est pas (?:ca|vrai|juste)|tu te trompes|vous vous trompez",
      es: "(?:eso )?(?:esta mal|es falso|no es (?:asi|correcto))|respuesta incorrecta|te equivocas|se equivoca",
    },
    text: [
      "Sorry, I may have misread the question. Ask it again in other words, and name the lead, rule, source or time you mean. The links under an answer open the same data, so you can check it.",
      "Entschuldigung, vielleicht habe ich die Frage falsch verstanden. Fragen Sie bitte mit anderen Worten und nennen Sie Lead, Regel, Quelle oder Zeitraum.",
      "Désolé, j'ai peut-être mal compris. Reformulez la question en nommant le prospect, la règle, la source ou la période.",
      "Perdón, quizá entendí mal. Pregunte con otras palabras y nombre el lead, la regla, la fuente o el periodo.",
    ],
  },
  {
    says: {
      en: "how are (?:you|things)(?: doing)?(?: today)?|how is it going|what is up|what's up|sup|you ok|all good with you",
      de: "(?:na )?(?:alles (?:klar|gut)(?: bei dir| bei ihnen| so)|wie geht(?:'?s| es)(?: dir| ihnen)?)",
      fr: "ca va|comment (?:ca va|vas tu|allez vous)",
      es: "que tal|como (?:estas|esta|va)",
    },
    text: [
      "Fine, thanks. What would you like to know about your leads, sources or reports?",
      "Alles gut, danke. Was möchten Sie über Leads, Quellen oder Berichte wissen?",
      "Tout va bien, merci. Que voulez-vous savoir sur vos prospects, sources ou rapports ?",
      "Todo bien, gracias. ¿Qué quiere saber de sus leads, fuentes o informes?",
    ],
  },
  {
    says: {
      en: "(?:(?:thanks?|thank you|thx|cheers|ta|cool|great|super|nice|perfect|awesome|excellent|brilliant|lovely|wonderful|good (?:job|work|bot|one)|well done|got it|understood|that helps?|that helped|you are (?:great|the best|awesome|good)|love (?:it|you)|much appreciated|appreciated|so much|a lot|a (?:bunch|ton|million)|heaps|very much|man|mate|buddy|all good|all set|that is all|that's all|for (?:the|your) help|for now|bye)(?: |$))+",
      de: "(?:(?:danke(?: dir| ihnen| schon| sehr)?|vielen dank|super|prima|toll|perfekt|klasse|alles klar|verstanden|tschuss|gut gemacht)(?: |$))+",
      fr: "(?:(?:merci(?: beaucoup| bien)?|super|parfait|genial|compris|au revoir|c'est bon)(?: |$))+",
      es: "(?:(?:(?:muchas )?gracias|perfecto|genial|estupendo|entendido|adios|vale)(?: |$))+",
    },
    text: ["You're welcome.", "Gern geschehen.", "Avec plaisir.", "De nada."],
  },
  {
    says: {
      en: "o+k+(?:ay)?|k|a+h+a*|h+m+|hm+|uh+|lol|ha(?:ha)+|wow|what ?eve?r|no idea|dunno|right|alright|i see|fine|yes|yeah|yep|sure|so|what|huh|well",
      de: "aha|ja|na ja|gut|mhm",
      fr: "d'accord|oui|bon|bof|bien",
      es: "bueno|ya|bien|claro",
    },
    text: [
      "What would you like to know? I answer questions about your leads, scores, rules, sources and reports, explain how things work, and offer changes as buttons.",
      "Was möchten Sie wissen? Ich beantworte Fragen zu Leads, Punkten, Regeln, Quellen und Berichten und biete Änderungen als Schaltflächen an.",
      "Que voulez-vous savoir ? Je réponds aux questions sur les prospects, scores, règles, sources et rapports, et je propose des changements sous forme de boutons.",
      "¿Qué quiere saber? Respondo preguntas sobre leads, puntuaciones, reglas, fuentes e informes, y ofrezco cambios como botones.",
    ],
    isOffered: true,
  },
];

const PRESS: Texts = [
  "Press the button under my last answer to confirm it.",
  "Bestätigen Sie es mit der Schaltfläche unter meiner letzten Antwort.",
  "Confirmez avec le bouton sous ma dernière réponse.",
  "Confírmelo con el botón de mi última respuesta.",
];
const BUTTON = /Press the button|Mit der Schaltfläche|Appuyez sur le bouton|Pulse el botón/u;

/** "Never mind", "that's wrong", "ok cool thx": what needs no data; null for anything else. */
export function smallTalk({ message, history = [] }: ChatRequest): ChatReply | null {
  const said = plainWord(message)
    .replaceAll(/[^\p{L}\p{N}']+/gu, " ")
    .trim();
  for (const { says, text, isOffered } of TALK)
    for (const [language, words] of Object.entries(says) as [Language, string][]) {
      if (!around(words).test(said)) continue;
      const last = history.findLast(({ isUser }) => !isUser)?.text ?? "";
      const asksYes = isOffered === true && BUTTON.test(last);
      // "Yes" and "why" answer the question before.
      if (
        isOffered === true &&
        !asksYes &&
        history.length > 0 &&
        /^(?:yes|yeah|yep|sure|ja|oui|si|so|what)$/u.test(said)
      )
        return null;
      return {
        reply: sayIn(language)(...(asksYes ? PRESS : text)),
        links: text[0].includes("History") ? [{ label: "History", href: "/history" }] : [],
        suggestions: language === "en" ? FIRST_QUESTIONS.slice(0, 2) : [],
        from: "help",
        language,
      };
    }
  return null;
}
