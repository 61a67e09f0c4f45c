import type { z } from "zod";
import { ChatReply } from "#shared/contract/chat.ts";
import { SystemStatus } from "#shared/contract/dashboard.ts";
import { DataSource } from "#shared/contract/data-source.ts";
import { EmailSettings } from "#shared/contract/email-settings.ts";
import { Lead, LeadDetail, LeadRow } from "#shared/contract/leads/lead.ts";
import {
  DEFAULT_AUTOMATION_RULES,
  EmailAnalysis,
  MailboxConfig,
  MailboxHealth,
  ProcessedEmail,
  StoredAutomationRules,
} from "#shared/contract/mailbox.ts";
import { DEFAULT_RULE, Rule } from "#shared/contract/rule.ts";
import { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { DEFAULT_SETTINGS, StoredSettings } from "#shared/contract/settings.ts";
import { LIMITS } from "#shared/limits.ts";

/** A missing field that follows from a flag next to it. */
export interface FollowsFrom {
  flag: string;
  yes: string;
  no: string;
}

const VERDICT: FollowsFrom = { flag: "isLead", yes: "lead", no: "not_lead" };
const IMPORTED = { source: "manual" };

/**
 * What fields of these records count as when an answer lacks them. Any other is null where that is allowed, otherwise
 * empty, 0, false, or the first option.
 */
export const WHEN_MISSING: ReadonlyMap<z.ZodType, Readonly<Record<string, unknown>>> = new Map<
  z.ZodType,
  Readonly<Record<string, unknown>>
>([
  [Lead, IMPORTED],
  [LeadRow, IMPORTED],
  [LeadDetail, IMPORTED],
  [Rule, DEFAULT_RULE],
  [DataSource, { isActive: true }],
  [
    ScrapeTarget,
    {
      isActive: true,
      scrapeFrequency: "daily",
      maxPages: LIMITS.scrapeTarget.maxPages.default,
      maxDepth: LIMITS.scrapeTarget.maxDepth.default,
    },
  ],
  [EmailSettings, { smtpPort: LIMITS.emailSettings.defaultPort, isActive: true }],
  [MailboxConfig, { syncInterval: LIMITS.mailbox.syncInterval.default, labels: LIMITS.mailbox.defaultLabel }],
  [MailboxHealth, { state: "untested" }],
  [StoredAutomationRules, { ...DEFAULT_AUTOMATION_RULES }],
  [ProcessedEmail, { verdict: VERDICT }],
  [EmailAnalysis, { verdict: VERDICT }],
  [StoredSettings, { ...DEFAULT_SETTINGS }],
  [SystemStatus.shape.googleSheets, { state: "not_connected" }],
  [SystemStatus.shape.email, { state: "not_configured" }],
  [SystemStatus.shape.autoSync, { state: "not_configured" }],
  [ChatReply, { from: "none" }],
]);
