import { foldText } from "#server/pipeline/intake/keywords/fold-text.ts";
import { isEverywhere } from "#server/pipeline/intake/lead-text.ts";

const FACT = "fact:";
/** All fields that a rule without fields searches; others follow it. */
export const EVERYWHERE = "everywhere";
const CACHED_NAMES = 10_000;

/** The fields that a rule searches; fact names are compared without case or accents. */
export class FieldScope {
  readonly #fields = new Set<string>();
  readonly #facts = new Set<string>();
  readonly #isEveryFact: boolean;
  readonly #isEverywhere: boolean;
  /** Fact names come from files and forms, so their number is usually small but not guaranteed. */
  readonly #known = new Map<string, boolean>();

  constructor(fields: readonly string[]) {
    this.#isEverywhere = fields.includes(EVERYWHERE);
    this.#isEveryFact = this.#isEverywhere || fields.includes("facts");
    for (const field of fields) {
      if (field.startsWith(FACT)) this.#facts.add(foldText(field.slice(FACT.length)));
      else this.#fields.add(field);
    }
  }

  /** Whether a text of this field, named as in `leadTexts`, is searched. */
  has(field: string): boolean {
    if (!field.startsWith(FACT)) return this.#fields.has(field) || (this.#isEverywhere && isEverywhere(field));
    if (this.#isEveryFact || this.#facts.size === 0) return this.#isEveryFact;
    let isIn = this.#known.get(field);
    if (isIn === undefined) {
      isIn = this.#facts.has(foldText(field.slice(FACT.length)));
      if (this.#known.size >= CACHED_NAMES) this.#known.clear();
      this.#known.set(field, isIn);
    }
    return isIn;
  }
}

/** Builds the scope for a rule's fields; null (everywhere) when none are listed. */
export function scopeOf(fields: readonly string[]): FieldScope | null {
  return fields.length === 0 ? null : new FieldScope(fields);
}
