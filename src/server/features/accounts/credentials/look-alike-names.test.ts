import { expect, test } from "vitest";
import { Username } from "#shared/contract/user.ts";
import { looksAlike } from "#server/features/accounts/credentials/look-alike-names.ts";

test.each([
  ["Ada", "Аda"],
  ["scope", "ѕсоре"],
  ["paul", "pauI"],
  ["modern", "modem"],
  ["bob", "ｂｏｂ"],
  ["Ada Byron", "Ada  Byron"],
  ["Ada Byron", "Ada\u00a0Byron"],
  ["user0", "userO"],
  ["Zoe\u0308", "Zoë"],
  ["STRASSE", "straße"],
])("%s looks like %s", (one, other) => {
  expect([looksAlike(one)(other), looksAlike(other)(one)]).toEqual([true, true]);
});

test.each([
  ["Ada", "Adam"],
  ["Zoe", "Zoë"],
  ["user1", "user2"],
  ["ada@acme.example", "ada@acme.test"],
  ["Мария", "Марина"],
  ["田中", "中田"],
])("%s doesn't look like %s", (one, other) => {
  expect([looksAlike(one)(other), looksAlike(other)(one)]).toEqual([false, false]);
});

test.each(["Ada", "ada@acme.example", "O'Brien-Núñez", "محمد", "田中 太郎", "Мария", "Zoe\u0308", "नीता"])(
  "%s can be a username",
  (name) => {
    expect(Username.safeParse(name).success).toBe(true);
  },
);

test.each([
  "A\u200bda",
  "\u202eada",
  "Ada\u2069",
  "A\u00adda",
  "A\u034fda",
  "\u061cAda",
  "A\u2028da",
  "Ada\ufe0f",
  "\ud800",
])("%j can't be a username", (name) => {
  expect(Username.safeParse(name).success).toBe(false);
});
