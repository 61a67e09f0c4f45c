import { countedSoFar, type Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

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
    description: "They may be leads. Review them one by one.",
    at: newest.processedAt,
    href: "/gmail?tab=emails&show=review",
  };
}
