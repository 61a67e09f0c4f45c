import { expect, test } from "vitest";
import { receiverFailure } from "#server/features/webhooks/receiver-failure.ts";

const answered = {
  kind: "answered",
  url: "https://a.example/",
  headers: {},
  body: Buffer.alloc(0),
  wireBytes: 0,
} as const;

test.each([
  [302, "", "The URL redirects, which isn't followed. Enter the URL it leads to."],
  [403, "invalid_token", "The receiver denies access (403: invalid_token). Check the URL."],
  [404, "no_service\n", "The receiver has nothing at this URL (404: no_service). Check it."],
  [429, "", "The receiver asks to wait (429). Winnow tries again."],
  [503, "x".repeat(500), `The receiver has a problem (503: ${"x".repeat(100)}). Winnow tries again.`],
  [400, "Bad embed.", "The receiver refuses the event (400: Bad embed). Check the URL."],
])("status %i names the cause and the fix", (status, said, sentence) => {
  expect(receiverFailure({ ...answered, status }, said)).toBe(sentence);
});

test("no answer names the cause and the fix", () => {
  const outcome = { kind: "unreachable", url: "https://a.example/", status: null } as const;
  expect(receiverFailure({ ...outcome, reason: "No such host." }, "No such host.")).toBe(
    "No such host. Check the URL, or wait until the receiver works again.",
  );
});
