import type { MissingInfo } from "#shared/lead-status.ts";
import type { WrittenLanguage } from "#server/pipeline/text/language.ts";

/**
 * The texts of a follow-up in one language. `topic` is what the lead wrote about, in its own words; null if unknown.
 */
export interface Wording {
  questions: Record<MissingInfo, (topic: string | null) => string>;
  /** The subject of a message that replies to none. */
  subject: (topic: string | null) => string;
  greeting: (name: string | null) => string;
  /** Before the questions: to someone who wrote, or someone who didn't. */
  opening: (isAnswer: boolean, count: number) => string;
  /** Before questions that were asked already, on that day. */
  reminder: (day: string) => string;
  closing: string;
  regards: string;
  optOut: (url: string | null) => string;
}

export const WORDINGS: Readonly<Record<WrittenLanguage, Wording>> = {
  en: {
    questions: {
      email: (topic) =>
        topic === null
          ? "What's the best email address to reach you?"
          : `What's the best email address to reach you about “${topic}”?`,
      phone: (topic) =>
        topic === null
          ? "What's the best number to reach you?"
          : `What's the best number to reach you about “${topic}”?`,
      company: (topic) => (topic === null ? "What company do you work for?" : `Which company is “${topic}” for?`),
      need: (topic) =>
        topic === null
          ? "What are you looking for, and by when do you need it?"
          : `You wrote “${topic}”. What exactly do you need, and by when?`,
    },
    subject: (topic) => (topic === null ? "A question for you" : `About “${topic}”`),
    greeting: (name) => (name === null ? "Hello," : `Hello ${name},`),
    opening: (isAnswer, count) =>
      `${isAnswer ? "Thanks for your message. So we can help you" : "So we know how to help"}, we have ${count === 1 ? "one question" : "these questions"}:`,
    reminder: (day) => `We emailed you on ${day} and would still like to know:`,
    closing: "Just reply to this email.",
    regards: "Kind regards",
    optOut: (url) => `To stop receiving these emails, reply “stop”${url === null ? "" : ` or open this page: ${url}`}.`,
  },
  de: {
    questions: {
      email: (topic) =>
        topic === null
          ? "An welche Adresse dürfen wir Ihnen schreiben?"
          : `An welche Adresse dürfen wir Ihnen zu „${topic}“ schreiben?`,
      phone: (topic) =>
        topic === null
          ? "Unter welcher Nummer können wir Sie anrufen?"
          : `Unter welcher Nummer können wir Sie zu „${topic}“ anrufen?`,
      company: (topic) =>
        topic === null
          ? "Für welches Unternehmen arbeiten Sie?"
          : `Für welches Unternehmen schreiben Sie uns zu „${topic}“?`,
      need: (topic) =>
        topic === null
          ? "Was suchen Sie, und bis wann brauchen Sie es?"
          : `Sie schreiben „${topic}“: Was genau brauchen Sie, und bis wann?`,
    },
    subject: (topic) => (topic === null ? "Eine Frage an Sie" : `Zu „${topic}“`),
    greeting: (name) => (name === null ? "Guten Tag," : `Guten Tag ${name},`),
    opening: (isAnswer, count) =>
      `${isAnswer ? "vielen Dank für Ihre Nachricht. Damit wir Ihnen weiterhelfen können" : "damit wir mit dem richtigen Anliegen auf Sie zukommen"}, haben wir ${count === 1 ? "eine Frage" : "diese Fragen"}:`,
    reminder: (day) => `wir haben Ihnen am ${day} geschrieben und wüssten noch gerne:`,
    closing: "Sie können einfach auf diese Nachricht antworten.",
    regards: "Mit freundlichen Grüßen",
    optOut: (url) =>
      `Wenn Sie keine weiteren Nachrichten möchten, antworten Sie mit „Stopp“${url === null ? "" : ` oder öffnen Sie diese Seite: ${url}`}.`,
  },
  fr: {
    questions: {
      email: (topic) =>
        topic === null
          ? "À quelle adresse pouvons-nous vous écrire ?"
          : `À quelle adresse pouvons-nous vous écrire au sujet de « ${topic} » ?`,
      phone: (topic) =>
        topic === null
          ? "À quel numéro pouvons-nous vous appeler ?"
          : `À quel numéro pouvons-nous vous appeler au sujet de « ${topic} » ?`,
      company: (topic) =>
        topic === null
          ? "Pour quelle entreprise travaillez-vous ?"
          : `Pour quelle entreprise nous écrivez-vous au sujet de « ${topic} » ?`,
      need: (topic) =>
        topic === null
          ? "Que cherchez-vous, et pour quand en avez-vous besoin ?"
          : `Vous écrivez « ${topic} » : de quoi avez-vous besoin exactement, et pour quand ?`,
    },
    subject: (topic) => (topic === null ? "Une question pour vous" : `Au sujet de « ${topic} »`),
    greeting: (name) => (name === null ? "Bonjour," : `Bonjour ${name},`),
    opening: (isAnswer, count) =>
      `${isAnswer ? "Merci pour votre message. Afin de pouvoir vous aider" : "Afin de vous contacter pour le bon sujet"}, nous avons ${count === 1 ? "une question" : "ces questions"} :`,
    reminder: (day) => `Nous vous avons écrit le ${day} et aimerions encore savoir :`,
    closing: "Il vous suffit de répondre à ce message.",
    regards: "Cordialement",
    optOut: (url) =>
      `Si vous ne souhaitez plus de messages, répondez « stop »${url === null ? "" : ` ou ouvrez cette page : ${url}`}.`,
  },
  es: {
    questions: {
      email: (topic) =>
        topic === null
          ? "¿A qué dirección podemos escribirle?"
          : `¿A qué dirección podemos escribirle sobre «${topic}»?`,
      phone: (topic) =>
        topic === null ? "¿A qué número podemos llamarle?" : `¿A qué número podemos llamarle sobre «${topic}»?`,
      company: (topic) =>
        topic === null ? "¿Para qué empresa trabaja?" : `¿Para qué empresa nos escribe sobre «${topic}»?`,
      need: (topic) =>
        topic === null
          ? "¿Qué busca y para cuándo lo necesita?"
          : `Usted escribe «${topic}»: ¿qué necesita exactamente y para cuándo?`,
    },
    subject: (topic) => (topic === null ? "Una pregunta para usted" : `Sobre «${topic}»`),
    greeting: (name) => (name === null ? "Hola:" : `Hola, ${name}:`),
    opening: (isAnswer, count) =>
      `${isAnswer ? "Gracias por su mensaje. Para poder ayudarle" : "Para ponernos en contacto por el asunto correcto"}, tenemos ${count === 1 ? "una pregunta" : "estas preguntas"}:`,
    reminder: (day) => `Le escribimos el ${day} y todavía nos gustaría saber:`,
    closing: "Puede responder simplemente a este mensaje.",
    regards: "Un cordial saludo",
    optOut: (url) =>
      `Si no desea recibir más mensajes, responda «basta»${url === null ? "" : ` o abra esta página: ${url}`}.`,
  },
};
