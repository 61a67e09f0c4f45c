import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import { ActivityItem, ActivityQuery, DashboardStats, Pipeline, SystemStatus } from "#shared/contract/dashboard.ts";
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
import {
  Lead,
  LeadDetail,
  LeadExplanation,
  LeadListQuery,
  LeadRow,
  LeadUpdate,
  NewLead,
} from "#shared/contract/lead.ts";
import { NewRule, Rule, RuleUpdate } from "#shared/contract/rule.ts";
import { Settings, SettingsUpdate } from "#shared/contract/settings.ts";

const NoContent = z.null();

/**
 * Every JSON call the product answers, by method and path: the routes, the web client's types and the OpenAPI page
 * all derive from this table. `status` is the code of success, 200 unless said.
 */
export const endpoints = {
  "GET /api/leads": { summary: "Leads, all or one keyset page", query: LeadListQuery, response: z.array(LeadRow) },
  "POST /api/leads": { summary: "Add a lead by hand", body: NewLead, response: Lead, status: 201 },
  "GET /api/leads/{id}": { summary: "A lead with everything its detail shows", params: IdParams, response: LeadDetail },
  "PATCH /api/leads/{id}": {
    summary: "Edit a lead or decide its status",
    params: IdParams,
    body: LeadUpdate,
    response: Lead,
  },
  "DELETE /api/leads/{id}": {
    summary: "Delete a lead, leaving a tombstone",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/leads/{id}/explanation": {
    summary: "Why a lead has its score",
    params: IdParams,
    response: LeadExplanation,
  },
  "GET /api/dashboard/stats": { summary: "The four stat cards", response: DashboardStats },
  "GET /api/dashboard/pipeline": { summary: "Leads by stage", response: Pipeline },
  "GET /api/dashboard/activity": {
    summary: "What happened, newest first",
    query: ActivityQuery,
    response: z.array(ActivityItem),
  },
  "GET /api/dashboard/status": { summary: "What works, from the last real success", response: SystemStatus },
  "POST /api/sync-leads": { summary: "Sync every active data source", response: SyncResult },
  "POST /api/sync-leads/cancel": {
    summary: "End the sync under way; what it took in stays",
    response: z.object({ cancelled: z.boolean() }),
  },
  "POST /api/send-report": { summary: "Mail the report of qualified leads", response: ReportResult },
  "GET /api/rules": { summary: "Keyword rules", response: z.array(Rule) },
  "POST /api/rules": { summary: "Add a rule", body: NewRule, response: Rule, status: 201 },
  "PATCH /api/rules/{id}": { summary: "Change a rule", params: IdParams, body: RuleUpdate, response: Rule },
  "DELETE /api/rules/{id}": { summary: "Delete a rule", params: IdParams, response: NoContent, status: 204 },
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
  "GET /api/settings": { summary: "What the product obeys", response: Settings },
  "PUT /api/settings": { summary: "Change what the product obeys", body: SettingsUpdate, response: Settings },
  "POST /api/journal/{id}/undo": {
    summary: "Take an act back",
    params: IdParams,
    response: z.object({ restored: z.string(), leadId: z.string().nullable() }),
  },
} as const satisfies Record<string, Endpoint>;

export interface Endpoint {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  status?: 201 | 202 | 204;
}

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
