import { withoutEnding } from "#server/reading/without-ending.ts";
import type { Line } from "#server/sources/website/extract/page-tree.ts";

/** A stretch of a line that its author set apart. */
export interface LinePart {
  text: string;
  start: number;
  end: number;
  /** Set apart by inline elements, not by punctuation. */
  isElement: boolean;
}

const SEPARATOR = /\s*[|·•‣;,/()[\]<>:"„“”«»→➔✉☎📞]\s*|\s+[-–—~]+\s+|\s{2,}|、|，|：|／|｜/gu;
const ANY_SEPARATOR = /[|·•‣;,/()[\]<>:"„“”«»→➔✉☎📞–—~、，：／｜]|\s-|\s{2}/u;

/**
 * The parts of a line between commas, bars, brackets, dashes and the edges of inline elements, those first that leave
 * most together: between elements, then between separators. `taken` are stretches that are something already.
 */
export function partsOf(line: Line, taken: readonly { start: number; end: number }[]): LinePart[] {
  const { text } = line;
  if (taken.length === 0 && line.seams.length === 0 && !ANY_SEPARATOR.test(text)) {
    return [{ text, start: 0, end: text.length, isElement: false }];
  }
  const gaps = taken.map(({ start, end }) => ({ start, end }));
  const bySeams = split(text, [...gaps, ...line.seams.map((at) => ({ start: at, end: at }))]);
  const parts = new Map<number, LinePart>();
  const add = (part: Omit<LinePart, "isElement">, isElement: boolean): void => {
    const key = part.start * 100_000 + part.end;
    if (!parts.has(key)) parts.set(key, { ...part, isElement });
  };
  for (const part of split(text, gaps)) add(part, false);
  for (const part of bySeams) add(part, line.seams.length > 0);
  for (const part of bySeams) {
    const cuts = [...part.text.matchAll(SEPARATOR)].map(({ 0: separator, index }) => ({
      start: part.start + index,
      end: part.start + index + separator.length,
    }));
    if (cuts.length === 0 || cuts.length > 40) continue;
    for (const piece of split(text, [...outside(part, text.length), ...cuts])) add(piece, false);
  }
  return [...parts.values()];
}

function outside(part: { start: number; end: number }, length: number): { start: number; end: number }[] {
  return [
    { start: 0, end: part.start },
    { start: part.end, end: length },
  ];
}

const EDGE = /[\s,;:|·•/(<>–—-]/u;

/** What of a text lies between the gaps, without the punctuation at its edges. */
function split(text: string, gaps: readonly { start: number; end: number }[]): Omit<LinePart, "isElement">[] {
  const parts: Omit<LinePart, "isElement">[] = [];
  let from = 0;
  for (const { start, end } of [
    ...gaps.toSorted((a, b) => a.start - b.start),
    { start: text.length, end: text.length },
  ]) {
    if (start > from) {
      const raw = text.slice(from, start);
      const trimmed = raw.replace(/^[\s,;:|·•/()<>–—-]+/u, "");
      const opening = from + raw.length - trimmed.length;
      const kept = withoutEnding(trimmed, EDGE);
      if (kept !== "") parts.push({ text: kept, start: opening, end: opening + kept.length });
    }
    from = Math.max(from, end);
  }
  return parts;
}
