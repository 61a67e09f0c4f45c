import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

/** Month to date against the same span of last month: percent for counts, percentage points for the rate. */
export const Trend = z.object({ direction: z.enum(["up", "down", "flat"]), percentage: z.number() });
export type Trend = z.infer<typeof Trend>;

export const DashboardStats = z.object({
  totalLeads: z.int(),
  qualifiedLeads: z.int(),
  conversionRate: z.number(),
  activeRules: z.int(),
  trends: z.object({
    totalLeads: Trend.nullable(),
    qualifiedLeads: Trend.nullable(),
    conversionRate: Trend.nullable(),
  }),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

/** A partition of all leads. */
export const Pipeline = z.object({
  incoming: z.int(),
  processing: z.int(),
  qualified: z.int(),
  rejected: z.int(),
});
export type Pipeline = z.infer<typeof Pipeline>;

export const ActivityItem = z.object({
  id: Id,
  type: z.enum(["qualified_lead", "email_sent", "sync_completed", "other"]),
  title: z.string(),
  description: z.string(),
  timestamp: Timestamp,
  leadId: Id.nullable(),
});
export type ActivityItem = z.infer<typeof ActivityItem>;

/** Each row says what the last real fetch or send showed, never what a toggle says. */
export const SystemStatus = z.object({
  googleSheets: z.object({
    state: z.enum(["connected", "not_connected", "failing", "paused"]),
    since: Timestamp.nullable(),
    message: z.string(),
  }),
  email: z.object({
    state: z.enum(["active", "not_configured", "failing", "paused", "untested"]),
    since: Timestamp.nullable(),
    message: z.string(),
    /** When a report last reached the mail server; null when none did. */
    lastReport: Timestamp.nullable(),
  }),
  autoSync: z.object({
    state: z.enum(["scheduled", "not_configured", "paused"]),
    next: Timestamp.nullable(),
    message: z.string(),
  }),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const ActivityQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});
