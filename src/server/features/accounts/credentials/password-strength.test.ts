import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { whyGuessable } from "#server/features/accounts/credentials/password-strength.ts";

const CONTEXT = ["grace.hopper@navy.example"];

test.each([
  ["PasswordPassword", "repeats"],
  ["letmeinletmein", "repeats"],
  ["aaaaaaaaaaaa", "repeats"],
  ["abcabcabcabcab", "repeats"],
  ["123456789012", "common"],
  ["zyxwvutsrqponm", "sequence"],
  ["qwertyuiop[]", "keyboard"],
  ["P@ssw0rd!2024", "common"],
  ["Summer2024!!", "common"],
  ["iloveyousomuch", "common"],
  ["thisismypassword", "common"],
  ["correct horse battery staple", "common"],
  ["ｐａｓｓｗｏｒｄ１２３４", "common"],
  ["grace.hopper@navy.example", "username"],
  ["hopper-grace-1906", "username"],
  ["winnowwinnow", "Winnow"],
  ["w1nn0w-w1nn0w", "Winnow"],
  ["winnow-sales-1", "Winnow"],
])("%s is too easy to guess", async (password, reason) => {
  expect(await whyGuessable(password, CONTEXT)).toContain(reason);
});

test.each([
  "a quiet lamp upon the desk",
  "seven boats on a grey river",
  "Tr0ub4dor&3 and more",
  "k7!vQz0pLx2m",
  "ärgerliche Möwen im Nebel",
  "grace and seven quiet lamps",
  "四つの静かな灯台と古い橋の夜",
  "vivid-otter-lamp-93-quill ".repeat(40),
])("%s is hard to guess", async (password) => {
  expect(await whyGuessable(password, CONTEXT)).toBeNull();
});

test("checks only the first 64 characters", async () => {
  const long = "4@8({[3!1|l7$5so0".repeat(100).slice(0, LIMITS.account.password.max);
  expect(await whyGuessable(long, CONTEXT)).toEqual(await whyGuessable(long.slice(0, 64), CONTEXT));
});
