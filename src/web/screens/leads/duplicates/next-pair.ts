import type { DuplicatePair } from "#shared/contract/leads/duplicate.ts";
import type { ComparedIds } from "#web/screens/leads/duplicates/duplicates-address.ts";

/** By default, the older of the two stays. */
export function idsOfPair({ leads: [first, second] }: Pick<DuplicatePair, "leads">): ComparedIds {
  return { id: first?.id ?? "", otherId: second?.id ?? "" };
}

/** The pair of these two leads, in either order. */
export function pairOf(pairs: readonly DuplicatePair[], { id, otherId }: ComparedIds): DuplicatePair | undefined {
  return pairs.find(({ leads }) => leads.every((lead) => lead.id === id || lead.id === otherId));
}

/**
 * What to show next: the pair after this one, the first if these two are no pair, the list after the last. Skips pairs
 * with `goneId`, the lead just removed.
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
