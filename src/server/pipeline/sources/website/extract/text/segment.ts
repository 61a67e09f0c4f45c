import type { Mark, PageTree } from "#server/pipeline/sources/website/extract/page-tree.ts";
import { type Assigned, assignRoles } from "#server/pipeline/sources/website/extract/text/assign-roles.ts";
import type { Field, LineCutter } from "#server/pipeline/sources/website/extract/text/fields.ts";
import {
  type Row,
  type RowBuilder,
  type Segment,
  type Slice,
  WHOLE_LINE,
} from "#server/pipeline/sources/website/extract/text/rows.ts";
import {
  type Atom,
  endOfSample,
  segmentsAt,
  startingSignatures,
} from "#server/pipeline/sources/website/extract/text/atoms.ts";
import { tableSegments } from "#server/pipeline/sources/website/extract/text/table-segments.ts";

/** The values that separate records: the addresses of a line or, in a second pass, its unassigned numbers. */
export type AnchorsOf = (line: number) => readonly string[];

interface Reading {
  records: Assigned[];
  /** Total over all records, for comparing readings of the same part of a page. */
  quality: number;
}

interface Unit {
  first: number;
  end: number;
  block: number;
  anchor: Anchor;
}

/** Null for no anchor, a string for one, MANY for several. */
type Anchor = string | null | typeof MANY;
const MANY = Symbol("many");

const REGIONS = new Set(["footer", "nav", "aside", "header"]);
const REGION_NAMES = /(?:^|[\s_-])(?:footer|sidebar|navbar|topbar|masthead)(?:$|[\s_-])/iu;
const REACH_BACK = 16;
const REACH_ON = 12;
const FEWEST_CARDS = 3;
const MOST_CARDS = 500;
const MOST_WIDENED = 4;
/** How much better another split must be if the boxes have the same structure. */
const MADE_ALIKE = 1.25;
/** Quality of a complete record. */
const BEST_QUALITY = 1.35;

/**
 * Splits a page into records from the inside out, choosing for each part the split with the most consistent records.
 */
export class Segmenter {
  readonly #tree: PageTree;
  readonly #cutter: LineCutter;
  readonly #rows: RowBuilder;
  readonly #near: Uint8Array;
  readonly #anchorsOf: AnchorsOf;
  readonly #anchors: Anchor[];
  readonly #children: number[][];
  readonly #wholeLines: (Slice | undefined)[] = [];

  constructor(tree: PageTree, cutter: LineCutter, rows: RowBuilder, near: Uint8Array, anchorsOf: AnchorsOf) {
    this.#tree = tree;
    this.#cutter = cutter;
    this.#rows = rows;
    this.#near = near;
    this.#anchorsOf = anchorsOf;
    this.#children = tree.blocks.map(() => []);
    this.#anchors = tree.blocks.map(() => null);
    for (const [at, line] of tree.lines.entries()) {
      for (const anchor of near[at] === 1 ? anchorsOf(at) : []) {
        this.#anchors[line.block] = both(this.#anchors[line.block] ?? null, anchor);
      }
    }
    for (let at = tree.blocks.length - 1; at > 0; at--) {
      const parent = tree.blocks[at]?.parent ?? 0;
      this.#anchors[parent] = both(this.#anchors[parent] ?? null, this.#anchors[at] ?? null);
      this.#children[parent]?.push(at);
    }
  }

  read(): Assigned[] {
    return this.#visit(0).records;
  }

  #visit(block: number): Reading {
    const anchor = this.#anchors[block] ?? null;
    if (anchor === null) return { records: [], quality: 0 };
    if (anchor !== MANY) return this.#single(block);
    if (this.#tree.blocks[block]?.element?.name !== "table") return this.#inside(block);
    const tables = this.#tables(block);
    const inside = this.#inside(block);
    const labeled = tables.find((table) => table.isLabeled && table.reading.records.length >= inside.records.length);
    if (labeled !== undefined) return labeled.reading;
    return tables.reduce((best, { reading }) => (reading.quality > best.quality ? reading : best), inside);
  }

