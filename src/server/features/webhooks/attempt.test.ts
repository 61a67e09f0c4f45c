import { describe, expect, test } from "vitest";
import type { Answer, FetchOutcome } from "#server/platform/guarded-fetch.ts";
import { attemptOf, RETRY_DELAYS } from "#server/features/webhooks/attempt.ts";

const NOW = new Date("2026-05-04T10:00:00.000Z");

function answered(
  status: number,
  { headers = {}, body = "" }: { headers?: Answer["headers"]; body?: string } = {},
): Answer {
  return {
    kind: "answered",
    url: "https://a.example/",
    status,
    headers,
    body: Buffer.from(body),
    wireBytes: body.length,
  };
}

function after(outcome: FetchOutcome, attempts = 0, random = () => 0) {
  return attemptOf(outcome, { attempts, now: NOW, random });
}

describe("an attempt", () => {
  test.each([200, 204, 299])("with status %i is delivered", (status) => {
    expect(after(answered(status))).toMatchObject({ state: "delivered", nextAttempt: null, answerStatus: status });
  });

  test("is delivered when only the body of a 2xx answer is too large", () => {
    const outcome = { kind: "too_big", reason: "Too large.", url: "", status: 200 } as const;
    expect(after(outcome)).toMatchObject({ state: "delivered", answer: "Too large." });
  });

  test("that times out is retried", () => {
    const outcome = { kind: "too_slow", reason: "It took too long to respond.", url: "", status: null } as const;
    expect(after(outcome)).toMatchObject({
      state: "waiting",
      answerStatus: null,
      answer: outcome.reason,
      counts: true,
    });
  });

  test("that fails is retried on the schedule, then given up", () => {
    const seconds = RETRY_DELAYS.map((_, attempts) => {
      const { nextAttempt } = after(answered(500), attempts);
      return (Date.parse(nextAttempt ?? "") - NOW.getTime()) / 1_000;
    });
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3_600);
    expect(seconds).toEqual([5, 300, 1_800, ...hours]);
    expect(after(answered(500), RETRY_DELAYS.length)).toMatchObject({ state: "failed", nextAttempt: null });
  });

  test("is delayed by up to a tenth more, so that retries spread", () => {
    expect(after(answered(500), 1, () => 1).nextAttempt).toBe("2026-05-04T10:05:30.000Z");
  });

  test("answered with 410 is final", () => {
    expect(after(answered(410))).toMatchObject({ state: "failed", isGone: true });
  });

  test.each(["120", "Mon, 04 May 2026 10:02:00 GMT"])(
    "answered with 429 waits as asked (%s) and doesn't count",
    (header) => {
      const at = "2026-05-04T10:02:00.000Z";
      expect(after(answered(429, { headers: { "retry-after": header } }))).toMatchObject({
        state: "waiting",
        nextAttempt: at,
        restUntil: at,
        counts: false,
      });
    },
  );

  test("answered with a redirect fails", () => {
    expect(after(answered(302))).toMatchObject({
      state: "waiting",
      answer: expect.stringContaining("redirects") as string,
    });
  });

  test("stores only the start of an answer, without null characters", () => {
    const { answer } = after(answered(500, { body: `\0${"a".repeat(10_000)}` }));
    expect(answer).toBe("a".repeat(500));
  });
});
