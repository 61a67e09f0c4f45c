import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import { ChatReply, ChatRequest } from "#shared/contract/chat.ts";
import {
  ActivityItem,
  ActivityQuery,
  DashboardStats,
  Funnel,
  LeadsOverTime,
  LeadsOverTimeQuery,
  Pipeline,
  RuleContributions,
  ScoreDistribution,
  SystemStatus,
} from "#shared/contract/dashboard.ts";
import {
  ConnectionTest,
  DataSource,
  DataSourceTest,
  DataSourceTestResult,
  DataSourceUpdate,
  NewDataSource,
  SyncResult,
} from "#shared/contract/data-source.ts";
import {
  EmailSettings,
  EmailSettingsTest,
  EmailSettingsUpdate,
  NewEmailSettings,
  ReportResult,
} from "#shared/contract/email-settings.ts";
import { FormHook, FormHookUpdate, FormSubmission, FormSubmissionQuery } from "#shared/contract/form-submission.ts";
import { JournalPage, JournalQuery, Undone } from "#shared/contract/journal.ts";
import { Learning, SuggestionDismissal } from "#shared/contract/learning.ts";
import { LeadImport, LeadImportUpdate } from "#shared/contract/lead-import.ts";
import {
  AutomationRules,
  EmailAnalysis,
  EmailCorrectionUpdate,
  EmailLearning,
  EmailText,
  MailboxConfig,
  MailboxSyncResult,
  MailboxTest,
  MailboxTestResult,
  MailboxUpdate,
  ProcessedEmail,
  ProcessedEmailQuery,
} from "#shared/contract/mailbox.ts";
import { NotificationList, NotificationsRead } from "#shared/contract/notification.ts";
import {
  NewRule,
  Rule,
  RuleCheck,
  RuleFile,
  RuleImport,
  RuleImportResult,
  RuleListResult,
  RuleListUpdate,
  RuleUpdate,
} from "#shared/contract/rule.ts";
import {
  LatestReplay,
  NewReplay,
  Replay,
  ReplayApplication,
  ReplayChanges,
  ReplayChangesQuery,
} from "#shared/contract/replay.ts";
import { SampleLeads } from "#shared/contract/sample-leads.ts";
import { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/saved-view.ts";
import {
  NewScrapeTarget,
  ScrapeResult,
  ScraperFigures,
  ScrapeRun,
  ScrapeRunSummary,
  ScrapeTarget,
  ScrapeTargetUpdate,
} from "#shared/contract/scrape-target.ts";
import { Settings, SettingsUpdate } from "#shared/contract/settings.ts";
import { NewSupportRequest, Support, SupportRequest } from "#shared/contract/support-request.ts";
import { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { Cancelled, NoContent, type Endpoint } from "#shared/contract/endpoint.ts";
import { leadEndpoints } from "#shared/contract/lead-endpoints.ts";

/**
 * Every JSON call the product answers, by method and path: the routes, the web client's types and the OpenAPI page
 * all derive from this table. `status` is the code of success, 200 unless said.
 */
export const endpoints = {
  ...leadEndpoints,
  "GET /api/dashboard/stats": { summary: "The four stat cards", response: DashboardStats },
  "GET /api/dashboard/pipeline": { summary: "Leads by stage", response: Pipeline },
  "GET /api/dashboard/activity": {
    summary: "What happened, newest first",
    query: ActivityQuery,
    response: z.array(ActivityItem),
  },
  "GET /api/dashboard/status": { summary: "What works, from the last real success", response: SystemStatus },
  "GET /api/dashboard/leads-over-time": {
    summary: "Leads by day and source",
    query: LeadsOverTimeQuery,
    response: LeadsOverTime,
  },
  "GET /api/dashboard/score-distribution": { summary: "Leads by score", response: ScoreDistribution },
  "GET /api/dashboard/funnel": { summary: "How far leads have come", response: Funnel },
  "GET /api/dashboard/rule-contributions": { summary: "What each rule gives", response: RuleContributions },
  "POST /api/sync-leads": { summary: "Sync every active data source", response: SyncResult },
  "POST /api/sync-leads/cancel": {
    summary: "End the sync under way; what it took in stays",
    response: Cancelled,
  },
  "POST /api/send-report": { summary: "Mail the report of qualified leads", response: ReportResult },
  "GET /api/rules": { summary: "Keyword rules", response: z.array(Rule) },
  "POST /api/rules": { summary: "Add a rule", body: NewRule, response: Rule, status: 201 },
  "PATCH /api/rules/{id}": { summary: "Change a rule", params: IdParams, body: RuleUpdate, response: Rule },
  "DELETE /api/rules/{id}": { summary: "Delete a rule", params: IdParams, response: NoContent, status: 204 },
  "PUT /api/rules": {
    summary: "Make the rules, and the threshold if given, what the list says",
    body: RuleListUpdate,
    response: RuleListResult,
  },
  "GET /api/rules/file": { summary: "All rules as a file", response: RuleFile },
  "POST /api/rules/import": { summary: "Add the rules of a file", body: RuleImport, response: RuleImportResult },
  "GET /api/rules/checks": { summary: "What is worth a look about the rules", response: z.array(RuleCheck) },
  "GET /api/rules/fact-names": {
    summary: "Names of extra columns and answers of the newest leads, in which a rule may look",
    response: z.array(z.string()),
  },
  "POST /api/what-if": {
    summary: "What other rules or another threshold would do to every lead",
    body: WhatIf,
    response: WhatIfResult,
  },
  "GET /api/learning": { summary: "What people's decisions teach about the rules", response: Learning },
  "POST /api/learning/dismissals": {
    summary: "Keep a suggestion away",
    body: SuggestionDismissal,
    response: NoContent,
    status: 204,
  },
  "GET /api/data-sources": { summary: "Data sources", response: z.array(DataSource) },
  "POST /api/data-sources": { summary: "Add a data source", body: NewDataSource, response: DataSource, status: 201 },
  "PATCH /api/data-sources/{id}": {
    summary: "Change a data source",
    params: IdParams,
    body: DataSourceUpdate,
    response: DataSource,
  },
  "DELETE /api/data-sources/{id}": {
    summary: "Delete a data source; its leads stay",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "POST /api/data-sources/test": {
    summary: "Try a data source's connection",
    body: DataSourceTest,
    response: DataSourceTestResult,
  },
  "GET /api/email-settings": { summary: "Outgoing e-mail settings", response: z.array(EmailSettings) },
  "POST /api/email-settings": {
    summary: "Save outgoing e-mail settings",
    body: NewEmailSettings,
    response: EmailSettings,
    status: 201,
  },
  "PATCH /api/email-settings/{id}": {
    summary: "Change outgoing e-mail settings",
    params: IdParams,
    body: EmailSettingsUpdate,
    response: EmailSettings,
  },
  "POST /api/email-settings/test": {
    summary: "Try an SMTP connection",
    body: EmailSettingsTest,
    response: ConnectionTest,
  },
  "GET /api/scraper/figures": { summary: "The tiles of the Lead Scraper", response: ScraperFigures },
  "GET /api/scrape-targets": { summary: "Scrape targets", response: z.array(ScrapeTarget) },
  "POST /api/scrape-targets": {
    summary: "Add a scrape target",
    body: NewScrapeTarget,
    response: ScrapeTarget,
    status: 201,
  },
  "PATCH /api/scrape-targets/{id}": {
    summary: "Change a scrape target",
    params: IdParams,
    body: ScrapeTargetUpdate,
    response: ScrapeTarget,
  },
  "DELETE /api/scrape-targets/{id}": {
    summary: "Delete a scrape target; its leads stay",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "POST /api/scrape-targets/{id}/scrape": { summary: "Scrape now", params: IdParams, response: ScrapeResult },
  "POST /api/scrape-targets/{id}/cancel": {
    summary: "End the scrape under way; what it took in stays",
    params: IdParams,
    response: Cancelled,
  },
  "GET /api/scrape-targets/{id}/runs": {
    summary: "The latest runs over a target, newest first",
    params: IdParams,
    response: z.array(ScrapeRunSummary),
  },
  "GET /api/scrape-runs/{id}": { summary: "A run with its pages", params: IdParams, response: ScrapeRun },
  "POST /api/process-email": { summary: "Analyse pasted e-mail", body: EmailText, response: EmailAnalysis },
  "GET /api/gmail/config": { summary: "The mailbox, its health and its rules", response: MailboxConfig },
  "POST /api/gmail/config": { summary: "Save the mailbox", body: MailboxUpdate, response: MailboxConfig },
  "PUT /api/gmail/rules": { summary: "Save what the analysis obeys", body: AutomationRules, response: AutomationRules },
  "POST /api/gmail/test": { summary: "Try the mailbox", body: MailboxTest, response: MailboxTestResult },
  "POST /api/gmail/sync": { summary: "Read what is new in the mailbox", response: MailboxSyncResult },
  "POST /api/gmail/sync/cancel": { summary: "End the mailbox sync under way", response: Cancelled },
  "GET /api/gmail/emails": {
    summary: "Analysed messages, newest first",
    query: ProcessedEmailQuery,
    response: z.array(ProcessedEmail),
  },
  "PATCH /api/gmail/emails/{id}": {
    summary: "Say that a message is or is not a lead, or take that back",
    params: IdParams,
    body: EmailCorrectionUpdate,
    response: ProcessedEmail,
  },
  "GET /api/gmail/learning": { summary: "What corrections have changed", response: EmailLearning },
  "GET /api/form-hook": { summary: "Where forms are sent to", response: FormHook },
  "PATCH /api/form-hook": { summary: "Set the signing secret of Typeform", body: FormHookUpdate, response: FormHook },
  "POST /api/form-hook/regenerate": { summary: "Replace the form address", response: FormHook },
  "GET /api/form-submissions": {
    summary: "Form submissions, newest first",
    query: FormSubmissionQuery,
    response: z.array(FormSubmission),
  },
  "GET /api/form-submissions/{id}": {
    summary: "A form submission, whole",
    params: IdParams,
    response: FormSubmission,
  },
  "GET /api/imports": { summary: "The latest imports", response: z.array(LeadImport) },
  "GET /api/imports/{id}": { summary: "An import", params: IdParams, response: LeadImport },
  "PATCH /api/imports/{id}": {
    summary: "Correct how a file is read before it is imported",
    params: IdParams,
    body: LeadImportUpdate,
    response: LeadImport,
  },
  "DELETE /api/imports/{id}": {
    summary: "Put away an import that was not started",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "POST /api/imports/{id}/start": {
    summary: "Take the file in, or go on with it",
    params: IdParams,
    response: LeadImport,
    status: 202,
  },
  "POST /api/imports/{id}/cancel": {
    summary: "End the import under way; what it took in stays",
    params: IdParams,
    response: Cancelled,
  },
  "POST /api/imports/{id}/undo": {
    summary: "Take a whole import back",
    params: IdParams,
    response: LeadImport,
    status: 202,
  },
  "POST /api/replays": {
    summary: "Read raw input again, to see what that would change",
    body: NewReplay,
    response: Replay,
    status: 202,
  },
  "GET /api/replays/latest": {
    summary: "How far reading again is, and the first of what it would change",
    response: LatestReplay,
  },
  "GET /api/replays/{id}/changes": {
    summary: "More of what reading again would change",
    params: IdParams,
    query: ReplayChangesQuery,
    response: ReplayChanges,
  },
  "POST /api/replays/{id}/apply": {
    summary: "Make what reading again has shown true, for all leads or some",
    params: IdParams,
    body: ReplayApplication,
    response: Replay,
  },
  "POST /api/replays/{id}/cancel": {
    summary: "End the reading, or the applying, under way",
    params: IdParams,
    response: Cancelled,
  },
  "GET /api/settings": { summary: "What the product obeys", response: Settings },
  "PUT /api/settings": { summary: "Change what the product obeys", body: SettingsUpdate, response: Settings },
  "GET /api/lead-views": { summary: "Saved views of the lead list", response: z.array(SavedView) },
  "POST /api/lead-views": { summary: "Save a view", body: NewSavedView, response: SavedView, status: 201 },
  "PATCH /api/lead-views/{id}": {
    summary: "Rename or replace a saved view",
    params: IdParams,
    body: SavedViewUpdate,
    response: SavedView,
  },
  "DELETE /api/lead-views/{id}": {
    summary: "Delete a saved view",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/notifications": { summary: "What needs a person", response: NotificationList },
  "POST /api/notifications/read": {
    summary: "Mark notifications as read",
    body: NotificationsRead,
    response: NotificationList,
  },
  "POST /api/chat": { summary: "Ask the assistant", body: ChatRequest, response: ChatReply },
  "GET /api/support": { summary: "Where support is reached", response: Support },
  "POST /api/support-requests": {
    summary: "Ask for support",
    body: NewSupportRequest,
    response: SupportRequest,
    status: 201,
  },
  "GET /api/sample-leads": { summary: "How much of the sample is there", response: SampleLeads },
  "POST /api/sample-leads": { summary: "Add the sample leads and rules", response: SampleLeads, status: 201 },
  "DELETE /api/sample-leads": {
    summary: "Remove every sample lead and rule",
    response: NoContent,
    status: 204,
  },
  "GET /api/journal": { summary: "What was done, newest first", query: JournalQuery, response: JournalPage },
  "POST /api/journal/{id}/undo": { summary: "Take an act back", params: IdParams, response: Undone },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
