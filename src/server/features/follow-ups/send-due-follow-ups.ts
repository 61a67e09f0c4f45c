import { isOfRecipient } from "#server/delivery/mail/mail-failure.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { HOUR } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { kindsWith } from "#shared/source-kinds.ts";
import { AppError } from "#server/platform/errors.ts";
import { approveQuestions, sendFollowUp } from "#server/features/follow-ups/send-follow-up.ts";
import { settleFollowUps } from "#server/features/follow-ups/settle-follow-ups.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** The minimum age of a lead before it's contacted: more of its data may be on the way. */
const YOUNGEST_MILLISECONDS = 60_000;
const WALK_AT_ONCE = 1_000;
const ASKED_WITHOUT_APPROVAL = kindsWith("allowsAutomaticFollowUp");

/**
 * Sends due follow-ups: approved ones and, if automatic, the first question to new leads and reminders, up to an hourly
 * limit. Returns how many it sent. Throws the mail server's error, unless that concerns one address.
 */
export async function sendDueFollowUps(workspace: Workspace): Promise<number> {
  await settleFollowUps(workspace);
  const settings = await readSettings(workspace);
  if (settings.followUpAutomatic) await approveForNewLeads(workspace, settings);
  else await workspace.store.followUps.endWalk();
  return sendDue(workspace, settings);
}

/** Approves questions to leads that arrived since follow-ups became automatic, within the hourly limit. */
async function approveForNewLeads(workspace: Workspace, settings: Settings): Promise<void> {
  const { store, clock } = workspace;
  const now = clock();
  if ((await store.followUps.countDue(now.toISOString(), settings)) >= LIMITS.followUp.perHour) return;
  const until = new Date(now.getTime() - YOUNGEST_MILLISECONDS).toISOString();
  const { leadIds, last } = await store.followUps.newLeads(until, ASKED_WITHOUT_APPROVAL, WALK_AT_ONCE);
  for (const leadId of leadIds) {
    const lead = await store.leads.get(leadId);
    const types = lead?.missingInfo.filter((type) => type !== "email") ?? [];
    try {
      if (types.length > 0) await approveQuestions(workspace, leadId, types, { isAutomatic: true });
    } catch (error) {
      // A blocked question isn't a failure.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }
  // Last, so that a stop before it skips none; leads that were approved are no longer found.
  if (last !== null) await store.followUps.passLeads(last);
}

async function sendDue(workspace: Workspace, settings: Settings): Promise<number> {
  const { store, clock, stopping } = workspace;
  if ((await activeEmailSettings(workspace)) === null) return 0;
  const now = clock();
  const since = new Date(now.getTime() - HOUR).toISOString();
  let sent = 0;
  let room = LIMITS.followUp.perHour - (await store.followUps.countSince(since));
  for (const leadId of await store.followUps.due(now.toISOString(), settings, LIMITS.list.maxPageSize)) {
    if (room <= 0 || stopping.aborted) break;
    try {
      if ((await sendFollowUp(workspace, leadId)) !== "sent") continue;
      room -= 1;
      sent += 1;
    } catch (error) {
      // Recorded on the question; a failure for this address says nothing about the next.
      if (!isOfRecipient(error)) throw error;
    }
  }
  return sent;
}
