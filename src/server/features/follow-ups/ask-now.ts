import { conflict, existing } from "#server/platform/errors.ts";
import { checkAddressOf } from "#server/features/address-check/check-addresses.ts";
import { typeOf } from "#server/features/follow-ups/follow-ups.ts";
import { findBlocker } from "#server/features/follow-ups/blocker.ts";
import { questionsOf } from "#server/features/follow-ups/question-change.ts";
import { approveQuestions, requireEmailSettings, sendFollowUp } from "#server/features/follow-ups/send-follow-up.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Approves a question and sends it immediately; `withOthers` includes the lead's other questions that can be sent and
 * weren't dismissed. Throws not_found, conflict if something blocks it, or the mail server's error.
 */
export async function askNow(
  workspace: Workspace,
  leadId: string,
  questionId: string,
  { withOthers }: { withOthers: boolean },
): Promise<void> {
  await checkAddressOf(workspace, leadId);
  const snapshot = existing(await workspace.store.followUps.snapshot(leadId), "lead");
  const type = typeOf(leadId, questionId);
  const settings = await readSettings(workspace);
  const now = workspace.clock().toISOString();
  const others = questionsOf(snapshot)
    .filter(({ questionType, state }) => questionType !== type && state !== "stopped" && state !== "answered")
    .map(({ questionType }) => questionType)
    .filter((one) => findBlocker(one, snapshot, settings, now) === null);
  const types = withOthers ? [type, ...others] : [type];
  // The lead's own blockers are reported before missing email settings.
  const blocker = questionsOf(snapshot).some(({ questionType }) => questionType === type)
    ? findBlocker(type, snapshot, settings, now)
    : null;
  if (blocker !== null) throw conflict(blocker.id, blocker.message);
  await requireEmailSettings(workspace);
  await approveQuestions(workspace, leadId, types);
  await sendFollowUp(workspace, leadId);
}
