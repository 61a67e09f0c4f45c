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

/** Every lead is in exactly one stage. */
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

/** Based on the last actual fetch or send, not on settings. */
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
    /** When a report last reached the mail server; null if never. */
    lastReport: Timestamp.nullable(),
  }),
  autoSync: z.object({
    state: z.enum(["scheduled", "not_configured", "paused"]),
    next: Timestamp.nullable(),
    message: z.string(),
  }),
  /** Other problems found by the watchdog, longest-lasting first. */
  problems: z.array(HealthProblem),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const ActivityQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});

export const LeadsOverTimeQuery = z.object({
  days: z.coerce.number().int().min(7).max(366).optional(),
  /** The reader's IANA time zone, for day boundaries; defaults to UTC. */
  timeZone: z.string().max(100).optional(),
});

/** Leads by creation day and source kind; includes every day of the span, ending today. */
export const LeadsOverTime = z.object({
  days: z.array(z.object({ day: z.iso.date(), bySource: z.record(z.string(), z.int()) })),
});
export type LeadsOverTime = z.infer<typeof LeadsOverTime>;

/** `counts[s]` is the number of leads with score s, 0 to 100. */
export const ScoreDistribution = z.object({ threshold: z.int(), counts: z.array(z.int()) });
export type ScoreDistribution = z.infer<typeof ScoreDistribution>;

/** Each stage counts the leads that reached it, so it never exceeds the one before. */
export const Funnel = z.object({
  received: z.int(),
  /** Has points after what negative rules subtract, or was qualified manually. */
  matched: z.int(),
  /** Currently qualified or approved. */
  qualified: z.int(),
  approved: z.int(),
});
export type Funnel = z.infer<typeof Funnel>;

/** Each rule's contribution to current scores: leads matched, points given, leads qualified. */
export const RuleContributions = z.object({
  /** When it was computed; lags a few seconds under heavy changes. */
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
      /** Leads that reach the threshold only because of this rule. */
      decisive: z.int(),
    }),
  ),
});
export type RuleContributions = z.infer<typeof RuleContributions>;
