import { LIMITS } from "#shared/limits.ts";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The capitalized initials of a name's first two words, or "?" without a name. Splits by grapheme (Unicode UAX 29), so
 * that accents and multi-code-point emoji stay intact.
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
