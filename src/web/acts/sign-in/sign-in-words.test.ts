import { expect, test } from "vitest";
import { identityProblemInWords, refusalInWords } from "#web/acts/sign-in/sign-in-words.ts";
import { ApiError } from "#web/api/api-error.ts";

test("too many attempts say how long to wait", () => {
  const refused = new ApiError(429, "Too many attempts.", [], { retryAfterSeconds: 840 });
  expect(refusalInWords(refused)).toBe("Too many attempts. Try again in 14 minutes.");
});

test("without a time the server's own sentence stands", () => {
  expect(refusalInWords(new ApiError(429, "Too many at once."))).toBe("Too many at once.");
  expect(refusalInWords(new ApiError(401, "The password is not right."))).toBe("The password is not right.");
});

test("a problem of the identity provider is a sentence, whatever stands in the address", () => {
  expect(identityProblemInWords(null, "Example")).toBe("");
  expect(identityProblemInWords("identity_unknown", "Example")).toMatch(/^No account here .* Example/u);
  expect(identityProblemInWords("identity_provider_failed", null)).toMatch(/^Your identity provider cannot/u);
  expect(identityProblemInWords("too_many_attempts", "Example")).toMatch(/^Too many attempts .* 15 minutes\.$/u);
  expect(identityProblemInWords("<b>Call 555</b>", "Example")).toMatch(/^Example did not confirm who you are\./u);
});
