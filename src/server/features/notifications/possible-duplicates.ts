import { countedSoFar, type Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

/** Pairs of possible duplicates that nobody has decided on, as one notification. */
export async function duplicatesToLookAt({ store }: Pick<Workspace, "store">): Promise<Need | null> {
  const found = await store.duplicates.count();
  if (found.newest === null) return null;
  const { id, at } = found.newest;
  return {
    id: `possible_duplicates:${id}:${found.count}`,
    kind: "possible_duplicates",
    title: countedSoFar(found, "possible duplicate"),
    description: "Merge them, or mark them as different leads.",
    at,
    href: "/leads?duplicates",
  };
}
