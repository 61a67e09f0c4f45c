/** One meaning that can be expressed in any of the languages, so that what the model learns applies to all of them. */
export interface Concept {
  name: string;
  /** Comma-separated phrases in the phrase finder's notation. Accents and case are ignored. */
  phrases: string;
}

/** Someone forwards another person's inquiry. Real messages are stored with features of this name. */
export const PASSED_ON = "told-of-inquiry";
