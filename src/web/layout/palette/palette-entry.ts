import type { LucideIcon } from "lucide-react";
import type { Permission } from "#shared/roles.ts";

/** A screen or action in the palette. */
export interface PaletteEntry {
  label: string;
  /** Synonyms to search for. */
  words?: string;
  Icon: LucideIcon;
  /** Required permission; none if omitted. */
  permission?: Extract<Permission, "intake" | "work" | "manage" | "accounts">;
  run: () => void;
}

/** Entries where every query word is a prefix of some word; all entries for an empty query. */
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
