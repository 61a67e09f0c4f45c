import { expect, test } from "vitest";
import { dayName, historyDays } from "#web/screens/history/history-days.ts";

const ACT = {
  id: "1",
  kind: "edited",
  title: "",
  description: "",
  by: "You",
  leadId: null,
  undoneAt: null,
  undoable: true,
  leads: null,
  undoneLeads: 0,
};
const local = (...[year, month, day, hour = 0]: number[]): Date => new Date(year ?? 0, (month ?? 1) - 1, day, hour);

test("groups actions by local day, keeping their order", () => {
  const times = [local(2026, 3, 2, 23), local(2026, 3, 2, 0), local(2026, 3, 1, 23)];
  const actions = times.map((at, index) => ({ ...ACT, id: String(index), at: at.toISOString() }));
  expect(historyDays(actions)).toEqual([
    { start: local(2026, 3, 2).getTime(), actions: actions.slice(0, 2) },
    { start: local(2026, 3, 1).getTime(), actions: actions.slice(2) },
  ]);
  expect(historyDays([])).toEqual([]);
  const undated = actions.map((action) => ({ ...action, at: "" }));
  expect(historyDays(undated)).toEqual([{ start: Number.NaN, actions: undated }]);
});

test("names days across month and year boundaries", () => {
  const now = local(2026, 3, 1, 12).getTime();
  const name = (...day: number[]): string => dayName(local(...day).getTime(), now);
  expect(name(2026, 3, 1)).toBe("Today");
  expect(name(2026, 2, 28)).toBe("Yesterday");
  expect(name(2026, 2, 27)).toMatch(/27/u);
  expect(name(2026, 2, 27)).not.toMatch(/2026/u);
  expect(dayName(Number.NaN, now)).toBe("Unknown date");
  expect(name(2025, 12, 31)).toMatch(/31.*2025/u);
});
