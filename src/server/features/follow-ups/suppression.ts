import { isOpenQuestion, type Suppression } from "#shared/contract/follow-up-question.ts";
import { acting } from "#server/platform/acting.ts";
import { existing, notFound } from "#server/platform/errors.ts";
import type { WrittenLanguage } from "#server/pipeline/text/language.ts";
import type { FollowUpMessage, FollowUpSnapshot } from "#server/db/follow-ups/follow-up-rows.ts";
import type { FollowUpWrite } from "#server/db/follow-ups/follow-up-write.ts";
import { mannerOf } from "#server/features/follow-ups/draft-question.ts";
import { stoppedBy } from "#server/features/follow-ups/follow-ups.ts";
import { leadAfter } from "#server/features/follow-ups/question-change.ts";
import type { Workspace } from "#server/workspace.ts";

/** Permanent failures of the address (RFC 3463, 3.2 and 3.3): no such mailbox, or it is closed. */
export const NO_SUCH_MAILBOX = /\b5\.(?:1\.\d{1,3}|2\.1)\b/u;

/** Why a lead gets no email; null if it does. Throws not_found. */
export async function suppressionOfLead({ store }: Workspace, leadId: string): Promise<Suppression | null> {
  const snapshot = existing(await store.followUps.snapshot(leadId), "lead");
  return snapshot.suppression;
}

/** Allows email to a lead again, for a reason recorded on its timeline. Throws not_found. */
export async function liftSuppression(
  { store, clock, feed }: Workspace,
  leadId: string,
  reason: string,
): Promise<void> {
  const at = clock().toISOString();
  const changed = await store.followUps.change(leadId, ({ suppression }) => {
    if (suppression === null) return null;
    const entry = { kind: "follow_up", by: acting().by, at } as const;
    return { suppression: null, journal: [{ ...entry, title: "Follow-ups allowed again", description: reason }] };
  });
  if (changed === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [leadId]);
}

/** The recipient of a message with an unsubscribe link. */
export interface LeavingReader {
  addressKey: string;
  /** The language they were written to in. */
  language: WrittenLanguage;
  /** Whether they unsubscribed. */
  hasLeft: boolean;
}

/** The recipient of the message with this token; null if none. */
export async function leavingReader({ store }: Workspace, token: string): Promise<LeavingReader | null> {
  const message = await store.followUps.messageOfToken(token);
  if (message === null) return null;
  const { addressKey, leadId } = message;
  const snapshot = await store.followUps.snapshot(leadId);
  return {
    addressKey,
    language: snapshot === null ? "en" : mannerOf(snapshot).language,
    hasLeft: (await store.followUps.suppression(addressKey))?.kind === "unsubscribed",
  };
}

/**
 * Unsubscribes the recipient of the message with this token: the address never gets email again, whichever lead has it.
 */
export async function unsubscribe(workspace: Workspace, token: string, reason: string): Promise<void> {
  const message = await workspace.store.followUps.messageOfToken(token);
  if (message !== null) await suppressAddress(workspace, message, "unsubscribed", reason);
}

/**
 * Suppresses the address that a message went to, and ends its lead's follow-up. Does nothing if already known, so that
 * a second unsubscribe or bounce adds nothing to the timeline.
 */
export async function suppressAddress(
  { store, clock, feed }: Workspace,
  { addressKey, leadId }: Pick<FollowUpMessage, "addressKey" | "leadId">,
  kind: Suppression["kind"],
  reason: string,
): Promise<void> {
  const known = await store.followUps.suppression(addressKey);
  if (known?.kind === kind || known?.kind === "unsubscribed") return;
  const suppression: Suppression = { kind, reason, at: clock().toISOString() };
  // First and separately: it applies even if the lead is gone or has another address by now.
  await store.followUps.suppress(addressKey, suppression);
  await store.followUps.change(leadId, (snapshot) => endedBy(snapshot, addressKey, suppression));
  feed.changed(["leads", "activity"], [leadId]);
}

function endedBy(snapshot: FollowUpSnapshot, addressKey: string, { kind, reason, at }: Suppression): FollowUpWrite {
  const isOurs = snapshot.lead.emailKey === addressKey;
  const open = isOurs ? snapshot.questions.filter((one) => isOpenQuestion(one) || one.state === "failed") : [];
  const stopped = open.map((question) => stoppedBy(question, reason));
  const lead = leadAfter(snapshot, stopped, at);
  const title = kind === "unsubscribed" ? "Unsubscribed from follow-ups" : "Email to this lead bounced";
  return {
    questions: stopped,
    ...(lead && { lead }),
    journal: [{ kind: "follow_up", title, description: reason, by: "Winnow", at }],
  };
}
