import type { LeadText } from "#server/intake/lead-text.ts";

/** What a lead's texts are written with: ASCII alone, characters of one byte in memory, or others. */
const WRITTEN_IN = { ascii: 0, narrow: 1, wide: 2 } as const;

/**
 * The texts of many leads in two long strings, because a million small ones would take twice the memory: one of the leads
 * that need a byte for a character, one of those that need two.
 */
export class BlockTexts {
  readonly #narrow: string;
  readonly #wide: string;
  /** Per lead: what its texts are written with, where they begin in their string, and the number of its first text. */
  readonly #writtenIn: Uint8Array;
  readonly #begins: Uint32Array;
  readonly #firstText: Uint32Array;
  /** Per text: its length, and its field as an index into the names. */
  readonly #lengths: Uint32Array;
  readonly #fields: Uint32Array;
  readonly #fieldNames: readonly string[];

  constructor(leads: readonly (readonly LeadText[])[]) {
    const parts: { narrow: string[]; wide: string[] } = { narrow: [], wide: [] };
    const ends = { narrow: 0, wide: 0 };
    const names = new Map<string, number>();
    this.#writtenIn = new Uint8Array(leads.length);
    this.#begins = new Uint32Array(leads.length);
    this.#firstText = new Uint32Array(leads.length + 1);
    const texts = leads.flat();
    this.#lengths = Uint32Array.from(texts, ({ text }) => text.length);
    this.#fields = Uint32Array.from(texts, ({ field }) => {
      const name = names.get(field) ?? names.size;
      names.set(field, name);
      return name;
    });
    this.#fieldNames = [...names.keys()];
    for (const [lead, ofLead] of leads.entries()) {
      const joined = ofLead.map(({ text }) => text).join("");
      const writtenIn = writingOf(joined);
      const string = writtenIn === WRITTEN_IN.wide ? "wide" : "narrow";
      this.#writtenIn[lead] = writtenIn;
      this.#begins[lead] = ends[string];
      this.#firstText[lead + 1] = (this.#firstText[lead] ?? 0) + ofLead.length;
      parts[string].push(joined);
      ends[string] += joined.length;
    }
    this.#narrow = parts.narrow.join("");
    this.#wide = parts.wide.join("");
  }

  /** The texts of a lead, as `leadTexts` gave them. */
  of(lead: number): LeadText[] {
    const string = this.#writtenIn[lead] === WRITTEN_IN.wide ? this.#wide : this.#narrow;
    const texts: LeadText[] = [];
    let begin = this.#begins[lead] ?? 0;
    for (let text = this.#firstText[lead] ?? 0; text < (this.#firstText[lead + 1] ?? 0); text += 1) {
      const end = begin + (this.#lengths[text] ?? 0);
      texts.push({ field: this.#fieldNames[this.#fields[text] ?? 0] ?? "", text: string.slice(begin, end) });
      begin = end;
    }
    return texts;
  }

  /**
   * The leads in whose texts a global expression matches, in their order, and each with a character beyond ASCII, whose
   * accents and ligatures the expression does not see through.
   */
  *likely(expression: RegExp): Iterable<number> {
    expression.lastIndex = 0;
    let at = expression.exec(this.#narrow)?.index ?? this.#narrow.length;
    for (let lead = 0; lead < this.#writtenIn.length; lead += 1) {
      if (this.#writtenIn[lead] !== WRITTEN_IN.ascii) {
        yield lead;
        continue;
      }
      const begin = this.#begins[lead] ?? 0;
      const end = begin + this.#lengthOf(lead);
      if (at < begin) {
        expression.lastIndex = begin;
        at = expression.exec(this.#narrow)?.index ?? this.#narrow.length;
      }
      if (at < end) yield lead;
    }
  }

  /** Whether all texts of all leads are the same. */
  equals(other: BlockTexts): boolean {
    return (
      this.#narrow === other.#narrow &&
      this.#wide === other.#wide &&
      this.#fieldNames.join("\n") === other.#fieldNames.join("\n") &&
      isSame(this.#firstText, other.#firstText) &&
      isSame(this.#lengths, other.#lengths) &&
      isSame(this.#fields, other.#fields)
    );
  }

  #lengthOf(lead: number): number {
    let length = 0;
    for (let text = this.#firstText[lead] ?? 0; text < (this.#firstText[lead + 1] ?? 0); text += 1) {
      length += this.#lengths[text] ?? 0;
    }
    return length;
  }
}

function writingOf(text: string): number {
  if (!/[^\0-\u007f]/u.test(text)) return WRITTEN_IN.ascii;
  return /[^\0-\u00ff]/u.test(text) ? WRITTEN_IN.wide : WRITTEN_IN.narrow;
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}
