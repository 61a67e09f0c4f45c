/** One thing that words can say, in any of the languages: what the model learns of it holds for all of them. */
export interface Concept {
  name: string;
  /** What the words do, for people. */
  says: string;
  /** Phrases between commas, in the notation of the phrase finder. Accents and case do not matter. */
  phrases: string;
}
