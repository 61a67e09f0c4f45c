import { expect, test } from "vitest";
import { latestReportWindow } from "#server/workflows/reports/send-due-report.ts";

// 2026-11-20 is a Friday; times are local, as the schedule is.
test.each([
  ["daily", "after the hour", new Date(2026, 10, 20, 8, 0), "daily:2026-11-20"],
  ["daily", "before the hour", new Date(2026, 10, 20, 7, 59), "daily:2026-11-19"],
  ["daily", "before the hour on the first", new Date(2026, 10, 1, 7, 0), "daily:2026-10-31"],
  ["weekly", "on a Friday", new Date(2026, 10, 20, 12, 0), "weekly:2026-11-16"],
  ["weekly", "on a Monday after the hour", new Date(2026, 10, 16, 8, 0), "weekly:2026-11-16"],
  ["weekly", "on a Monday before the hour", new Date(2026, 10, 16, 7, 0), "weekly:2026-11-09"],
  ["weekly", "on a Sunday", new Date(2026, 10, 22, 12, 0), "weekly:2026-11-16"],
  ["monthly", "in the middle", new Date(2026, 10, 20, 12, 0), "monthly:2026-11-01"],
  ["monthly", "on the first before the hour", new Date(2026, 10, 1, 7, 0), "monthly:2026-10-01"],
] as const)("%s %s", (frequency, _when, now, key) => {
  const window = latestReportWindow(frequency, now);
  expect(window.key).toBe(key);
  expect(window.at <= now).toBe(true);
  expect(window.at.getHours()).toBe(8);
});
