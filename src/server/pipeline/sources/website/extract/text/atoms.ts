import type { Segment, Slice } from "#server/pipeline/sources/website/extract/text/rows.ts";

/** The smallest unit of a flat list: a line, or part of a line that contains several records. */
export interface Atom {
  slice: Slice;
  signature: string;
  anchors: readonly string[];
  /** Preceded by a rule or a blank line. */
  isApart: boolean;
}

const MOST_SIGNATURES = 2;
/** How many records of a long list are used to choose how to split it. */
const SAMPLE = 40;

/** Index after the sample records. */
export function endOfSample(atoms: readonly Atom[]): number {
  let count = 0;
  return atoms.findIndex(({ anchors }) => anchors.length > 0 && ++count > SAMPLE) + 1 || atoms.length;
}

/** Splits atoms into segments that start where `isStart` is true; none contains two different anchors. */
export function segmentsAt(atoms: readonly Atom[], isStart: (atom: Atom, at: number) => boolean): Segment[] {
  const segments: Segment[] = [];
  let slices: Slice[] = [];
  let anchor: string | null = null;
  const end = (): void => {
    if (slices.length > 0) segments.push({ slices, evidence: "Text" });
    slices = [];
    anchor = null;
  };
  for (const [at, atom] of atoms.entries()) {
    const [own] = atom.anchors;
    if (isStart(atom, at) || (own !== undefined && anchor !== null && own !== anchor)) end();
    slices.push(atom.slice);
    if (own !== undefined) anchor = own;
  }
  end();
  return segments;
}

/** The signatures that occur once in nearly every record, at or before its address. */
export function startingSignatures(atoms: readonly Atom[]): string[] {
  const found = new Map<string, { covered: number; total: number; lastGap: number; first: number }>();
  let gap = 0;
  for (const [at, { signature, anchors }] of atoms.entries()) {
    const one = found.get(signature) ?? { covered: 0, total: 0, lastGap: -1, first: at };
    one.total++;
    if (one.lastGap !== gap) one.covered++;
    one.lastGap = gap;
    found.set(signature, one);
    if (anchors.length > 0) gap++;
  }
  const score = ({ covered, total }: { covered: number; total: number }): number =>
    Math.min(covered, gap) / gap - 0.2 * (total / covered - 1);
  return [...found]
    .filter(([, one]) => one.covered > 1 && score(one) > 0.4)
    .toSorted(([, a], [, b]) => score(b) - score(a) || a.first - b.first)
    .slice(0, MOST_SIGNATURES)
    .map(([signature]) => signature);
}
