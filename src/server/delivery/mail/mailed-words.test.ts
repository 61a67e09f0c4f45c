import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { isolate, mailedLine } from "#server/delivery/mail/mailed-words.ts";

test("a long text is cut between characters", () => {
  const start = "a".repeat(LIMITS.report.shownLength - 1);
  expect(mailedLine(`${start}😀😀`)).toBe(`${start}…`);
});

test.each([
  ["محمد علي", "\u2068محمد علي\u2069"],
  ["Acme יוסי", "\u2068Acme יוסי\u2069"],
  ["Müller 山田", "Müller 山田"],
])("only right-to-left text is isolated: %j", (text, isolated) => {
  expect(isolate(text)).toBe(isolated);
});
