import { expect, test } from "vitest";
import { isMeantOn } from "#web/screens/integrations/is-meant-on.ts";

test.each([
  ["a new one", null, true],
  ["one that works", { isActive: true, disabledAt: null }, true],
  ["one that someone paused", { isActive: false, disabledAt: null }, false],
  ["one that was turned off because it failed", { isActive: false, disabledAt: "2026-01-31T09:30:00.000Z" }, true],
])("the settings of %s", (_which, destination, isOn) => {
  expect(isMeantOn(destination)).toBe(isOn);
});
