import type { EmailSettings } from "#shared/contract/email-settings.ts";
import { LIMITS } from "#shared/limits.ts";

const HOUR = `${String(LIMITS.report.hour).padStart(2, "0")}:00`;

/** When each kind of report leaves, by the clock of the server. */
export const WHEN_REPORTS_LEAVE: Record<EmailSettings["reportFrequency"], string> = {
  daily: `Daily at ${HOUR}`,
  weekly: `Weekly, on Monday at ${HOUR}`,
  monthly: `Monthly, on the 1st at ${HOUR}`,
};
