/** A piece of a text around a match; the offsets are UTF-16 units into `excerpt`. */
export interface Excerpt {
  excerpt: string;
  matchStart: number;
  matchEnd: number;
}

const MAX_LENGTH = 200;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/**
 * The sentence around text[start..end), or when it is longer than 200 UTF-16 units as much of it, cut between words.
 * Of a match that is longer itself the beginning is shown. Looks at no more than the neighbourhood of a long text.
 */
export function excerptAround(text: string, start: number, end: number): Excerpt {
  const from = wholeIndex(text, Math.max(0, start - MAX_LENGTH));
  const to = wholeIndex(text, Math.min(text.length, end + MAX_LENGTH));
  const near = text.slice(from, to);
  const [first, last] = segmentsAround(sentences, near, start - from, end - from);
  const sentence = trimmed(near, first, last, start - from, end - from);
  const [cutFrom, cutTo] =
    sentence[1] - sentence[0] <= MAX_LENGTH ? sentence : cutToFit(near, sentence, start - from, end - from);
  const excerpt = near.slice(cutFrom, cutTo);
  const matchStart = start - from - cutFrom;
  return { excerpt, matchStart, matchEnd: Math.min(end - from - cutFrom, excerpt.length) };
}

/** The span of the segments that hold any of text[start..end). */
function segmentsAround(segmenter: Intl.Segmenter, text: string, start: number, end: number): [number, number] {
  const segments = segmenter.segment(text);
  const first = segments.containing(start);
  const last = segments.containing(Math.max(start, end - 1));
  return [first?.index ?? start, last === undefined ? end : last.index + last.segment.length];
}

/** Without the white space at both ends, but never less than the match. */
function trimmed(text: string, from: number, to: number, start: number, end: number): [number, number] {
  const span = text.slice(from, to);
  const left = from + span.length - span.trimStart().length;
  const right = to - span.length + span.trimEnd().length;
  return [Math.min(left, start), Math.max(right, end)];
}

function cutToFit(text: string, [from, to]: [number, number], start: number, end: number): [number, number] {
  if (end - start >= MAX_LENGTH) return [start, wholeIndex(text, start + MAX_LENGTH)];
  const room = MAX_LENGTH - (end - start);
  // What one side does not need the other gets.
  const before = Math.min(start - from, Math.max(Math.floor(room / 2), room - (to - end)));
  const after = Math.min(to - end, room - before);
  const left = before === start - from ? from : nextBreak(text, start - before, start);
  const right = after === to - end ? to : previousBreak(text, end + after, end);
  return trimmed(text, left, right, start, end);
}

/** The first boundary between words at or after `index`, at most `limit`. */
function nextBreak(text: string, index: number, limit: number): number {
  const word = words.segment(text).containing(index);
  if (word === undefined || word.index === index) return index;
  return Math.min(limit, word.index + word.segment.length);
}

function previousBreak(text: string, index: number, limit: number): number {
  return Math.max(limit, words.segment(text).containing(index)?.index ?? index);
}

/** The index, moved back where it would part a surrogate pair. */
function wholeIndex(text: string, index: number): number {
  const parts = index > 0 && index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff;
  return parts ? index - 1 : index;
}
