import { expect, it } from "vitest";
import { type PaletteContext, paletteActions } from "#web/layout/palette/palette-actions.ts";
import { matchingEntries } from "#web/layout/palette/palette-entry.ts";
import { SETTINGS } from "#web/layout/palette/settings.ts";

/** An owner's context, and what actions call. */
function contextOf(more: Partial<Pick<PaletteContext, "may" | "isSignedIn" | "theme" | "isDark" | "running">> = {}) {
  const calls: string[][] = [];
  const record =
    (name: string) =>
    (...args: string[]): void =>
      void calls.push([name, ...args]);
  const context: PaletteContext = {
    may: () => true,
    isSignedIn: true,
    theme: "system",
    isDark: false,
    running: { sync: false, report: false, export: false },
    total: { count: 3, exact: true },
    go: record("go"),
    syncNow: record("sync"),
    cancelSync: record("cancel sync"),
    sendReport: record("send report"),
    exportAll: record("export"),
    signOut: record("sign out"),
    setTheme: record("theme"),
    openHelp: record("help"),
    onShowKeys: record("keys"),
    ...more,
  };
  return { context, calls };
}

/** Runs the first action that matches what is typed; returns its label. */
function choose(typed: string, context: PaletteContext): string | undefined {
  const [first] = matchingEntries(paletteActions(context), typed);
  first?.run();
  return first?.label;
}

it.each([
  ["add lead", "Add lead", "/leads?new"],
  ["upload", "Import file", "/leads?import"],
  ["review", "Review qualified leads", "/leads?review"],
  ["merge", "Merge duplicates", "/leads?duplicates"],
  ["kanban", "Show leads as a board", "/leads?layout=board"],
  ["new rule", "Create rule", "/rules?new"],
  ["data source", "Add data source", "/data-sources?new"],
  ["website", "Add scrape target", "/lead-scraper"],
  ["paste", "Analyze email", "/lead-scraper?tab=email"],
  ["queue progress", "View schedules and jobs", "/jobs"],
  ["revert", "Undo an earlier change", "/history"],
  ["invite", "Add person", "/team?new"],
  ["audit", "Open audit log", "/team?tab=audit"],
  ["password", "Open account", "/account"],
])("%s finds %s, which opens %s", (typed, label, path) => {
  const { context, calls } = contextOf();
  expect(choose(typed, context)).toBe(label);
  expect(calls).toEqual([["go", path]]);
});

it.each([
  ["sync", "Sync leads now", ["sync"]],
  ["report", "Send email report", ["send report"]],
  ["export", "Export all 3 leads", ["export"]],
  ["log leave", "Sign out", ["sign out"]],
  ["dark", "Switch to dark theme", ["theme", "dark"]],
  ["ask", "Ask for help", ["help", "chat"]],
  ["frequently", "Open FAQ", ["help", "faq"]],
  ["support", "Contact support", ["help", "support"]],
  ["keyboard", "Show keyboard shortcuts", ["keys"]],
])("%s finds %s", (typed, label, call) => {
  const { context, calls } = contextOf();
  expect(choose(typed, context)).toBe(label);
  expect(calls).toEqual([call]);
});

it("offers what fits the theme, and to cancel a running sync instead of starting what runs", () => {
  const { context, calls } = contextOf({
    theme: "dark",
    isDark: true,
    isSignedIn: false,
    running: { sync: true, report: true, export: true },
  });
  expect(choose("sync", context)).toBe("Cancel sync");
  expect(choose("light", context)).toBe("Switch to light theme");
  expect(choose("system", context)).toBe("Use system theme");
  expect(calls).toEqual([["cancel sync"], ["theme", "light"], ["theme", "system"]]);
  for (const typed of ["report", "export", "sign out"]) expect(choose(typed, context)).toBeUndefined();
});

it("leaves out what the user may not do", () => {
  const labels = paletteActions(contextOf({ may: (permission) => permission === "intake" }).context).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(expect.arrayContaining(["Add lead", "Import file", "Open account"]));
  expect(labels).not.toEqual(expect.arrayContaining(["Create rule"]));
  expect(labels).not.toEqual(expect.arrayContaining(["Add data source"]));
  expect(labels).not.toEqual(expect.arrayContaining(["Add person"]));
});

it.each([
  ["threshold", "Lead processing", "/configuration#lead-processing"],
  ["retention", "Lead limits", "/configuration#lead-limits"],
  ["appearance", "Appearance", "/configuration#appearance"],
  ["smtp", "SMTP settings", "/email-settings#smtp-settings"],
])("%s finds the setting %s at %s", (typed, label, path) => {
  expect(matchingEntries(SETTINGS, typed)[0]).toMatchObject({ label, path });
});
