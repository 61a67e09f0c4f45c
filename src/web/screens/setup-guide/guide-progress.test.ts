import { describe, expect, test } from "vitest";
import type { SystemStatus } from "#shared/contract/dashboard.ts";
import type { DataSource } from "#shared/contract/data-source.ts";
import { DEFAULT_RULE, type Rule } from "#shared/contract/rule.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { guideProgress } from "#web/screens/setup-guide/guide-progress.ts";

const AT = "2026-05-01T10:00:00.000Z";
const RUN = {
  startedAt: AT,
  finishedAt: AT,
  outcome: "succeeded",
  message: "",
  qualified: 0,
  reasons: [],
  seen: 3,
  created: 3,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
} as const;
const SHEET: DataSource = {
  id: "1",
  name: "Fair",
  type: "google_sheets",
  config: { hasServiceAccount: true, hasApiKey: false, hasAppPassword: false },
  isActive: true,
  lastSync: null,
  lastRun: null,
  failingSince: null,
  createdAt: AT,
  version: "",
};
const RULE: Rule = {
  ...DEFAULT_RULE,
  id: "1",
  name: "Intent",
  keywords: ["demo"],
  createdAt: AT,
  cost: "low",
  version: "",
};
const TARGET: ScrapeTarget = {
  id: "1",
  name: "Members",
  url: "https://members.example/",
  type: "directory",
  selectors: null,
  isActive: true,
  lastScrape: AT,
  scrapeFrequency: "daily",
  maxPages: 10,
  maxDepth: 1,
  renderScripts: false,
  failingSince: null,
  leadsFound: 0,
  createdAt: AT,
  lastRun: null,
  version: "",
};
const READ: DataSource = { ...SHEET, lastSync: AT, lastRun: { ...RUN, reasons: [] } };
const FAILED: DataSource = {
  ...SHEET,
  name: "Expo",
  failingSince: AT,
  lastRun: { ...RUN, reasons: [], outcome: "failed", seen: 0, message: "The sheet is not shared." },
};

function progressOf(
  facts: {
    sources?: DataSource[];
    targets?: ScrapeTarget[];
    rules?: Rule[];
    leads?: number;
    sampleLeads?: number;
    email?: Partial<SystemStatus["email"]>;
  } = {},
): ReturnType<typeof guideProgress> {
  const email: SystemStatus["email"] = {
    state: "not_configured",
    since: null,
    message: "",
    lastReport: null,
    ...facts.email,
  };
  const none = { state: "not_connected", since: null, message: "" } as const;
  const autoSync = { state: "not_configured", next: null, message: "" } as const;
  return guideProgress({
    sources: facts.sources ?? [],
    targets: facts.targets ?? [],
    rules: facts.rules ?? [],
    stats: {
      totalLeads: facts.leads ?? 0,
      qualifiedLeads: 0,
      conversionRate: 0,
      activeRules: 0,
      trends: { totalLeads: null, qualifiedLeads: null, conversionRate: null },
    },
    sample: { leads: facts.sampleLeads ?? 0, rules: 0 },
    status: { googleSheets: none, email, autoSync, problems: [] },
  });
}

test("shows no progress in an empty product", () => {
  expect(Object.values(progressOf()).map(({ state }) => state)).toEqual(["open", "open", "open", "open", "open"]);
});

describe("a sheet", () => {
  test("has its key once added, but isn't read yet", () => {
    expect(progressOf({ sources: [SHEET] })).toMatchObject({
      sheet: { state: "open" },
      credentials: { state: "done", note: "Fair has a service account" },
      source: { state: "started", note: expect.stringContaining("Fair hasn't synced") },
    });
  });

  test("completes all three steps once read", () => {
    expect(progressOf({ sources: [READ] })).toMatchObject({
      sheet: { state: "done", note: "Fair synced, 3 rows" },
      credentials: { state: "done" },
      source: { state: "done", note: "Fair last synced", at: AT },
    });
  });

  test("shows why it fails, even if it was read before", () => {
    expect(progressOf({ sources: [{ ...FAILED, lastSync: AT }] })).toMatchObject({
      sheet: { state: "done", note: "Expo synced" },
      source: { state: "failing", note: "Expo: The sheet is not shared." },
    });
  });

  test("that fails doesn't hide one that is read", () => {
    expect(progressOf({ sources: [FAILED, READ] }).source).toMatchObject({ state: "done", note: "Fair last synced" });
  });

  test("counts the one read last", () => {
    const later = { ...READ, name: "Later", lastSync: "2026-05-02T10:00:00.000Z" };
    expect(progressOf({ sources: [later, READ] }).source.note).toBe("Later last synced");
    expect(progressOf({ sources: [READ, later] }).source.note).toBe("Later last synced");
  });

  test("counts with an API key, but not without any key", () => {
    const withKey = { ...SHEET, config: { ...SHEET.config, hasServiceAccount: false, hasApiKey: true } };
    const without = { ...SHEET, config: { ...SHEET.config, hasServiceAccount: false } };
    expect(progressOf({ sources: [without, withKey] }).credentials).toMatchObject({
      state: "done",
      note: "Fair has an API key",
    });
    expect(progressOf({ sources: [without] }).credentials.state).toBe("open");
  });

  test("still shows why it fails when leads come from elsewhere", () => {
    expect(progressOf({ sources: [FAILED], leads: 3 }).source.state).toBe("failing");
  });
});

describe("the sheet's steps", () => {
  test.each([
    ["a mailbox that was read", { sources: [{ ...READ, type: "email" as const }] }, "Not needed: Fair is connected"],
    ["a website that was read", { targets: [TARGET] }, "Not needed: leads come from Members"],
    ["leads imported, pasted, submitted or added by hand", { leads: 12 }, "Not needed: you have 12 leads"],
  ])("aren't needed with %s", (_what, facts, note) => {
    const done = { state: "done", note };
    expect(progressOf(facts)).toMatchObject({ sheet: done, credentials: done, source: done });
  });

  test.each([
    ["a mailbox that was never read", { sources: [{ ...SHEET, type: "email" as const }] }],
    ["a website that was never read", { targets: [{ ...TARGET, lastScrape: null }] }],
    ["only sample leads", { leads: 25, sampleLeads: 25 }],
  ])("stay open with %s", (_what, facts) => {
    expect(progressOf(facts)).toMatchObject({
      sheet: { state: "open" },
      credentials: { state: "open" },
      source: { state: "open" },
    });
  });
});

test.each([
  ["none", [], "open", "No rules yet"],
  ["only inactive rules", [{ ...RULE, isActive: false }], "started", "All rules are inactive"],
  ["one", [RULE], "done", "1 active rule"],
  ["several", [RULE, RULE, { ...RULE, isActive: false }], "done", "2 active rules"],
] as const)("rules: %s", (_word, rules, state, note) => {
  expect(progressOf({ rules: [...rules] as Rule[] }).rules).toEqual({ state, note });
});

test.each([
  ["not configured", { state: "not_configured" }, "open"],
  ["turned off", { state: "paused", lastReport: AT }, "started"],
  ["never tried", { state: "untested" }, "started"],
  ["tried, without a report", { state: "active" }, "started"],
  ["sent", { state: "active", lastReport: AT }, "done"],
  ["failing", { state: "failing", message: "Refused", lastReport: AT }, "failing"],
] as const)("reports: %s", (_word, email, state) => {
  expect(progressOf({ email }).reports.state).toBe(state);
});
