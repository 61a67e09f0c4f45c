import { countedSoFar, type Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

const KIND = "leads_to_review";
/** Kinds with one notification for everything that waits. */
const COVERS_ALL: readonly string[] = [KIND, "emails_to_review", "possible_duplicates"];

/** Leads that rules qualified and nobody has decided on, as one notification. */
export async function leadsToReview({ store }: Pick<Workspace, "store">): Promise<Need | null> {
  const waiting = await store.notifications.toReview();
  if (waiting === null) return null;
  const { count, newest } = waiting;
  const waits = count === 1 ? "is waiting" : "are waiting";
  return {
    id: `${KIND}:${newest.id}:${count}`,
    kind: KIND,
    title: `${countedSoFar(waiting, "qualified lead")} ${waits} for review`,
    description: `Qualified by your rules. Approve or reject ${count === 1 ? "it" : "each one"}.`,
    at: newest.updatedAt,
    href: "/leads?review",
  };
}

/**
 * Whether reading the notification `mark` covers this one: neither a newer item nor a higher count. Deciding on some
 * doesn't make it unread.
 */
export function hasReadOfLeads(mark: string, id: string): boolean {
  const [markedKind, markedNewest, markedCount] = mark.split(":");
  const [kind, newest, count] = id.split(":");
  return (
    kind !== undefined &&
    COVERS_ALL.includes(kind) &&
    markedKind === kind &&
    Number(markedNewest) >= Number(newest) &&
    Number(markedCount) >= Number(count)
  );
}

/** The messages too unclear to classify automatically, as one notification. */
export async function emailsToReview({ store }: Pick<Workspace, "store">): Promise<Need | null> {
  const [[newest], waiting] = await Promise.all([
    store.mailbox.emails(1, undefined, "review"),
    store.mailbox.count("review"),
  ]);
  if (newest === undefined) return null;
  return {
    id: `emails_to_review:${newest.id}:${waiting.count}`,
    kind: "emails_to_review",
    title: `${countedSoFar(waiting, "email")} ${waiting.count === 1 ? "needs" : "need"} review`,
    description: waiting.count === 1 ? "It may be a lead." : "They may be leads. Review them one by one.",
    at: newest.processedAt,
    href: "/gmail?tab=emails&show=review",
  };
}

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
