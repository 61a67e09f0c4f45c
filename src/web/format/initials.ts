import { LIMITS } from "#shared/limits.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The first letters of the first two words of a name, in capitals; "?" where there is no name. Cuts between
 * graphemes (Unicode UAX 29), so that an accent or an emoji made of several code points stays whole.
 */
export function initials(name: string | null | undefined): string {
  const words = (name ?? "").split(/\s+/u).filter((word) => word !== "");
  const letters = words.slice(0, LIMITS.show.initials).map((word) => firstGrapheme(word).toLocaleUpperCase());
  return letters.join("") || "?";
}

function firstGrapheme(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment;
  return "";
}
