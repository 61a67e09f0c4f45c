import { loadSqlite } from "#server/db/sqlite/load-sqlite.ts";
import { answerAsked } from "#server/platform/thread.ts";
import { LeadShare, type ShareOfLeads, type ShareQuestion } from "#server/features/rules/what-if/lead-share.ts";
import type { ThresholdAlone } from "#server/features/rules/what-if/threshold-alone.ts";
import type { WhatIfTally } from "#server/insight/what-if/what-if-tally.ts";

/** A message to the thread: first its share of the leads, then questions. */
export type ThreadQuestion = { open: ShareOfLeads } | { weigh: ShareQuestion } | { weighThreshold: ThresholdAlone };

let share: LeadShare | null = null;

loadSqlite();
answerAsked(async (question: ThreadQuestion): Promise<WhatIfTally | null> => {
  if ("open" in question) share = await LeadShare.open(question.open);
  if (share === null || "open" in question) return null;
  return "weigh" in question ? share.weigh(question.weigh) : share.weighThreshold(question.weighThreshold);
});
