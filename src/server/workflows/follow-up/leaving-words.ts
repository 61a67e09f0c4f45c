import type { WrittenLanguage } from "#server/reading/language.ts";

/** What the page says on which somebody asks for no more messages, in one language. */
export interface LeavingWords {
  title: string;
  /** `address` is what may be shown of it. */
  ask: (address: string) => string;
  button: string;
  done: string;
  /** That the address on the page is not written to. */
  told: (address: string) => string;
}

export const LEAVING_WORDS: Readonly<Record<WrittenLanguage, LeavingWords>> = {
  en: {
    title: "No more messages?",
    ask: (address) => `We will not write to ${address} again.`,
    button: "Unsubscribe",
    done: "You are unsubscribed",
    told: (address) => `We do not write to ${address} any more.`,
  },
  de: {
    title: "Keine weiteren Nachrichten?",
    ask: (address) => `Wir schreiben dann nicht mehr an ${address}.`,
    button: "Abmelden",
    done: "Sie sind abgemeldet",
    told: (address) => `Wir schreiben nicht mehr an ${address}.`,
  },
  fr: {
    title: "Ne plus recevoir de messages ?",
    ask: (address) => `Nous n’écrirons plus à ${address}.`,
    button: "Se désabonner",
    done: "Vous êtes désabonné(e)",
    told: (address) => `Nous n’écrivons plus à ${address}.`,
  },
  es: {
    title: "¿No quiere recibir más mensajes?",
    ask: (address) => `No volveremos a escribir a ${address}.`,
    button: "Darse de baja",
    done: "Se ha dado de baja",
    told: (address) => `Ya no escribimos a ${address}.`,
  },
};
