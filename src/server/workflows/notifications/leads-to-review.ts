import { counted, type Need } from "#server/workflows/notifications/need.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const KIND = "leads_to_review";

/** The leads that rules qualified and no person has decided on, as one notification. */
export async function leadsToReview({ store }: Pick<Workspace, "store">): Promise<Need[]> {
  const waiting = await store.notifications.toReview();
  if (waiting === null) return [];
  const { count, newest } = waiting;
  const waits = count === 1 ? "waits" : "wait";
  return [
    {
      id: `${KIND}:${newest.id}:${count}`,
      kind: KIND,
      title: `${counted(waiting, "qualified lead")} ${waits} for review`,
      description: "Your rules qualified them. Approve or reject each.",
      at: newest.updatedAt,
      href: "/leads?review",
    },
  ];
}

/**
 * Whether who has read the one with the id `mark` has read this one, too, of leads to review or possible duplicates:
 * nothing has come since, neither a newer one nor one more. Deciding on some of them makes nothing new.
 */
export function hasReadOfLeads(mark: string, id: string): boolean {
  const [markedKind, markedNewest, markedCount] = mark.split(":");
  const [kind, newest, count] = id.split(":");
  return (
    (kind === KIND || kind === "possible_duplicates") &&
    markedKind === kind &&
    Number(markedNewest) >= Number(newest) &&
    Number(markedCount) >= Number(count)
  );
}
