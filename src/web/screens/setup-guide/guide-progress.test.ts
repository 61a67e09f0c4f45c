import { describe, expect, test } from "vitest";
import type { SystemStatus } from "#shared/contract/dashboard.ts";
import type { DataSource } from "#shared/contract/data-source.ts";
import { DEFAULT_RULE, type Rule } from "#shared/contract/rule.ts";
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
};
const RULE: Rule = { ...DEFAULT_RULE, id: "1", name: "Intent", keywords: ["demo"], createdAt: AT };
const READ: DataSource = { ...SHEET, lastSync: AT, lastRun: { ...RUN, reasons: [] } };
const FAILED: DataSource = {
  ...SHEET,
  name: "Expo",
  failingSince: AT,
  lastRun: { ...RUN, reasons: [], outcome: "failed", seen: 0, message: "The sheet is not shared." },
};

function progressOf(
  facts: { sources?: DataSource[]; rules?: Rule[]; email?: Partial<SystemStatus["email"]> } = {},
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
    rules: facts.rules ?? [],
    status: { googleSheets: none, email, autoSync, problems: [] },
  });
}

test("nothing is done in an empty product", () => {
  expect(Object.values(progressOf()).map(({ state }) => state)).toEqual(["open", "open", "open", "open", "open"]);
});

describe("a sheet", () => {
  test("that was added has its key, but is not read yet", () => {
    expect(progressOf({ sources: [SHEET] })).toMatchObject({
      sheet: { state: "open" },
      credentials: { state: "done", note: "Fair has a service account" },
      source: { state: "started", note: expect.stringContaining("Fair was added") },
    });
  });

  test("that was read is all three", () => {
    expect(progressOf({ sources: [READ] })).toMatchObject({
      sheet: { state: "done", note: "Fair has been read, 3 rows last" },
      credentials: { state: "done" },
      source: { state: "done", note: "Fair was last read", at: AT },
    });
  });

  test("that fails says why, even when it was read before", () => {
    expect(progressOf({ sources: [{ ...FAILED, lastSync: AT }] })).toMatchObject({
      sheet: { state: "done", note: "Expo has been read" },
      source: { state: "failing", note: "Expo: The sheet is not shared." },
    });
  });

  test("that fails does not hide one that is read", () => {
    expect(progressOf({ sources: [FAILED, READ] }).source).toMatchObject({ state: "done", note: "Fair was last read" });
  });

  test("of several, the one read last counts", () => {
    const later = { ...READ, name: "Later", lastSync: "2026-05-02T10:00:00.000Z" };
    expect(progressOf({ sources: [later, READ] }).source.note).toBe("Later was last read");
    expect(progressOf({ sources: [READ, later] }).source.note).toBe("Later was last read");
  });

  test("read with an API key counts as well, one without any key does not", () => {
    const withKey = { ...SHEET, config: { ...SHEET.config, hasServiceAccount: false, hasApiKey: true } };
    const without = { ...SHEET, config: { ...SHEET.config, hasServiceAccount: false } };
    expect(progressOf({ sources: [without, withKey] }).credentials).toMatchObject({
      state: "done",
      note: "Fair has an API key",
    });
    expect(progressOf({ sources: [without] }).credentials.state).toBe("open");
  });

  test("is none when it is a mailbox", () => {
    expect(progressOf({ sources: [{ ...READ, type: "email" }] })).toMatchObject({
      sheet: { state: "open" },
      source: { state: "open" },
    });
  });
});

test.each([
  ["none", [], "open", "No rules yet"],
  ["only inactive ones", [{ ...RULE, isActive: false }], "started", "Every rule is switched off"],
  ["one", [RULE], "done", "1 active rule"],
  ["several", [RULE, RULE, { ...RULE, isActive: false }], "done", "2 active rules"],
] as const)("rules: %s", (_word, rules, state, note) => {
  expect(progressOf({ rules: [...rules] as Rule[] }).rules).toEqual({ state, note });
});

test.each([
  ["not configured", { state: "not_configured" }, "open"],
  ["switched off", { state: "paused", lastReport: AT }, "started"],
  ["never tried", { state: "untested" }, "started"],
  ["tried, without a report", { state: "active" }, "started"],
  ["sent", { state: "active", lastReport: AT }, "done"],
  ["failing", { state: "failing", message: "Refused", lastReport: AT }, "failing"],
] as const)("reports: %s", (_word, email, state) => {
  expect(progressOf({ email }).reports.state).toBe(state);
});
