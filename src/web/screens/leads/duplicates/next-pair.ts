import type { DuplicatePair } from "#shared/contract/duplicate.ts";
import type { ComparedIds } from "#web/screens/leads/duplicates/duplicates-address.ts";

/** The older of the two stays when they are merged. */
export function idsOfPair({ leads: [first, second] }: Pick<DuplicatePair, "leads">): ComparedIds {
  return { id: first?.id ?? "", otherId: second?.id ?? "" };
}

/** The pair that these two are, whichever of them stays. */
export function pairOf(pairs: readonly DuplicatePair[], { id, otherId }: ComparedIds): DuplicatePair | undefined {
  return pairs.find(({ leads }) => leads.every((lead) => lead.id === id || lead.id === otherId));
}

/**
 * What to look at after these two: the pair behind theirs, the first for two that are no pair, the list after the last.
 * With `goneId`, the lead that has just gone, no pair that it was in.
 */
export function nextOf(
  pairs: readonly DuplicatePair[],
  ids: ComparedIds,
  goneId: string | null = null,
): ComparedIds | "list" {
  const current = pairOf(pairs, ids);
  const behind = current === undefined ? pairs : pairs.slice(pairs.indexOf(current) + 1);
  const next = behind.find(({ leads }) => leads.every(({ id }) => id !== goneId));
  return next === undefined ? "list" : idsOfPair(next);
}
