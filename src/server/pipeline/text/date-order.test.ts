import { expect, test } from "vitest";
import { dateOrderOf, withIsoDate } from "#server/pipeline/text/date-order.ts";

test.each([
  [["03/04/2026", "", "31/12/2026 08:00"], "day"],
  [["3/4/26", "12/31/26"], "month"],
  [["01-02-2026", "25-02-2026"], "day"],
  [["03/04/2026", "05/06/2026"], null],
  [["31/12/2026", "12/31/2026"], null],
  [["2026-12-31", "31.12.2026", "soon", "1/31"], null],
])("%j shows the order %s", (values, order) => {
  expect(dateOrderOf(values)).toBe(order);
});

test.each([
  ["3/4/2026", "day", "2026-04-03"],
  ["3/4/2026", "month", "2026-03-04"],
  [" 31-12-26, 08:00", "day", "2026-12-31, 08:00"],
  ["31.12.2026", "day", "31.12.2026"],
  ["3/4/2026", undefined, "3/4/2026"],
  ["1/2/3", "day", "1/2/3"],
] as const)("%j with the %s first is %j", (value, order, date) => {
  expect(withIsoDate(value, order)).toBe(date);
});
