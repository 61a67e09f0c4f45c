import { describe, expect, it } from "vitest";
import type { SystemStatus } from "#shared/contract/dashboard.ts";
import { formatShortDay, formatTime } from "#web/format/date.ts";
import { statusRows } from "#web/screens/dashboard/status-rows.ts";

const NOW = Date.parse("2026-05-20T12:00:00.000Z");
const TODAY = "2026-05-20T11:30:00.000Z";
const EARLIER = "2026-05-03T11:30:00.000Z";

const hour = formatTime(new Date(TODAY));
const day = formatShortDay(new Date(EARLIER), new Date(TODAY));

const healthy: SystemStatus = {
  googleSheets: { state: "connected", since: TODAY, message: "Synced without errors." },
  email: { state: "active", since: EARLIER, message: "Accepted.", lastReport: null },
  autoSync: { state: "scheduled", next: TODAY, message: "Every hour." },
  problems: [],
};

describe("statusRows", () => {
  it("uses the specification's texts", () => {
    const rows = statusRows(healthy, NOW);
    expect(rows.map(({ label, word, tone }) => [label, word, tone])).toEqual([
      ["Google Sheets", "Connected", "success"],
      ["Email Service", "Active", "success"],
      ["Auto-sync", "Scheduled", "success"],
    ]);
    expect(rows.map(({ detail }) => detail)).toEqual([
      `Last sync ${hour}. Synced without errors.`,
      `Last success ${day}. Accepted.`,
      `Next sync ${hour}. Every hour.`,
    ]);
  });

  it.each([
    ["a sheet failing since today", { state: "failing", since: TODAY }, `Failing since ${hour}`, "danger"],
    ["a sheet failing for days", { state: "failing", since: EARLIER }, `Failing since ${day}`, "danger"],
    ["a sheet failing for an unknown time", { state: "failing", since: null }, "Failing", "danger"],
    ["no sheet", { state: "not_connected", since: null }, "Not connected", "neutral"],
    ["sheets turned off", { state: "paused", since: null }, "Paused", "neutral"],
  ] as const)("shows the real state of %s", (_word, sheets, word, tone) => {
    const [row] = statusRows({ ...healthy, googleSheets: { ...sheets, message: "Why." } }, NOW);
    expect(row).toMatchObject({ word, tone, detail: "Why." });
  });

  it.each([
    ["untested", "Not tested yet"],
    ["not_configured", "Not configured"],
    ["paused", "Paused"],
  ] as const)("never shows %s email as active", (state, word) => {
    const [, row] = statusRows({ ...healthy, email: { ...healthy.email, state, since: null } }, NOW);
    expect(row).toMatchObject({ word, tone: "neutral", detail: "Accepted." });
  });

  it("adds a row for watchdog problems, linking to where to fix them", () => {
    const problem = {
      id: "disk:one:t",
      kind: "disk_nearly_full",
      title: "The disk on one is almost full",
      message: "1 MB of 2 MB are free.",
      since: TODAY,
      href: "/configuration",
    } as const;
    expect(statusRows({ ...healthy, problems: [problem] }, NOW).at(3)).toEqual({
      label: "The disk on one is almost full",
      word: `Since ${hour}`,
      tone: "danger",
      detail: "1 MB of 2 MB are free.",
      path: "/configuration",
    });
  });
});
