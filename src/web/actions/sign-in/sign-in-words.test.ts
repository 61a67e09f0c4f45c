import { expect, test } from "vitest";
import { identityProblemInWords, refusalInWords } from "#web/actions/sign-in/sign-in-words.ts";
import { ApiError } from "#web/api/connection/api-error.ts";

test("states how long to wait after too many attempts", () => {
  const refused = new ApiError(429, "Too many attempts.", [], { retryAfterSeconds: 840 });
  expect(refusalInWords(refused)).toBe("Too many attempts. Try again in 14 minutes, or ask an owner for a reset link.");
});

test("shows the server's own message without a retry time", () => {
  expect(refusalInWords(new ApiError(429, "Too many at once."))).toBe("Too many at once.");
  expect(refusalInWords(new ApiError(401, "The password is not right."))).toBe("The password is not right.");
});

test("explains an identity provider error regardless of what is in the URL", () => {
  expect(identityProblemInWords(null, "Example")).toBe("");
  expect(identityProblemInWords("identity_unknown", "Example")).toMatch(/^No account has .* Example/u);
  expect(identityProblemInWords("identity_provider_failed", null)).toMatch(/^Your identity provider can't/u);
  expect(identityProblemInWords("too_many_attempts", "Example")).toMatch(/^Too many attempts .* 15 minutes\.$/u);
  expect(identityProblemInWords("<b>Call 555</b>", "Example")).toMatch(/^Example didn't confirm your identity\./u);
});
