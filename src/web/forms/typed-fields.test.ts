import { describe, expect, test } from "vitest";
import { z } from "zod";
import { textListField, wholeNumberField } from "#web/forms/typed-fields.ts";

describe("a list in one field", () => {
  const field = textListField(z.array(z.email("Not an e-mail address")).min(1, "At least one").max(3, "At most three"));

  test("is split, trimmed, and loses what is empty or repeated", () => {
    expect(field.parse(" a@x.com ,, b@x.com,a@x.com, ")).toEqual(["a@x.com", "b@x.com"]);
  });

  test.each([
    ["", ["At least one"]],
    [" , ,", ["At least one"]],
    ["a@x.com, bob", ["bob: Not an e-mail address"]],
    ["a@x.com, b@x.com, c@x.com, d@x.com", ["At most three"]],
  ])("%j is refused with %j", (text, messages) => {
    const result = field.safeParse(text);
    expect(result.error?.issues.map(({ message, path }) => ({ message, path }))).toEqual(
      messages.map((message) => ({ message, path: [] })),
    );
  });
});

test("a list is split as it is written", () => {
  const field = textListField(z.array(z.string()), (text) => text.split("|"));
  expect(field.parse("a, b|c")).toEqual(["a, b", "c"]);
});

describe("a whole number in a field", () => {
  const weight = z.int("Weight must be a whole number");
  const field = wholeNumberField(weight.min(1, "Weight must be at least 1").max(100, "Weight must be at most 100"));

  test.each([
    ["1", 1],
    ["100", 100],
    [" 7 ", 7],
  ])("%j is %d", (text, number) => {
    expect(field.parse(text)).toBe(number);
  });

  test.each([
    ["", "Weight must be at least 1"],
    ["ten", "Weight must be at least 1"],
    ["0", "Weight must be at least 1"],
    ["2.5", "Weight must be a whole number"],
    ["101", "Weight must be at most 100"],
  ])("%j is refused: %s", (text, message) => {
    expect(field.safeParse(text).error?.issues[0]?.message).toBe(message);
  });
});
