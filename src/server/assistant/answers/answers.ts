import { fieldFigures } from "#server/assistant/answers/field-figures.ts";
import {
  accounts,
  latestComments,
  followUps,
  leadComments,
  mentions,
  suggestRules,
} from "#server/assistant/answers/team.ts";
import { whatIf } from "#server/assistant/answers/what-if.ts";
import { activity } from "#server/assistant/answers/activity.ts";
import type { Answering } from "#server/assistant/answers/answer.ts";
import { forms, imports, scrapes, skipped } from "#server/assistant/answers/arrivals.ts";
import { breakdown, byRule, orBreakdown } from "#server/assistant/answers/breakdown.ts";
import { compare } from "#server/assistant/answers/compare.ts";
import { leadColleagues, orCompany } from "#server/assistant/answers/company.ts";
import { decided, decisionTime } from "#server/assistant/answers/decisions.ts";
import { conversion } from "#server/assistant/answers/conversion.ts";
import { duplicates } from "#server/assistant/answers/duplicates.ts";
import { eachLead } from "#server/assistant/answers/find-lead.ts";
import { failing } from "#server/assistant/answers/failing.ts";
import {
  leadAbout,
  leadDuplicates,
  leadField,
  leadHistory,
  leadMissing,
  leadOrigin,
  leadStatus,
} from "#server/assistant/answers/lead-facts.ts";
import { integrations } from "#server/assistant/answers/integrations.ts";
import { leadScore, leadToQualify } from "#server/assistant/answers/lead-score.ts";
import { greeting, secret, thanks } from "#server/assistant/answers/manners.ts";
import { orFacts } from "#server/assistant/answers/several-facts.ts";
import { reports } from "#server/assistant/answers/reports.ts";
import { rules, rulesThatWork } from "#server/assistant/answers/rules.ts";
import { averageScore } from "#server/assistant/answers/score-figures.ts";
import { settings } from "#server/assistant/answers/settings.ts";
import { countLeads, listLeads } from "#server/assistant/answers/some-leads.ts";
import { lastSync, mailbox, nextSync, sources } from "#server/assistant/answers/syncs.ts";
import { backupState } from "#server/assistant/answers/source-states.ts";
import { schedules, work } from "#server/assistant/answers/work.ts";
import { orSummary } from "#server/assistant/answers/summary.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";

/** The function that answers each intent. */
export const ANSWERS: Readonly<Record<Exclude<IntentId, "act" | "help" | "none">, Answering>> = {
  greeting,
  thanks,
  secret,
  lead_score: eachLead(leadScore),
  lead_to_qualify: orFacts(leadToQualify),
  lead_status: eachLead(orFacts(leadStatus)),
  lead_missing: leadMissing,
  lead_origin: leadOrigin,
  lead_duplicates: leadDuplicates,
  lead_history: orFacts(leadHistory),
  lead_field: eachLead(orFacts(orCompany(leadField))),
  lead_about: eachLead(orFacts(orCompany(leadAbout))),
  lead_comments: leadComments,
  lead_colleagues: orCompany(leadColleagues),
  backups: backupState,
  failing,
  last_sync: lastSync,
  next_sync: nextSync,
  reports,
  mailbox,
  schedules,
  work,
  imports,
  forms,
  scrapes,
  activity: orSummary(activity),
  settings,
  compare: orSummary(orBreakdown(compare)),
  rules_that_work: byRule(rulesThatWork),
  rules,
  sources,
  by_source: breakdown("source"),
  by_country: breakdown("country"),
  by_time: breakdown("week"),
  by_field: breakdown(),
  decided,
  decision_time: decisionTime,
  keywords: breakdown("keyword"),
  duplicates,
  follow_ups: followUps,
  suggest_rules: suggestRules,
  skipped,
  what_if: whatIf,
  by_status: orSummary(breakdown("status")),
  by_owner: breakdown("owner"),
  tags: breakdown("tag"),
  accounts,
  mentions,
  comments: latestComments,
  field_figures: orBreakdown(fieldFigures),
  integrations,
  conversion: orBreakdown(conversion),
  average_score: orBreakdown(averageScore),
  count_leads: countLeads,
  list_leads: listLeads,
};
