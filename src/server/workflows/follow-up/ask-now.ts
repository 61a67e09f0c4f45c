import { conflict, notFound } from "#server/platform/errors.ts";
import { typeOf } from "#server/workflows/follow-up/follow-ups.ts";
import { obstacleTo } from "#server/workflows/follow-up/obstacle.ts";
import { questionsOf } from "#server/workflows/follow-up/question-change.ts";
import { approveQuestions, requireEmailSettings, sendFollowUp } from "#server/workflows/follow-up/send-follow-up.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * A person approves a question, which goes out at once; `withOthers` takes those along that can go out too and were not
 * put away. Throws not_found, conflict when something stands in the way, or what the mail server said.
 */
export async function askNow(
  workspace: Workspace,
  leadId: string,
  questionId: string,
  { withOthers }: { withOthers: boolean },
): Promise<void> {
  const standing = await workspace.store.followUps.standing(leadId);
  if (standing === null) throw notFound("lead");
  const type = typeOf(leadId, questionId);
  const settings = await readSettings(workspace);
  const now = workspace.clock().toISOString();
  const others = questionsOf(standing)
    .filter(({ questionType, state }) => questionType !== type && state !== "stopped" && state !== "answered")
    .map(({ questionType }) => questionType)
    .filter((one) => obstacleTo(one, standing, settings, now) === null);
  const types = withOthers ? [type, ...others] : [type];
  // What stands in the lead's own way is said before that mail is not set up.
  const obstacle = questionsOf(standing).some(({ questionType }) => questionType === type)
    ? obstacleTo(type, standing, settings, now)
    : null;
  if (obstacle !== null) throw conflict(obstacle.id, obstacle.message);
  await requireEmailSettings(workspace);
  await approveQuestions(workspace, leadId, types);
  await sendFollowUp(workspace, leadId);
}
