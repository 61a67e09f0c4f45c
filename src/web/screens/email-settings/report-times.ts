import type { EmailSettings } from "#shared/contract/email-settings.ts";

/** When each kind of report leaves, by the clock of the server. */
export const WHEN_REPORTS_LEAVE: Record<EmailSettings["reportFrequency"], string> = {
  daily: "Daily at 08:00",
  weekly: "Weekly, on Monday at 08:00",
  monthly: "Monthly, on the 1st at 08:00",
};