  #tables(block: number): { isLabeled: boolean; reading: Reading }[] {
    const hasContact = (line: number): boolean => this.#cutter.at(line).marks.length > 0;
    return tableSegments(this.#tree, block, hasContact).map(({ segments, isLabeled }) => ({
      isLabeled,
      reading: this.#assign(segments),
    }));
  }

  /** Reads the children of a block; consecutive ones with at most one anchor each are read together. */
  #inside(block: number): Reading {
    const total: Reading = { records: [], quality: 0 };
    const units = this.#units(block);
    const take = ({ records, quality }: Reading): void => {
      total.records.push(...records);
      total.quality += quality;
    };
    let run: Unit[] = [];
    const flush = (): void => {
      take(this.#run(run));
      run = [];
    };
    for (const unit of units) {
      const isRegion = unit.block !== block && this.#isRegion(unit.block);
      if (unit.block !== block && (unit.anchor === MANY || isRegion)) {
        flush();
        take(this.#visit(unit.block));
      } else run.push(unit);
    }
    flush();
    return total;
  }

  #units(block: number): Unit[] {
    const units: Unit[] = [];
    const { first = 0, end = 0 } = this.#tree.blocks[block] ?? {};
    const children = this.#children[block] ?? [];
    let child = children.length - 1;
    for (let at = first; at < end;) {
      while (child >= 0 && (this.#tree.blocks[children[child] ?? 0]?.end ?? 0) <= at) child--;
      const index = children[child] ?? -1;
      const inner = index < 0 ? undefined : this.#tree.blocks[index];
      if (inner !== undefined && inner.first <= at) {
        units.push({ first: at, end: inner.end, block: index, anchor: this.#anchors[index] ?? null });
        at = inner.end;
        continue;
      }
      const own = this.#near[at] === 1 ? this.#anchorsOf(at) : [];
      units.push({ first: at, end: at + 1, block, anchor: own.length > 1 ? MANY : (own[0] ?? null) });
      at++;
    }
    return units;
  }

  #isRegion(block: number): boolean {
    const element = this.#tree.blocks[block]?.element;
    if (element === null || element === undefined) return false;
    const { name, attribs } = element;
    // A card's header belongs to what follows; only the page's own header is a separate region.
    if (name === "header") return attribs["role"] === "banner" || attribs["id"] !== undefined;
    return REGIONS.has(name) || REGION_NAMES.test(attribs["class"] ?? "") || REGION_NAMES.test(attribs["id"] ?? "");
  }

  #run(units: readonly Unit[]): Reading {
    const holding = units.filter(({ anchor }) => anchor !== null);
    const [only] = holding;
    if (only === undefined) return { records: [], quality: 0 };
    if (holding.every(({ anchor }) => anchor === only.anchor) && only.anchor !== MANY) {
      return this.#widened(only, units);
    }
    const atoms = this.#atoms(units);
    let best: Reading | null = null;
    const sample = atoms.slice(0, endOfSample(atoms));
    let bestCuts: ((atoms: readonly Atom[]) => Segment[]) | null = null;
    const ways = this.#ways(units, sample);
    const [first] = ways;
    const isMadeAlike = this.#areMadeAlike(holding);
    const most = BEST_QUALITY * new Set(sample.flatMap(({ anchors }) => anchors)).size;
    for (const cuts of ways) {
      const margin = isMadeAlike && bestCuts === first ? MADE_ALIKE : 1.01;
      if (best !== null && best.quality * margin >= most) break;
      const reading = this.#assign(cuts(sample));
      if (best === null || reading.quality > best.quality * margin) [best, bestCuts] = [reading, cuts];
    }
    if (sample.length < atoms.length && bestCuts !== null) best = this.#assign(bestCuts(atoms));
    return best ?? { records: [], quality: 0 };
  }

  /** Whether all units with an address have the same structure, like cards in a list. */
  #areMadeAlike(units: readonly Unit[]): boolean {
    const signatures = new Set(units.map(({ block, anchor }) => (anchor === MANY ? "" : this.#rows.path(block))));
    return (
      units.length > 1 &&
      signatures.size === 1 &&
      !signatures.has("") &&
      units.every(({ first, end }) => end - first > 1)
    );
  }

  #ways(units: readonly Unit[], sample: readonly Atom[]): ((atoms: readonly Atom[]) => Segment[])[] {
    const ways: ((atoms: readonly Atom[]) => Segment[])[] = [];
    if (units.every(({ anchor }) => anchor !== MANY))
      ways.push((atoms) => this.#byUnit(units, atoms.at(-1)?.slice.line ?? 0));
    const signatures = startingSignatures(sample);
    for (const signature of signatures) {
      ways.push((atoms) => segmentsAt(atoms, (atom) => atom.signature === signature));
    }
    ways.push(
      (atoms) => segmentsAt(atoms, (atom) => atom.isApart),
      (atoms) => segmentsAt(atoms, this.#isName(atoms, isOfCompany)),
      (atoms) => segmentsAt(atoms, this.#isName(atoms, isOfPerson)),
    );
    return ways;
  }

  #byUnit(units: readonly Unit[], last: number): Segment[] {
    const made = new Set(units.filter(({ anchor }) => anchor !== null).map(({ block }) => this.#rows.path(block)));
    return units
      .filter(({ first, anchor, block }) => first <= last && (anchor !== null || made.has(this.#rows.path(block))))
      .map((unit, at) => ({ slices: this.#slices(unit.first, unit.end), evidence: `Entry ${at + 1} of a list` }));
  }

  /** Starts a record at the first name after each address, or at the title above it if the first record does. */
  #isName(atoms: readonly Atom[], isNamed: (field: Field) => boolean): (atom: Atom, at: number) => boolean {
    const starts = new Set<number>();
    let [from, above] = [0, 1];
    const names = atoms.map(({ slice }) => this.#holds(slice, isNamed));
    for (const [at, { anchors }] of atoms.entries()) {
      if (anchors.length === 0) continue;
      const name = names.indexOf(true, from);
      if (name >= 0 && name <= at) {
        const isBelow = this.#isTitle(atoms[name - 1]);
        if (!isBelow && starts.size === 0) above = 0;
        starts.add(isBelow ? name - above : name);
      }
      from = at + 1;
    }
    return (_, at) => starts.has(at);
  }

  #isTitle(atom: Atom | undefined): boolean {
    const fields = atom === undefined || atom.anchors.length > 0 ? [] : this.#cutter.at(atom.slice.line).fields;
    return fields.some(({ cut, words }) => cut === "gap" && words.role?.kind === "title");
  }

  #holds({ line, from, to }: Slice, isMeant: (field: Field) => boolean): boolean {
    return this.#cutter.at(line).fields.some((field) => field.start >= from && field.start < to && isMeant(field));
  }

  #slices(first: number, end: number): Slice[] {
    const slices: Slice[] = [];
    for (let line = first; line < end; line++) {
      if (this.#near[line] === 1) slices.push((this.#wholeLines[line] ??= { line, from: 0, to: WHOLE_LINE }));
    }
    return slices;
  }

  #single(block: number): Reading {
    const { first = 0, end = 0 } = this.#tree.blocks[block] ?? {};
    return this.#widened({ first, end, block, anchor: this.#anchors[block] ?? null }, []);
  }

  /** Reads a single contact, widening the range only as long as that improves its record. */
  #widened(unit: Unit, run: readonly Unit[]): Reading {
    const ranges: { first: number; end: number; isRow?: boolean }[] = [];
    let line = unit.first;
    while (line < unit.end && (this.#near[line] !== 1 || this.#anchorsOf(line).length === 0)) line++;
    const cards = this.#cardsAround(line);
    if (cards !== null) return cards;
    ranges.push({ first: line, end: line + 1 });
    for (let at = this.#tree.lines[line]?.block ?? 0; at > 0; at = this.#tree.blocks[at]?.parent ?? 0) {
      const { first = 0, end = 0 } = this.#tree.blocks[at] ?? {};
      if (first < unit.first || end > unit.end) break;
      if (this.#tree.blocks[at]?.element?.name === "table") {
        const labeled = this.#tables(at).find(({ isLabeled, reading }) => isLabeled && reading.records.length > 0);
        if (labeled !== undefined) return labeled.reading;
      }
      ranges.push({ first, end, isRow: this.#tree.blocks[at]?.element?.name === "tr" });
    }
    ranges.push(unit);
    const [start, stop] = [run[0], run.at(-1)];
    if (start !== undefined && stop !== undefined)
      ranges.push({ first: start.first, end: unit.end }, { first: start.first, end: stop.end });
    let best: Reading | null = null;
    let size = 0;
    const row = ranges.findIndex(({ isRow }) => isRow);
    for (const { first, end, isRow } of row < 0 ? ranges.slice(-MOST_WIDENED) : ranges.slice(row)) {
      const slices = this.#slices(Math.max(first, line - REACH_BACK), Math.min(end, line + REACH_ON));
      if (slices.length <= size) continue;
      size = slices.length;
      const reading = this.#assign([{ slices, evidence: "Text" }]);
      if (best === null || reading.quality > best.quality + 0.01) best = reading;
      const [record] = best.records;
      if (record === undefined) continue;
      // The other rows of a table are about others.
      if (isRow === true && record.name !== "") break;
      if (record.affinity >= 2 && record.phones.length > 0 && record.title !== "") break;
    }
    return best ?? { records: [], quality: 0 };
  }

  /** Reads the similar boxes around a line, if most of them contain a contact. */
  #cardsAround(line: number): Reading | null {
    for (let at = this.#tree.lines[line]?.block ?? 0; at > 0; at = this.#tree.blocks[at]?.parent ?? 0) {
      const siblings = this.#children[this.#tree.blocks[at]?.parent ?? 0] ?? [];
      if (siblings.length > MOST_CARDS) continue;
      const alike = siblings.filter((one) => this.#rows.path(one) === this.#rows.path(at));
      if (alike.length < FEWEST_CARDS) continue;
      // If other boxes contain addresses too, they are read as a list anyway.
      if (alike.some((one) => one !== at && this.#anchors[one] !== null)) return null;
      const cards = alike.toReversed().map((one) => {
        const { first = 0, end = 0 } = this.#tree.blocks[one] ?? {};
        return this.#slices(first, end);
      });
      const isHolding = (slices: readonly Slice[]): boolean =>
        slices.length > 1 && slices.some(({ line: own }) => this.#cutter.at(own).marks.some(isContact));
      if (cards.filter(isHolding).length * 2 <= cards.length) continue;
      const reading = this.#assign(
        cards.map((slices, index) => ({ slices, evidence: `Entry ${index + 1} of a list` })),
      );
      const named = reading.records.filter(({ name, department }) => name !== "" || department !== "");
      return named.length >= FEWEST_CARDS && named.length * 1.5 > reading.records.length ? reading : null;
    }
    return null;
  }

  #atoms(units: readonly Unit[]): Atom[] {
    const atoms: Atom[] = [];
    const first = units[0]?.first ?? 0;
    const end = units.at(-1)?.end ?? 0;
    for (let line = first; line < end; line++) {
      if (this.#near[line] !== 1) continue;
      const { isApart = false, isContinued = false } = this.#tree.lines[line] ?? {};
      const signature = `${this.#rows.signature(line)}${isContinued ? "+" : ""}`;
      const anchors = this.#anchorsOf(line);
      if (anchors.length > 1) atoms.push(...this.#pieces(line, signature));
      else atoms.push({ slice: { line, from: 0, to: WHOLE_LINE }, signature, anchors, isApart });
    }
    return atoms;
  }

  /** Splits a line that contains several records. */
  #pieces(line: number, signature: string): Atom[] {
    const { fields, marks } = this.#cutter.at(line);
    const anchors = new Set(this.#anchorsOf(line));
    const links = new Set((this.#tree.lines[line]?.links ?? []).map(({ start }) => start));
    const starts = new Map<number, string | null>();
    for (const { start, cut } of fields) if (cut !== "part") starts.set(start, null);
    for (const { start, value } of marks) {
      starts.set(start, anchors.has(value.toLowerCase()) ? value.toLowerCase() : null);
    }
    const ordered = [...starts].toSorted(([a], [b]) => a - b);
    return ordered.map(([from, anchor], at) => ({
      slice: { line, from: at === 0 ? 0 : from, to: ordered[at + 1]?.[0] ?? WHOLE_LINE },
      signature: `${signature}:${anchor === null ? (links.has(from) ? "a" : "") : "@"}`,
      anchors: anchor === null ? [] : [anchor],
      isApart: false,
    }));
  }

  #assign(segments: readonly Segment[]): Reading {
    const rows: Row[] = [];
    const areKeyed = segments.length > 1 || segments.some(({ slices }) => slices.some(({ role }) => role));
    for (const segment of segments) {
      const row = this.#rows.row(segment, areKeyed);
      if (row !== null) rows.push(row);
    }
    const { records, agreement } = assignRoles(rows);
    return { records, quality: agreement };
  }
}

function isOfPerson({ words }: Field): boolean {
  return (words.person?.certainty ?? 0) >= 0.5;
}

function isOfCompany({ words, cut }: Field): boolean {
  return cut === "gap" && words.role?.kind === "company";
}

function isContact({ kind }: Mark): boolean {
  return kind !== "number";
}

function both(a: Anchor, b: Anchor): Anchor {
  if (a === null || b === null) return a ?? b;
  return a === b ? a : MANY;
}
