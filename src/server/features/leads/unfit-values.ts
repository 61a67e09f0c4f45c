import { cutWhole } from "#shared/text/cut-whole.ts";
import type { UnfitValue } from "#shared/contract/leads/lead-field.ts";
import { LIMITS } from "#shared/limits.ts";

/** Different values that are counted; of a million leads, each may have another. */
const MOST = 10_000;

/** Counts the leads of each value that doesn't fit a field. */
export class UnfitValues {
  readonly #counted = new Map<string, UnfitValue>();

  add(text: string, error: string): void {
    const value = cutWhole(text, LIMITS.list.factLength).toWellFormed();
    const known = this.#counted.get(value);
    if (known !== undefined) known.leads += 1;
    else if (this.#counted.size < MOST) this.#counted.set(value, { value, error, leads: 1 });
  }

  /** The most common ones. */
  list(): UnfitValue[] {
    return [...this.#counted.values()].toSorted((a, b) => b.leads - a.leads).slice(0, LIMITS.customField.problems);
  }
}
