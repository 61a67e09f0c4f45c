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
import { ConnectionTest } from "#shared/contract/data-source.ts";
import {
  EmailSettings,
  EmailSettingsTest,
  EmailSettingsUpdate,
  NewEmailSettings,
  ReportResult,
} from "#shared/contract/email-settings.ts";
import { JournalPage, JournalQuery, Undone } from "#shared/contract/journal.ts";
import { Learning, SuggestionDismissal } from "#shared/contract/learning.ts";
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
import { SampleLeads } from "#shared/contract/sample-leads.ts";
import { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/saved-view.ts";
import { Settings, SettingsUpdate } from "#shared/contract/settings.ts";
import { NewSupportRequest, Support, SupportRequest } from "#shared/contract/support-request.ts";
import { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { NoContent, type Endpoint } from "#shared/contract/endpoint.ts";
import { accountEndpoints } from "#shared/contract/account-endpoints.ts";
import { leadEndpoints } from "#shared/contract/lead-endpoints.ts";
import { operationEndpoints } from "#shared/contract/operation-endpoints.ts";
import { sourceEndpoints } from "#shared/contract/source-endpoints.ts";

/**
 * Every JSON call the product answers, by method and path: the routes, the web client's types and the OpenAPI page
 * all derive from this table. `status` is the code of success, 200 unless said.
 */
export const endpoints = {
  ...leadEndpoints,
  ...accountEndpoints,
  ...operationEndpoints,
  ...sourceEndpoints,
  "GET /api/dashboard/stats": { permission: "read", summary: "The four stat cards", response: DashboardStats },
  "GET /api/dashboard/pipeline": { permission: "read", summary: "Leads by stage", response: Pipeline },
  "GET /api/dashboard/activity": {
    permission: "read",
    summary: "What happened, newest first",
    query: ActivityQuery,
    response: z.array(ActivityItem),
  },
  "GET /api/dashboard/status": {
    permission: "read",
    summary: "What works, from the last real success",
    response: SystemStatus,
  },
  "GET /api/dashboard/leads-over-time": {
    permission: "read",
    summary: "Leads by day and source",
    query: LeadsOverTimeQuery,
    response: LeadsOverTime,
  },
  "GET /api/dashboard/score-distribution": {
    permission: "read",
    summary: "Leads by score",
    response: ScoreDistribution,
  },
  "GET /api/dashboard/funnel": { permission: "read", summary: "How far leads have come", response: Funnel },
  "GET /api/dashboard/rule-contributions": {
    permission: "read",
    summary: "What each rule gives",
    response: RuleContributions,
  },
  "POST /api/send-report": {
    permission: "work",
    summary: "Mail the report of qualified leads",
    response: ReportResult,
  },
  "GET /api/rules": { permission: "read", summary: "Keyword rules", response: z.array(Rule) },
  "POST /api/rules": { permission: "work", summary: "Add a rule", body: NewRule, response: Rule, status: 201 },
  "PATCH /api/rules/{id}": {
    permission: "work",
    summary: "Change a rule",
    params: IdParams,
    body: RuleUpdate,
    response: Rule,
  },
  "DELETE /api/rules/{id}": {
    permission: "work",
    summary: "Delete a rule",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "PUT /api/rules": {
    permission: "work",
    summary: "Make the rules, and the threshold if given, what the list says",
    body: RuleListUpdate,
    response: RuleListResult,
  },
  "GET /api/rules/file": { permission: "read", summary: "All rules as a file", response: RuleFile },
  "POST /api/rules/import": {
    permission: "work",
    summary: "Add the rules of a file",
    body: RuleImport,
    response: RuleImportResult,
  },
  "GET /api/rules/checks": {
    permission: "read",
    summary: "What is worth a look about the rules",
    response: z.array(RuleCheck),
  },
  "GET /api/rules/fact-names": {
    permission: "read",
    summary: "Names of extra columns and answers of the newest leads, in which a rule may look",
    response: z.array(z.string()),
  },
  "POST /api/what-if": {
    permission: "read",
    summary: "What other rules or another threshold would do to every lead",
    body: WhatIf,
    response: WhatIfResult,
  },
  "GET /api/learning": {
    permission: "read",
    summary: "What people's decisions teach about the rules",
    response: Learning,
  },
  "POST /api/learning/dismissals": {
    permission: "work",
    summary: "Keep a suggestion away",
    body: SuggestionDismissal,
    response: NoContent,
    status: 204,
  },
  "GET /api/email-settings": {
    permission: "read",
    summary: "Outgoing e-mail settings",
    response: z.array(EmailSettings),
  },
  "POST /api/email-settings": {
    permission: "manage",
    summary: "Save outgoing e-mail settings",
    body: NewEmailSettings,
    response: EmailSettings,
    status: 201,
  },
  "PATCH /api/email-settings/{id}": {
    permission: "manage",
    summary: "Change outgoing e-mail settings",
    params: IdParams,
    body: EmailSettingsUpdate,
    response: EmailSettings,
  },
  "POST /api/email-settings/test": {
    permission: "manage",
    summary: "Try an SMTP connection",
    body: EmailSettingsTest,
    response: ConnectionTest,
  },
  "GET /api/settings": { permission: "read", summary: "What the product obeys", response: Settings },
  "PUT /api/settings": {
    permission: "manage",
    summary: "Change what the product obeys",
    body: SettingsUpdate,
    response: Settings,
  },
  "GET /api/lead-views": { permission: "read", summary: "Saved views of the lead list", response: z.array(SavedView) },
  "POST /api/lead-views": {
    permission: "work",
    summary: "Save a view",
    body: NewSavedView,
    response: SavedView,
    status: 201,
  },
  "PATCH /api/lead-views/{id}": {
    permission: "work",
    summary: "Rename or replace a saved view",
    params: IdParams,
    body: SavedViewUpdate,
    response: SavedView,
  },
  "DELETE /api/lead-views/{id}": {
    permission: "work",
    summary: "Delete a saved view",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/notifications": { permission: "read", summary: "What needs a person", response: NotificationList },
  "POST /api/notifications/read": {
    permission: "read",
    summary: "Mark notifications as read",
    body: NotificationsRead,
    response: NotificationList,
  },
  "POST /api/chat": { permission: "read", summary: "Ask the assistant", body: ChatRequest, response: ChatReply },
  "GET /api/support": { permission: "read", summary: "Where support is reached", response: Support },
  "POST /api/support-requests": {
    permission: "read",
    summary: "Ask for support",
    body: NewSupportRequest,
    response: SupportRequest,
    status: 201,
  },
  "GET /api/sample-leads": { permission: "read", summary: "How much of the sample is there", response: SampleLeads },
  "POST /api/sample-leads": {
    permission: "manage",
    summary: "Add the sample leads and rules",
    response: SampleLeads,
    status: 201,
  },
  "DELETE /api/sample-leads": {
    permission: "manage",
    summary: "Remove every sample lead and rule",
    response: NoContent,
    status: 204,
  },
  "GET /api/journal": {
    permission: "read",
    summary: "What was done, newest first",
    query: JournalQuery,
    response: JournalPage,
  },
  "POST /api/journal/{id}/undo": {
    permission: "work",
    summary: "Take an act back",
    params: IdParams,
    response: Undone,
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
