import type { LeadText } from "#server/pipeline/intake/lead-text.ts";

/** The character set of a lead's texts: ASCII, other one-byte characters, or wider ones. */
const WRITTEN_IN = { ascii: 0, narrow: 1, wide: 2 } as const;

/** Leads are joined in parts of this size, so that the small strings can be freed early. */
const LEADS_A_PART = 256;

/** Collected texts: two long strings, with positions per lead and per text. */
interface Collected {
  narrow: string;
  wide: string;
  /** Per lead: its character set, where its texts start in their string, and the index of its first text. */
  writtenIn: Uint8Array;
  begins: Uint32Array;
  firstText: Uint32Array;
  /** Per text: its length, and its field as an index into the names. */
  lengths: Uint32Array;
  fields: Uint32Array;
  fieldNames: readonly string[];
}

/** Collects texts lead by lead. */
export class TextCollector {
  readonly #strings = { narrow: new LongString(), wide: new LongString() };
  readonly #writtenIn: number[] = [];
  readonly #begins: number[] = [];
  readonly #firstText: number[] = [0];
  readonly #lengths: number[] = [];
  readonly #fields: number[] = [];
  readonly #names = new Map<string, number>();

  add(texts: readonly LeadText[]): void {
    let joined = "";
    for (const { field, text } of texts) {
      const name = this.#names.get(field) ?? this.#names.size;
      this.#names.set(field, name);
      this.#fields.push(name);
      this.#lengths.push(text.length);
      joined += text;
    }
    const writtenIn = writingOf(joined);
    const string = this.#strings[writtenIn === WRITTEN_IN.wide ? "wide" : "narrow"];
    this.#writtenIn.push(writtenIn);
    this.#begins.push(string.length);
    this.#firstText.push(this.#lengths.length);
    string.add(joined);
  }

  texts(): BlockTexts {
    return new BlockTexts({
      narrow: this.#strings.narrow.whole(),
      wide: this.#strings.wide.whole(),
      writtenIn: Uint8Array.from(this.#writtenIn),
      begins: Uint32Array.from(this.#begins),
      firstText: Uint32Array.from(this.#firstText),
      lengths: Uint32Array.from(this.#lengths),
      fields: Uint32Array.from(this.#fields),
      fieldNames: [...this.#names.keys()],
    });
  }
}

class LongString {
  length = 0;
  readonly #parts: string[] = [];
  #last: string[] = [];

  add(text: string): void {
    this.length += text.length;
    this.#last.push(text);
    if (this.#last.length < LEADS_A_PART) return;
    this.#parts.push(this.#last.join(""));
    this.#last = [];
  }

  whole(): string {
    return [...this.#parts, ...this.#last].join("");
  }
}

/**
 * The texts of many leads in two long strings, one for one-byte and one for two-byte characters. A million small
 * strings would take twice the memory.
 */
export class BlockTexts {
  readonly #is: Collected;

  constructor(collected: Collected) {
    this.#is = collected;
  }

  /** The lead's texts, as returned by `leadTexts`. */
  of(lead: number): LeadText[] {
    const string = this.#is.writtenIn[lead] === WRITTEN_IN.wide ? this.#is.wide : this.#is.narrow;
    const texts: LeadText[] = [];
    let begin = this.#is.begins[lead] ?? 0;
    for (let text = this.#is.firstText[lead] ?? 0; text < (this.#is.firstText[lead + 1] ?? 0); text += 1) {
      const end = begin + (this.#is.lengths[text] ?? 0);
      texts.push({ field: this.#is.fieldNames[this.#is.fields[text] ?? 0] ?? "", text: string.slice(begin, end) });
      begin = end;
    }
    return texts;
  }

  /**
   * Leads whose texts match a global expression, in order, plus every lead with a non-ASCII character, because the
   * expression doesn't see through accents and ligatures.
   */
  *likely(expression: RegExp): Iterable<number> {
    expression.lastIndex = 0;
    let at = expression.exec(this.#is.narrow)?.index ?? this.#is.narrow.length;
    for (let lead = 0; lead < this.#is.writtenIn.length; lead += 1) {
      if (this.#is.writtenIn[lead] !== WRITTEN_IN.ascii) {
        yield lead;
        continue;
      }
      const begin = this.#is.begins[lead] ?? 0;
      const end = begin + this.#lengthOf(lead);
      if (at < begin) {
        expression.lastIndex = begin;
        at = expression.exec(this.#is.narrow)?.index ?? this.#is.narrow.length;
      }
      if (at < end) yield lead;
    }
  }

  /** Whether both hold the same texts for all leads. */
  equals(other: BlockTexts): boolean {
    return (
      this.#is.narrow === other.#is.narrow &&
      this.#is.wide === other.#is.wide &&
      this.#is.fieldNames.join("\n") === other.#is.fieldNames.join("\n") &&
      isSame(this.#is.firstText, other.#is.firstText) &&
      isSame(this.#is.lengths, other.#is.lengths) &&
      isSame(this.#is.fields, other.#is.fields)
    );
  }

  #lengthOf(lead: number): number {
    let length = 0;
    for (let text = this.#is.firstText[lead] ?? 0; text < (this.#is.firstText[lead + 1] ?? 0); text += 1) {
      length += this.#is.lengths[text] ?? 0;
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
