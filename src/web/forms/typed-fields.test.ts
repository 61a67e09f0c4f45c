import { describe, expect, test } from "vitest";
import { z } from "zod";
import { textListField, wholeNumberField } from "#web/forms/typed-fields.ts";

describe("a list in one field", () => {
  const field = textListField(z.array(z.email("Not an email address")).min(1, "At least one").max(3, "At most three"));

  test("is split and trimmed, without blanks or repeats", () => {
    expect(field.parse(" a@x.com ,, b@x.com,a@x.com, ")).toEqual(["a@x.com", "b@x.com"]);
  });

  test.each([
    ["", ["At least one"]],
    [" , ,", ["At least one"]],
    ["a@x.com, bob", ["bob: Not an email address"]],
    ["a@x.com, b@x.com, c@x.com, d@x.com", ["At most three"]],
  ])("rejects %j with %j", (text, messages) => {
    const result = field.safeParse(text);
    expect(result.error?.issues.map(({ message, path }) => ({ message, path }))).toEqual(
      messages.map((message) => ({ message, path: [] })),
    );
  });
});

test("uses a custom separator", () => {
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
  ])("parses %j as %d", (text, number) => {
    expect(field.parse(text)).toBe(number);
  });

  test.each([
    ["", "Weight must be at least 1"],
    ["ten", "Weight must be at least 1"],
    ["0", "Weight must be at least 1"],
    ["2.5", "Weight must be a whole number"],
    ["101", "Weight must be at most 100"],
  ])("rejects %j: %s", (text, message) => {
    expect(field.safeParse(text).error?.issues[0]?.message).toBe(message);
  });
});
