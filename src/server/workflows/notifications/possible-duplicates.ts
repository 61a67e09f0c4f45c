import { counted, type Need } from "#server/workflows/notifications/need.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The pairs of leads that may be one and that nobody has decided on, as one notification. */
export async function duplicatesToLookAt({ store }: Pick<Workspace, "store">): Promise<Need[]> {
  const found = await store.duplicates.count();
  if (found.newest === null) return [];
  const { id, at } = found.newest;
  return [
    {
      id: `possible_duplicates:${id}:${found.count}`,
      kind: "possible_duplicates",
      title: counted(found, "possible duplicate"),
      description: "Leads that may be one. Compare and merge them, or tell them apart.",
      at,
      href: "/leads?duplicates",
    },
  ];
}
