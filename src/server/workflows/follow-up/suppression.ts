import { isOpenQuestion, type Suppression } from "#shared/contract/follow-up-question.ts";
import { acting } from "#server/platform/acting.ts";
import { notFound } from "#server/platform/errors.ts";
import type { WrittenLanguage } from "#server/reading/language.ts";
import type { FollowUpMessage, FollowUpStanding, FollowUpWrite } from "#server/store/follow-up-types.ts";
import { mannerOf } from "#server/workflows/follow-up/draft-question.ts";
import { stoppedBy } from "#server/workflows/follow-up/follow-ups.ts";
import { leadAfter } from "#server/workflows/follow-up/question-change.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Why a lead is not written to; null when it is. Throws not_found. */
export async function suppressionOfLead({ store }: Workspace, leadId: string): Promise<Suppression | null> {
  const standing = await store.followUps.standing(leadId);
  if (standing === null) throw notFound("lead");
  return standing.suppression;
}

/** Lets a lead be written to again, for a reason that stays on its timeline. Throws not_found. */
export async function liftSuppression(
  { store, clock, feed }: Workspace,
  leadId: string,
  reason: string,
): Promise<void> {
  const at = clock().toISOString();
  const changed = await store.followUps.change(leadId, ({ suppression }) => {
    if (suppression === null) return null;
    const entry = { kind: "follow_up", type: "other", by: acting().by, at } as const;
    return { suppression: null, journal: [{ ...entry, title: "May be written to again", description: reason }] };
  });
  if (changed === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [leadId]);
}

/** Whom a message was to that holds a link to unsubscribe. */
export interface LeavingReader {
  addressKey: string;
  /** In which they were written to. */
  language: WrittenLanguage;
  /** They asked for no more messages. */
  hasLeft: boolean;
}

/** The reader of the message with this token; null when there is none. */
export async function leavingReader({ store }: Workspace, token: string): Promise<LeavingReader | null> {
  const message = await store.followUps.messageOfToken(token);
  if (message === null) return null;
  const { addressKey, leadId } = message;
  const standing = await store.followUps.standing(leadId);
  return {
    addressKey,
    language: standing === null ? "en" : mannerOf(standing).language,
    hasLeft: (await store.followUps.suppression(addressKey))?.kind === "unsubscribed",
  };
}

/** The reader of the message with this token wants no more: the address is never written to again, whichever lead has it. */
export async function unsubscribe(workspace: Workspace, token: string, reason: string): Promise<void> {
  const message = await workspace.store.followUps.messageOfToken(token);
  if (message !== null) await suppressAddress(workspace, message, "unsubscribed", reason);
}

/**
 * Writes no more to the address that a message went to, and ends what is under way with its lead. Nothing new when that is
 * known: whoever unsubscribes again, or reads of a bounce twice, tells the timeline nothing.
 */
export async function suppressAddress(
  { store, clock, feed }: Workspace,
  { addressKey, leadId }: FollowUpMessage,
  kind: Suppression["kind"],
  reason: string,
): Promise<void> {
  const known = await store.followUps.suppression(addressKey);
  if (known?.kind === kind || known?.kind === "unsubscribed") return;
  const suppression: Suppression = { kind, reason, at: clock().toISOString() };
  // First, and by itself: it holds also where the lead is gone, or has another address by now.
  await store.followUps.suppress(addressKey, suppression);
  await store.followUps.change(leadId, (standing) => endedBy(standing, addressKey, suppression));
  feed.changed(["leads", "activity"], [leadId]);
}

function endedBy(standing: FollowUpStanding, addressKey: string, { kind, reason, at }: Suppression): FollowUpWrite {
  const isOurs = standing.lead.emailKey === addressKey;
  const open = isOurs ? standing.questions.filter((one) => isOpenQuestion(one) || one.state === "failed") : [];
  const stopped = open.map((question) => stoppedBy(question, reason));
  const lead = leadAfter(standing, stopped, at);
  const title = kind === "unsubscribed" ? "Wants no more messages" : "Mail to this lead comes back";
  return {
    questions: stopped,
    ...(lead && { lead }),
    journal: [{ kind: "follow_up", type: "other", title, description: reason, by: "Winnow", at }],
  };
}
