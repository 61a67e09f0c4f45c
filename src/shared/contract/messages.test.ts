import { expect, test } from "vitest";
import type { z } from "zod";
import { AssignmentConditions } from "#shared/contract/assignment.ts";
import { LeadFilter } from "#shared/contract/leads/lead.ts";
import { NewWriteBack } from "#shared/contract/leads/write-back.ts";
import { AutomationRules, DEFAULT_AUTOMATION_RULES, MailboxUpdate } from "#shared/contract/mailbox.ts";
import { PersonParams } from "#shared/contract/person.ts";
import { NewApiToken, SignIn } from "#shared/contract/session.ts";

// Forms show these at their fields.
test.each<[z.ZodType, object, string]>([
  [AutomationRules, { ...DEFAULT_AUTOMATION_RULES, minimumConfidence: 101 }, "Confidence score must be at most 100"],
  [AutomationRules, { ...DEFAULT_AUTOMATION_RULES, minimumConfidence: 2.5 }, "Confidence score must be a whole number"],
  [MailboxUpdate, { email: "ann@mail.example", syncInterval: 1 }, "Sync interval must be at least 5"],
  [NewWriteBack, { sourceId: "" }, "Choose a source"],
  [SignIn, { username: "ann", password: "x".repeat(1_001) }, "At most 1,000 characters"],
  [NewApiToken, { name: "Sync", scopes: ["read"], days: 0 }, "At least 1"],
  [NewApiToken, { name: "Sync", scopes: ["read"], days: 9_999 }, "At most 3,650"],
  [PersonParams, { email: "" }, "At least 3 characters"],
  [
    LeadFilter,
    { status: "Qualified" },
    'Invalid option: expected one of "pending"|"qualified"|"approved"|"rejected"|"all"',
  ],
  [LeadFilter, { from: "yesterday" }, "Use 2026-01-31 or 2026-01-31T09:30:00Z"],
  [AssignmentConditions, { tags: Array.from({ length: 11 }, () => "1") }, "At most 10 entries"],
])("case %# is rejected in words", (schema, input, message) => {
  expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
