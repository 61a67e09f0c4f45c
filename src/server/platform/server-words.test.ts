import * as fc from "fast-check";
import { expect, test } from "vitest";
import { quoteWithoutSecrets } from "#server/platform/server-words.ts";

test("removes the password and its base64, whatever a server says around it", () => {
  const password = fc
    .string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" })
    .filter((text) => !"[hidden]".includes(text));
  fc.assert(
    fc.property(fc.string(), password, fc.string(), (before, secret, after) => {
      const encoded = Buffer.from(secret).toString("base64");
      const quoted = quoteWithoutSecrets("user", secret)(`${before}${secret}${after} ${encoded}`);
      expect(quoted.includes(secret) || quoted.includes(encoded)).toBe(false);
    }),
  );
});

test.each([
  ["several lines become one", "535-First\r\n535 Second\u0000", "535-First 535 Second"],
  ["half a surrogate pair goes", "535 \ud83d!", "535 !"],
  ["long answers are cut", "x".repeat(400), `${"x".repeat(300)}…`],
])("%s", (_name, text, quoted) => {
  expect(quoteWithoutSecrets("user", "a-password")(text)).toBe(quoted);
});

test("an empty password hides nothing", () => {
  expect(quoteWithoutSecrets("user", "")("535 No")).toBe("535 No");
});
