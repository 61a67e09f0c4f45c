import { useQuery } from "@tanstack/react-query";
import type { EmailSettings } from "#shared/contract/email-settings.ts";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { clockHour } from "#web/format/clock-hour.ts";

/** When each kind of report is sent, and in which time zone; defaults while settings load. */
export function useReportTimes(): { leaves: Record<EmailSettings["reportFrequency"], string>; clock: string } {
  const { data: { reportHour, reportTimeZone } = DEFAULT_SETTINGS } = useQuery(settingsQuery);
  const hour = clockHour(reportHour);
  return {
    leaves: {
      daily: `Daily at ${hour}`,
      weekly: `Weekly on Monday at ${hour}`,
      monthly: `Monthly on the 1st at ${hour}`,
    },
    clock: reportTimeZone === null ? "server time" : `${reportTimeZone} time`,
  };
}
