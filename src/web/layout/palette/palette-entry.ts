import type { LucideIcon } from "lucide-react";
import type { Permission } from "#shared/roles.ts";

/** What the palette can do for one: a screen to go to, or an act. */
export interface PaletteEntry {
  label: string;
  /** Other words that people may look for it by. */
  words?: string;
  Icon: LucideIcon;
  /** What one must be allowed to be offered it; everybody is where nothing is said. */
  permission?: Extract<Permission, "intake" | "work" | "manage" | "accounts">;
  run: () => void;
}

/** The entries that have, for each word of the query, a word that begins with it; all of them for an empty query. */
export function matchingEntries<E extends Pick<PaletteEntry, "label" | "words">>(
  entries: readonly E[],
  query: string,
): E[] {
  const wanted = wordsOf(query);
  return entries.filter(({ label, words = "" }) => {
    const own = wordsOf(`${label} ${words}`);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
