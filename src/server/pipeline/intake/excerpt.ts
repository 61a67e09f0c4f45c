const MAX_LENGTH = 200;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Returns the sentence around text[start..end), shortened between words to at most 200 UTF-16 units. If the match
 * itself is longer, only its beginning is returned. In a long text only the surroundings of the match are examined. The
 * offsets are UTF-16 units into `excerpt`.
 */
export function excerptAround(text: string, start: number, end: number) {
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

/** The span of all segments that overlap text[start..end). */
function segmentsAround(segmenter: Intl.Segmenter, text: string, start: number, end: number): [number, number] {
  const segments = segmenter.segment(text);
  const first = segments.containing(start);
  const last = segments.containing(Math.max(start, end - 1));
  return [first?.index ?? start, last === undefined ? end : last.index + last.segment.length];
}

/** Trims white space from both ends without cutting into the match. */
function trimmed(text: string, from: number, to: number, start: number, end: number): [number, number] {
  const span = text.slice(from, to);
  const left = from + span.length - span.trimStart().length;
  const right = to - span.length + span.trimEnd().length;
  return [Math.min(left, start), Math.max(right, end)];
}

function cutToFit(text: string, [from, to]: [number, number], start: number, end: number): [number, number] {
  if (end - start >= MAX_LENGTH) return [start, wholeIndex(text, start + MAX_LENGTH)];
  const room = MAX_LENGTH - (end - start);
  // Unused room on one side goes to the other.
  const before = Math.min(start - from, Math.max(Math.floor(room / 2), room - (to - end)));
  const after = Math.min(to - end, room - before);
  const left = before === start - from ? from : nextBreak(text, start - before, start);
  const right = after === to - end ? to : previousBreak(text, end + after, end);
  return trimmed(text, left, right, start, end);
}

/** The first word boundary at or after `index`, at most `limit`. */
function nextBreak(text: string, index: number, limit: number): number {
  const word = words.segment(text).containing(index);
  if (word === undefined || word.index === index) return index;
  return Math.min(limit, word.index + word.segment.length);
}

function previousBreak(text: string, index: number, limit: number): number {
  return Math.max(limit, words.segment(text).containing(index)?.index ?? index);
}

/** Moves the index back if it would split a surrogate pair. */
function wholeIndex(text: string, index: number): number {
  const parts = index > 0 && index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff;
  return parts ? index - 1 : index;
}
