import type { LucideIcon } from "lucide-react";
import type { Permission } from "#shared/roles.ts";

/** Something the palette opens or does. */
export interface PaletteEntry {
  label: string;
  /** Where it is, next to the label. */
  place?: string;
  /** Synonyms to search for. */
  words?: string;
  Icon: LucideIcon;
  /** Required permission; none if omitted. */
  permission?: Extract<Permission, "intake" | "work" | "manage" | "accounts">;
  /** One of many, or rarely needed: only shown when searched for. */
  isSearched?: true;
  /** It focuses something on the screen, so it runs once the palette has closed. */
  movesFocus?: true;
  run: () => void;
}

type Searched = Pick<PaletteEntry, "label" | "place" | "words">;

/** How well an entry matches: the query starts its label, the label has all words, synonyms are needed, not at all. */
const STARTS = 0;
const IN_LABEL = 1;
const BY_SYNONYM = 2;
const NO_MATCH = 3;

/** Entries where every query word is a prefix of some word, best first. All entries for an empty query. */
export function matchingEntries<E extends Searched>(entries: readonly E[], query: string): E[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [...entries];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/** Whether the query is in the label of one of these, rather than in synonyms. */
export function isInLabels(entries: readonly Searched[], query: string): boolean {
  const wanted = wordsOf(query);
  return entries.some((entry) => rankOf(entry, wanted) <= IN_LABEL);
}

function rankOf({ label, place = "", words = "" }: Searched, wanted: readonly string[]): number {
  const own = wordsOf(label);
  if (own.join(" ").startsWith(wanted.join(" "))) return STARTS;
  if (areAllIn(own, wanted)) return IN_LABEL;
  return areAllIn([...own, ...wordsOf(place), ...wordsOf(words)], wanted) ? BY_SYNONYM : NO_MATCH;
}

function areAllIn(own: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => own.some((one) => one.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
