import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { findPhones } from "#server/pipeline/text/phone-text.ts";
import type { Mark, PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { Words } from "#server/pipeline/sources/website/extract/text/words.ts";
import type { Field, LineCutter } from "#server/pipeline/sources/website/extract/text/fields.ts";

export interface Slice {
  line: number;
  from: number;
  to: number;
  /** Its column, if the layout has columns. */
  place?: string;
  role?: ColumnRole | "fax" | "mobile" | null;
}

export interface Segment {
  slices: Slice[];
  evidence: string;
}

export const WHOLE_LINE = Number.MAX_SAFE_INTEGER;

const LONGEST_NOTES = 1_000;

/** One record before roles are assigned. */
export interface Row {
  fields: Field[];
  emails: Mark[];
  phones: Mark[];
  faxes: Mark[];
  /** Numbers that are phones if other rows have them at the same keys, which work as for fields. */
  numbers: { mark: Mark; keys: readonly string[] }[];
  first: number;
  last: number;
  /** The line of its first contact. */
  anchor: number;
  isPersonal: boolean;
  /** Contents of columns with such headers; they describe the record but don't identify it. */
  industry: string;
  notes: string;
  evidence: string;
}

export class RowBuilder {
  readonly #tree: PageTree;
  readonly #cutter: LineCutter;
  readonly #paths: (string | undefined)[] = [];

  constructor(tree: PageTree, cutter: LineCutter) {
    this.#tree = tree;
    this.#cutter = cutter;
  }

  /** The structure that similar lines share: the tags and classes around them. */
  signature(line: number): string {
    const { block = 0, heading = 0 } = this.#tree.lines[line] ?? {};
    const path = this.path(block);
    return heading === 0 ? path : `${path}!${heading}`;
  }

  #place(slice: Slice, counts: Map<string, number>): string {
    const name = slice.place ?? this.signature(slice.line);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name}#${count}`;
  }

  /** The tags and classes of a block and its ancestors. */
  path(from: number): string {
    return (this.#paths[from] ??= this.#readPath(from));
  }

  #readPath(from: number): string {
    const [own, parent] = [this.#tree.blocks[from], this.#tree.blocks[from]?.parent ?? 0];
    const { name = "", attribs } = own?.element ?? {};
    const part = `${name}.${/^\s*(\S+)/u.exec(attribs?.["class"] ?? "")?.[1] ?? ""}`;
    // Limited to the parent's and grandparent's parts.
    return parent > 0 ? `${part}<${this.path(parent).split("<", 2).join("<")}` : part;
  }

  /** Builds the row of a segment, with keys if there are other rows to compare; null if it contains no contact. */
  row({ slices, evidence }: Segment, isKeyed: boolean): Row | null {
    const row: Row = {
      fields: [],
      emails: [],
      phones: [],
      faxes: [],
      numbers: [],
      first: slices[0]?.line ?? 0,
      last: slices.at(-1)?.line ?? 0,
      anchor: -1,
      isPersonal: false,
      industry: "",
      notes: "",
      evidence,
    };
    let anchorAt = -1;
    let anchorStart = 0;
    for (const [at, slice] of slices.entries()) {
      if (slice.role === "industry" || slice.role === "notes") {
        row[slice.role] = `${row[slice.role]} ${this.#tree.lines[slice.line]?.text ?? ""}`
          .trim()
          .slice(0, LONGEST_NOTES);
      }
      for (const mark of this.#marksOf(slice)) {
        if (mark.start < slice.from || mark.start >= slice.to) continue;
        if (mark.kind === "number") continue;
        if (mark.kind === "email") row.emails.push(mark);
        else if (mark.kind === "fax" || slice.role === "fax") row.faxes.push({ ...mark, kind: "fax" });
        else row.phones.push(slice.role === "mobile" ? { ...mark, label: "Mobile" } : mark);
        if (anchorAt < 0 || (mark.kind === "email" && row.emails.length === 1)) {
          anchorAt = at;
          anchorStart = mark.start;
          row.anchor = slice.line;
        }
      }
    }
    if (anchorAt < 0) return null;
    row.isPersonal = row.emails.some(({ isWeak }) => isWeak !== true);
    if (isKeyed) this.#addKeyed(row, slices, anchorAt, anchorStart);
    else
      for (const { line } of slices) {
        const { fields, marks } = this.#cutter.at(line);
        for (const field of fields) row.fields.push(field);
        for (const mark of marks) if (mark.kind === "number") row.numbers.push({ mark, keys: [] });
      }
    return row;
  }

  /** A column of phones needs no format: "5550100200" is a number there, and elsewhere anything. */
  #marksOf({ line, role }: Slice): readonly Mark[] {
    const { marks } = this.#cutter.at(line);
    const isOfPhones = role === "phone" || role === "mobile";
    if (!isOfPhones || marks.some(({ kind }) => kind !== "number")) return marks;
    const opening = "Tel: ";
    return findPhones(opening + (this.#tree.lines[line]?.text ?? "")).map(({ written, start, end }) => ({
      kind: "phone",
      value: written,
      line,
      start: start - opening.length,
      end: end - opening.length,
      method: "text",
    }));
  }

  /** Adds a row's fields with their keys: the position in the row, and the distance from its address. */
  #addKeyed(row: Row, slices: readonly Slice[], anchorAt: number, anchorStart: number): void {
    const counts = new Map<string, number>();
    for (const [at, slice] of slices.entries()) {
      const place = this.#place(slice, counts);
      const { fields, marks } = this.#cutter.at(slice.line);
      const isWhole = slice.from === 0 && slice.to === WHOLE_LINE;
      const inside = isWhole ? fields : fields.filter(({ start }) => start >= slice.from && start < slice.to);
      const first: Partial<Record<Field["cut"], number>> = {};
      const before: Partial<Record<Field["cut"], number>> = {};
      for (const { cut, index, start } of inside) {
        first[cut] ??= index;
        if (start < anchorStart) before[cut] = index - (first[cut] ?? 0) + 1;
      }
      for (const field of inside) {
        const index = field.index - (first[field.cut] ?? 0);
        const near =
          at === anchorAt
            ? `@${field.cut}${index - (before[field.cut] ?? 0)}`
            : `${at - anchorAt}/${field.cut}${index}`;
        const role = field.role ?? (slice.role === "fax" || slice.role === "mobile" ? null : (slice.role ?? null));
        row.fields.push({ ...field, role, keys: [`${place}/${field.cut}${index}`, near] });
      }
      for (const mark of marks) {
        if (mark.kind !== "number" || mark.start < slice.from || mark.start >= slice.to) continue;
        row.numbers.push({ mark, keys: [place, `${at - anchorAt}`] });
      }
    }
    row.fields = withWholeName(row.fields);
  }
}

/** First and last names in two columns are one field. */
function withWholeName(fields: Field[]): Field[] {
  const [name, first, last] = ["name", "firstName", "lastName"].map((column) =>
    fields.find(({ role, cut }) => role === column && cut === "gap"),
  );
  const [given, family] = [first ?? name, last ?? name];
  if (given === undefined || family === undefined || given === family) return fields;
  const text = `${given.text} ${family.text}`;
  const others = fields.filter(({ line }) => line !== given.line && line !== family.line);
  return [...others, { ...family, text, role: "name", words: new Words(text) }];
}
