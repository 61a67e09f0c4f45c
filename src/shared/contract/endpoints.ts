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
  ReportPreview,
  ReportQuery,
  ReportResult,
  ReportTest,
  ReportTestResult,
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
import { SampleLeads } from "#shared/contract/leads/sample-leads.ts";
import { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/leads/saved-view.ts";
import { SettingsUpdate, StoredSettings } from "#shared/contract/settings.ts";
import { NewSupportRequest, Support, SupportRequest } from "#shared/contract/support-request.ts";
import { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { NoContent, removal, type Endpoint } from "#shared/contract/endpoint.ts";
import { accountEndpoints } from "#shared/contract/account-endpoints.ts";
import { crmEndpoints } from "#shared/contract/crm-endpoints.ts";
import { leadEndpoints } from "#shared/contract/leads/lead-endpoints.ts";
import { leadFieldEndpoints } from "#shared/contract/leads/lead-field-endpoints.ts";
import { operationEndpoints } from "#shared/contract/operation-endpoints.ts";
import { sourceEndpoints } from "#shared/contract/source-endpoints.ts";

/**
 * Every JSON endpoint by method and path. Routes, the web client's types and the OpenAPI page all derive from this
 * table.
 */
export const endpoints = {
  ...leadEndpoints,
  ...leadFieldEndpoints,
  ...accountEndpoints,
  ...operationEndpoints,
  ...crmEndpoints,
  ...sourceEndpoints,
  "GET /api/dashboard/stats": { permission: "read", summary: "Get the four stat cards", response: DashboardStats },
  "GET /api/dashboard/pipeline": { permission: "read", summary: "Count leads by stage", response: Pipeline },
  "GET /api/dashboard/activity": {
    permission: "read",
    summary: "List recent activity, newest first",
    query: ActivityQuery,
    response: z.array(ActivityItem),
  },
  "GET /api/dashboard/status": {
    permission: "read",
    summary: "Get the system status",
    response: SystemStatus,
  },
  "GET /api/dashboard/leads-over-time": {
    permission: "read",
    summary: "Count leads by day and source",
    query: LeadsOverTimeQuery,
    response: LeadsOverTime,
  },
  "GET /api/dashboard/score-distribution": {
    permission: "read",
    summary: "Count leads by score",
    response: ScoreDistribution,
  },
  "GET /api/dashboard/funnel": { permission: "read", summary: "Get the lead funnel", response: Funnel },
  "GET /api/dashboard/rule-contributions": {
    permission: "read",
    summary: "Get each rule's contribution",
    response: RuleContributions,
  },
  "POST /api/send-report": {
    permission: "work",
    summary: "Email the qualified leads report",
    query: ReportQuery,
    response: ReportResult,
  },
  "GET /api/send-report/preview": {
    permission: "work",
    summary: "Preview the report and its recipients",
    response: ReportPreview,
  },
  "POST /api/send-report/test": {
    permission: "work",
    summary: "Email a test report to one address",
    body: ReportTest,
    response: ReportTestResult,
  },
  "GET /api/rules": { permission: "read", summary: "List keyword rules", response: z.array(Rule) },
  "POST /api/rules": { permission: "work", summary: "Add a rule", body: NewRule, response: Rule, status: 201 },
  "PATCH /api/rules/{id}": {
    permission: "work",
    summary: "Update a rule",
    params: IdParams,
    body: RuleUpdate,
    response: Rule,
  },
  "DELETE /api/rules/{id}": removal("work", "Delete a rule"),
  "PUT /api/rules": {
    permission: "work",
    summary: "Replace all rules, and optionally the threshold",
    body: RuleListUpdate,
    response: RuleListResult,
  },
  "GET /api/rules/file": { permission: "read", summary: "Export all rules", response: RuleFile },
  "POST /api/rules/import": {
    permission: "work",
    summary: "Import rules from a file",
    body: RuleImport,
    response: RuleImportResult,
  },
  "GET /api/rules/checks": {
    permission: "read",
    summary: "Check the rules for problems",
    response: z.array(RuleCheck),
  },
  "GET /api/rules/fact-names": {
    permission: "read",
    summary: "List extra column and answer names of the newest leads",
    response: z.array(z.string()),
  },
  "POST /api/what-if": {
    permission: "read",
    summary: "Preview other rules or another threshold",
    body: WhatIf,
    response: WhatIfResult,
  },
  "GET /api/learning": {
    permission: "read",
    summary: "Get rule insights learned from decisions",
    response: Learning,
  },
  "POST /api/learning/dismissals": {
    permission: "work",
    summary: "Dismiss a suggestion",
    body: SuggestionDismissal,
    response: NoContent,
    status: 204,
  },
  "GET /api/email-settings": {
    permission: "read",
    summary: "List outgoing email settings",
    response: z.array(EmailSettings),
  },
  "POST /api/email-settings": {
    permission: "manage",
    summary: "Save outgoing email settings",
    body: NewEmailSettings,
    response: EmailSettings,
    status: 201,
  },
  "PATCH /api/email-settings/{id}": {
    permission: "manage",
    summary: "Update outgoing email settings",
    params: IdParams,
    body: EmailSettingsUpdate,
    response: EmailSettings,
  },
  "POST /api/email-settings/test": {
    permission: "manage",
    summary: "Test an SMTP connection",
    body: EmailSettingsTest,
    response: ConnectionTest,
  },
  "GET /api/settings": { permission: "read", summary: "Get settings", response: StoredSettings },
  "PUT /api/settings": {
    permission: "manage",
    summary: "Update settings",
    body: SettingsUpdate,
    response: StoredSettings,
  },
  "GET /api/lead-views": {
    permission: "read",
    summary: "List saved views of the lead list",
    response: z.array(SavedView),
  },
  "POST /api/lead-views": {
    permission: "work",
    summary: "Save a view",
    body: NewSavedView,
    response: SavedView,
    status: 201,
  },
  "PATCH /api/lead-views/{id}": {
    permission: "work",
    summary: "Change, share or move a saved view",
    params: IdParams,
    body: SavedViewUpdate,
    response: SavedView,
  },
  "DELETE /api/lead-views/{id}": removal("work", "Delete a saved view"),
  "GET /api/notifications": { permission: "read", summary: "List notifications", response: NotificationList },
  "POST /api/notifications/read": {
    permission: "read",
    summary: "Mark notifications as read",
    body: NotificationsRead,
    response: NotificationList,
  },
  "POST /api/chat": { permission: "read", summary: "Ask the assistant", body: ChatRequest, response: ChatReply },
  "GET /api/support": { permission: "read", summary: "Get the support address", response: Support },
  "POST /api/support-requests": {
    permission: "read",
    summary: "Send a support request",
    body: NewSupportRequest,
    response: SupportRequest,
    status: 201,
  },
  "GET /api/sample-leads": { permission: "read", summary: "Count sample leads and rules", response: SampleLeads },
  "POST /api/sample-leads": {
    permission: "manage",
    summary: "Add the sample leads and rules",
    response: SampleLeads,
    status: 201,
  },
  "DELETE /api/sample-leads": {
    permission: "manage",
    summary: "Remove the sample leads and rules",
    response: NoContent,
    status: 204,
  },
  "GET /api/journal": {
    permission: "read",
    summary: "List actions, newest first",
    query: JournalQuery,
    response: JournalPage,
  },
  "POST /api/journal/{id}/undo": {
    permission: "work",
    summary: "Undo an action",
    params: IdParams,
    response: Undone,
  },
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
