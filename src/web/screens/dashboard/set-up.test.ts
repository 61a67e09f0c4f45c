import { describe, expect, it } from "vitest";
import { nextStep } from "#web/screens/dashboard/set-up.ts";

const NOTHING = { source: false, rule: false, leads: false, report: false };

describe("nextStep", () => {
  it.each([
    ["a new installation", NOTHING, "source"],
    ["only a source", { ...NOTHING, source: true }, "rule"],
    ["a source and a rule", { ...NOTHING, source: true, rule: true }, "leads"],
    ["leads added manually before any source", { ...NOTHING, leads: true }, "source"],
    ["everything but a report", { source: true, rule: true, leads: true, report: false }, "report"],
    ["everything", { source: true, rule: true, leads: true, report: true }, undefined],
  ])("after %s", (_word, setUp, next) => {
    expect(nextStep(setUp)?.key).toBe(next);
  });
});
