import { cutWhole } from "#shared/text/cut-whole.ts";
import { DAY } from "#shared/durations.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

const KIND = "mention";
const EXCERPT = 200;

/** The latest comments that mention this account; nobody else sees them in the bell. */
export async function mentionsOf(
  { store, clock }: Pick<Workspace, "store" | "clock">,
  accountId: string | null,
): Promise<Need[]> {
  if (accountId === null) return [];
  const since = new Date(clock().getTime() - LIMITS.comment.mentionDays * DAY).toISOString();
  const comments = await store.comments.mentioning(accountId, since, LIMITS.comment.mentions);
  return comments.flatMap((comment): Need | [] => {
    const mention = comment.mentions.find((one) => one.accountId === accountId);
    if (mention === undefined || mention.at <= since || comment.accountId === accountId) return [];
    const { id, author, text, lead } = comment;
    return {
      id: `${KIND}:${accountId}:${id}:${mention.at}`,
      kind: KIND,
      title: `${author} mentioned you on ${leadTitle(lead)}`,
      description: text.length > EXCERPT ? `${cutWhole(text, EXCERPT)}…` : text,
      at: mention.at,
      href: `/leads/${lead.id}`,
    };
  });
}
