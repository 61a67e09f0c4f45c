import { foldText } from "#server/intake/fold-text.ts";

const FACT = "fact:";
const NAMES_KEPT = 10_000;

/** The fields that a rule looks at; names of facts are compared without case and accents. */
export class FieldScope {
  readonly #fields = new Set<string>();
  readonly #facts = new Set<string>();
  readonly #isEveryFact: boolean;
  /** Names of facts come from files and forms: there are few, but nobody promises it. */
  readonly #known = new Map<string, boolean>();

  constructor(fields: readonly string[]) {
    this.#isEveryFact = fields.includes("facts");
    for (const field of fields) {
      if (field.startsWith(FACT)) this.#facts.add(foldText(field.slice(FACT.length)));
      else this.#fields.add(field);
    }
  }

  /** Whether a text of this field, as `leadTexts` names it, is looked at. */
  has(field: string): boolean {
    if (!field.startsWith(FACT)) return this.#fields.has(field);
    if (this.#isEveryFact || this.#facts.size === 0) return this.#isEveryFact;
    let isIn = this.#known.get(field);
    if (isIn === undefined) {
      isIn = this.#facts.has(foldText(field.slice(FACT.length)));
      if (this.#known.size >= NAMES_KEPT) this.#known.clear();
      this.#known.set(field, isIn);
    }
    return isIn;
  }
}

/** The scope of a rule's fields; null where none is named, which is everywhere. */
export function scopeOf(fields: readonly string[]): FieldScope | null {
  return fields.length === 0 ? null : new FieldScope(fields);
}
