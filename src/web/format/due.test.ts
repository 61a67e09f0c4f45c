import { expect, it } from "vitest";
import { ownTimeZone } from "#shared/time-zone.ts";
import { dueText, dueTime, enteredStep, isOverdue, localDay, movedTo, nextMonday } from "#web/format/due.ts";

const at = (text: string): number => new Date(text).getTime();
const NOW = at("2026-03-28T23:30");

it("counts local days, across months and clock changes", () => {
  expect([localDay(NOW), localDay(NOW, 1), localDay(NOW, 4)]).toEqual(["2026-03-28", "2026-03-29", "2026-04-01"]);
  expect(localDay(at("2026-10-25T00:10"), 1)).toBe("2026-10-26");
});

it.each([
  ["2026-03-28T12:00", "2026-03-30"],
  ["2026-03-29T12:00", "2026-03-30"],
  ["2026-03-30T12:00", "2026-04-06"],
])("finds the Monday after %s", (now, monday) => {
  expect(nextMonday(at(now))).toBe(monday);
});

it("snoozes a step with a time on the clocks that it was set on", () => {
  const timed = { text: "Call", due: "2026-03-28T09:00", timeZone: "Asia/Tokyo" };
  expect(movedTo(timed, "2026-03-29")).toEqual({ ...timed, due: "2026-03-29T09:00" });
  const whole = { ...timed, due: "2026-03-28" };
  expect(movedTo(whole, "2026-03-29")).toEqual({ ...whole, due: "2026-03-29", timeZone: ownTimeZone() });
});

it("puts an edited step on local clocks unless it keeps its time", () => {
  const timed = { text: "Call", due: "2026-03-28T09:00", timeZone: "Asia/Tokyo" };
  const entered = (due: string, day: string, time = "", text = "Call") =>
    enteredStep({ ...timed, due }, { text, day, time });
  expect(entered(timed.due, "2026-03-30", "09:00")).toEqual({ ...timed, due: "2026-03-30T09:00" });
  expect(entered(timed.due, "2026-03-28", "10:00").timeZone).toBe(ownTimeZone());
  // Its reminder would come at 9:00 in Tokyo, unlike that of a snoozed step.
  expect(entered("2026-03-28", "2026-03-30")).toEqual({ text: "Call", due: "2026-03-30", timeZone: ownTimeZone() });
  expect(entered("2026-03-28", "2026-03-28", "", " Write ")).toEqual({ ...timed, text: "Write", due: "2026-03-28" });
});

it.each([
  ["2026-03-27", "Yesterday"],
  ["2026-03-28T09:00", "Today, 09:00"],
  ["2026-03-29", "Tomorrow"],
  ["2026-04-02", "Apr 2"],
  ["2027-01-31T14:30", "Jan 31, 2027, 14:30"],
])("says when %s is due", (due, words) => {
  expect(dueText({ text: "Call", due, timeZone: ownTimeZone() }, NOW)).toBe(words);
});

it("names the clocks of a time in another zone", () => {
  const step = { text: "Call", due: "2026-03-29T09:00", timeZone: "Pacific/Kiritimati" };
  expect(dueText(step, NOW)).toBe("Tomorrow, 09:00 (Pacific/Kiritimati)");
  expect(dueTime(step)).toBe("09:00 (Pacific/Kiritimati)");
});

it("is overdue from the day after on", () => {
  expect(["2026-03-27T23:59", "2026-03-28T00:00"].map((due) => isOverdue({ due }, NOW))).toEqual([true, false]);
});
