import { expect, test } from "vitest";
import { filterOf } from "#web/screens/team/audit/audit-address.ts";

const empty = { by: "", action: "", from: "", to: "" };
const local = (...parts: [number, number, number]): string => new Date(...parts).toISOString();

test("has no filter without parameters", () => {
  expect(filterOf(empty)).toEqual({});
});

test("includes both days in full", () => {
  const day = "2026-03-29";
  expect(filterOf({ ...empty, from: day, to: day })).toEqual({ from: local(2026, 2, 29), to: local(2026, 2, 30) });
});

test("ignores invalid days", () => {
  expect(filterOf({ by: "Ann", action: "leads.update", from: "soon", to: "2026-02-31" })).toEqual({
    by: "Ann",
    action: "leads.update",
  });
});
