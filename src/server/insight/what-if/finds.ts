/** Search results for a block: for each search, a range in one list of lead indexes. */
export class Finds {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #begins: Uint32Array;
  readonly #leads: Uint16Array;

  private constructor(numbers: ReadonlyMap<string, number>, begins: Uint32Array, leads: Uint16Array) {
    this.#numbers = numbers;
    this.#begins = begins;
    this.#leads = leads;
  }

  /** Builds the results from a list of leads per search key. */
  static of(lists: Iterable<readonly [key: string, leads: ArrayLike<number>]>): Finds {
    const given = [...lists];
    const begins = new Uint32Array(given.length + 1);
    for (const [at, [, leads]] of given.entries()) begins[at + 1] = (begins[at] ?? 0) + leads.length;
    const all = new Uint16Array(begins.at(-1) ?? 0);
    for (const [at, [, leads]] of given.entries()) all.set(leads, begins[at]);
    return new Finds(new Map(given.map(([key], at) => [key, at])), begins, all);
  }

  /** The leads that a search found; null for a search not included here. */
  leadsOf(key: string): Uint16Array | null {
    const number = this.#numbers.get(key);
    return number === undefined ? null : this.#leads.subarray(this.#begins[number], this.#begins[number + 1]);
  }
}
