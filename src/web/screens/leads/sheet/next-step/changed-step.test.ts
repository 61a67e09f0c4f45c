import { expect, it } from "vitest";
import { ownTimeZone } from "#shared/time-zone.ts";
import { enteredStep, movedTo, nextMonday } from "#web/screens/leads/sheet/next-step/changed-step.ts";

it.each([
  ["2026-03-28T12:00", "2026-03-30"],
  ["2026-03-29T12:00", "2026-03-30"],
  ["2026-03-30T12:00", "2026-04-06"],
])("finds the Monday after %s", (now, monday) => {
  expect(nextMonday(new Date(now).getTime())).toBe(monday);
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
