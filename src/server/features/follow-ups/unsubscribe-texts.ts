import type { WrittenLanguage } from "#server/pipeline/text/language.ts";

/** The texts of the unsubscribe page in one language. */
export interface UnsubscribeTexts {
  title: string;
  /** `address` is the part of the address that may be shown. */
  ask: (address: string) => string;
  button: string;
  done: string;
  /** Confirms that the address on the page gets no messages. */
  confirmation: (address: string) => string;
}

export const UNSUBSCRIBE_TEXTS: Readonly<Record<WrittenLanguage, UnsubscribeTexts>> = {
  en: {
    title: "Unsubscribe?",
    ask: (address) => `We won't email ${address} again.`,
    button: "Unsubscribe",
    done: "You're unsubscribed",
    confirmation: (address) => `We won't email ${address} again.`,
  },
  de: {
    title: "Keine weiteren Nachrichten?",
    ask: (address) => `Wir schreiben dann nicht mehr an ${address}.`,
    button: "Abmelden",
    done: "Sie sind abgemeldet",
    confirmation: (address) => `Wir schreiben nicht mehr an ${address}.`,
  },
  fr: {
    title: "Ne plus recevoir de messages ?",
    ask: (address) => `Nous n’écrirons plus à ${address}.`,
    button: "Se désabonner",
    done: "Vous êtes désabonné(e)",
    confirmation: (address) => `Nous n’écrivons plus à ${address}.`,
  },
  es: {
    title: "¿No quiere recibir más mensajes?",
    ask: (address) => `No volveremos a escribir a ${address}.`,
    button: "Darse de baja",
    done: "Se ha dado de baja",
    confirmation: (address) => `Ya no escribimos a ${address}.`,
  },
};
