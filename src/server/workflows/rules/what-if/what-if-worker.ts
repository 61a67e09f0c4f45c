import { answerAsked } from "#server/platform/thread.ts";
import { LeadShare, type ShareOfLeads, type ShareQuestion } from "#server/workflows/rules/what-if/lead-share.ts";
import type { WhatIfTally } from "#server/intake/what-if/what-if-tally.ts";

/** What the thread is asked: first which leads are its share, then what would become of them. */
export type ThreadQuestion = { open: ShareOfLeads } | { weigh: ShareQuestion };

let share: LeadShare | null = null;

answerAsked(async (question: ThreadQuestion): Promise<WhatIfTally | null> => {
  if ("open" in question) share = await LeadShare.open(question.open);
  return "weigh" in question && share !== null ? share.weigh(question.weigh) : null;
});
