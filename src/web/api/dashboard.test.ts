import { expect, it } from "vitest";
import { leadsOverTimeQuery } from "#web/api/dashboard.ts";

it("asks for the leads over time again when a day begins, and not before", () => {
  const keyAt = (hour: number, minute = 0): unknown =>
    leadsOverTimeQuery(30, new Date(2026, 10, 20, hour, minute).getTime()).queryKey;
  expect(keyAt(23, 59)).toEqual(keyAt(0));
  expect(keyAt(24)).not.toEqual(keyAt(23, 59));
});
