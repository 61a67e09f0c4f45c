import { expect, test } from "vitest";
import type { z } from "zod";
import { NewWriteBack } from "#shared/contract/leads/write-back.ts";
import { AutomationRules, DEFAULT_AUTOMATION_RULES, MailboxUpdate } from "#shared/contract/mailbox.ts";

// Forms show these at their fields.
test.each<[z.ZodType, object, string]>([
  [AutomationRules, { ...DEFAULT_AUTOMATION_RULES, minimumConfidence: 101 }, "Confidence score must be at most 100"],
  [AutomationRules, { ...DEFAULT_AUTOMATION_RULES, minimumConfidence: 2.5 }, "Confidence score must be a whole number"],
  [MailboxUpdate, { email: "ann@mail.example", syncInterval: 1 }, "Sync interval must be at least 5"],
  [NewWriteBack, { sourceId: "" }, "Choose a source"],
])("case %# is rejected in words", (schema, input, message) => {
  expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
