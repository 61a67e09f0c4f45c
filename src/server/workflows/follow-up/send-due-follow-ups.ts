import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { approveQuestions, isOfRecipient, sendFollowUp } from "#server/workflows/follow-up/send-follow-up.ts";
import { settleFollowUps } from "#server/workflows/follow-up/settle-follow-ups.ts";
import { activeEmailSettings } from "#server/workflows/reports/send-report.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const HOUR_MILLISECONDS = 3_600_000;
/** A lead is left in peace for so long: more of it may be on its way. */
const YOUNGEST_MILLISECONDS = 60_000;
const WALK_AT_ONCE = 1_000;
/** Who may be asked without a person's word: people who wrote, or whom somebody put into a list; nobody found on a page. */
const ASKED_BY_THEMSELVES: readonly string[] = ["email", "form", "manual", "google_sheets"];

/**
 * Sends the follow-ups that are due: those a person approved, and where they go out by themselves the first question to
 * new leads and the next to those that did not answer, at most so many an hour. Answers how many it sent. Throws what the
 * mail server said, unless that was about one address.
 */
export async function sendDueFollowUps(workspace: Workspace): Promise<number> {
  await settleFollowUps(workspace);
  const settings = await readSettings(workspace);
  if (settings.followUpAutomatic) await approveForNewLeads(workspace);
  else await workspace.store.followUps.endWalk();
  return sendDue(workspace);
}

/** Approves the questions to leads that came in since follow-ups go out by themselves, while there is room for them. */
async function approveForNewLeads(workspace: Workspace): Promise<void> {
  const { store, clock } = workspace;
  const now = clock();
  if ((await store.followUps.countDue(now.toISOString())) >= LIMITS.followUp.perHour) return;
  const until = new Date(now.getTime() - YOUNGEST_MILLISECONDS).toISOString();
  for (const leadId of await store.followUps.walkNewLeads(until, ASKED_BY_THEMSELVES, WALK_AT_ONCE)) {
    const lead = await store.leads.get(leadId);
    const types = lead?.missingInfo.filter((type) => type !== "email") ?? [];
    try {
      if (types.length > 0) await approveQuestions(workspace, leadId, types, { isAutomatic: true });
    } catch (error) {
      // What stands in the way of one lead's question is no failure.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    }
  }
}

async function sendDue(workspace: Workspace): Promise<number> {
  const { store, clock, stopping } = workspace;
  if ((await activeEmailSettings(workspace)) === null) return 0;
  const now = clock();
  const since = new Date(now.getTime() - HOUR_MILLISECONDS).toISOString();
  let sent = 0;
  let room = LIMITS.followUp.perHour - (await store.followUps.countSince(since));
  for (const leadId of await store.followUps.due(now.toISOString(), LIMITS.list.maxPageSize)) {
    if (room <= 0 || stopping.aborted) break;
    try {
      if ((await sendFollowUp(workspace, leadId)) !== "sent") continue;
      room -= 1;
      sent += 1;
    } catch (error) {
      // Recorded on the question; only what is about this one address says nothing of the next.
      if (!isOfRecipient(error)) throw error;
    }
  }
  return sent;
}
