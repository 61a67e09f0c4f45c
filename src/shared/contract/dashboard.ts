import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";
import { HealthProblem } from "#shared/contract/health.ts";

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
  /** What the watchdog finds wrong beside these, the longest first. */
  problems: z.array(HealthProblem),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const ActivityQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});

export const LeadsOverTimeQuery = z.object({
  days: z.coerce.number().int().min(7).max(366).optional(),
  /** The reader's time zone by its IANA name, in which days begin; UTC when left out. */
  timeZone: z.string().max(100).optional(),
});

/** Leads by the day they were created and the kind of their source; every day of the span is there, today last. */
export const LeadsOverTime = z.object({
  days: z.array(z.object({ day: z.iso.date(), bySource: z.record(z.string(), z.int()) })),
});
export type LeadsOverTime = z.infer<typeof LeadsOverTime>;

/** `counts[s]` is how many leads have score s, 0 to 100. */
export const ScoreDistribution = z.object({ threshold: z.int(), counts: z.array(z.int()) });
export type ScoreDistribution = z.infer<typeof ScoreDistribution>;

/** How far leads have come; each stage counts those that reached it, so it is never more than the one before. */
export const Funnel = z.object({
  received: z.int(),
  /** Found by at least one rule, or qualified by a person without one. */
  matched: z.int(),
  /** Qualified or approved now. */
  qualified: z.int(),
  approved: z.int(),
});
export type Funnel = z.infer<typeof Funnel>;

/** What each rule gives, by the scores of now: leads it found, their points from it, and how many qualified. */
export const RuleContributions = z.object({
  /** When it was counted; it lags behind by seconds while much changes. */
  at: Timestamp,
  rules: z.array(
    z.object({
      ruleId: Id,
      name: z.string(),
      leads: z.int(),
      /** Before scores are capped at 100. */
      points: z.int(),
      /** Qualified or approved. */
      qualified: z.int(),
      /** Those of these that reach the threshold, and would be below it without this rule's points. */
      decisive: z.int(),
    }),
  ),
});
export type RuleContributions = z.infer<typeof RuleContributions>;
