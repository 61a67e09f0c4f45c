import { describe, expect, test, vi } from "vitest";
import { refusals } from "#test/peers/google/google-answers.ts";
import { peer, waits, eachWithGooglePeer, source, config, refusal } from "#test/peers/google/sheets-under-test.ts";

eachWithGooglePeer();

describe("temporary failures", () => {
  test.each([
    ["quota, with the seconds to wait", { answer: refusals.quotaExceeded("3") }, 3000, 3000],
    ["quota, without", { answer: refusals.quotaExceeded() }, 750, 1000],
    ["unavailable", { answer: refusals.unavailable() }, 750, 1000],
    ["an answer cut off", { cutAfterBytes: 40 }, 750, 1000],
    ["an answer that never starts", { cutAfterBytes: 0 }, 750, 1000],
  ] as const)("%s: the call is repeated", async (_, failure, least, most) => {
    peer.failNext({ on: "values", ...failure });
    expect((await source().read(config())).rows).toHaveLength(2);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits[0]).toBeLessThanOrEqual(most);
  });

  test("the token endpoint is retried too", async () => {
    peer.failNext({ on: "token", answer: refusals.unavailable() });
    expect((await source().read(config())).rows).toHaveLength(2);
    expect([peer.count("token"), waits.length]).toEqual([2, 1]);
  });

  test("Retry-After may be a date", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00Z") });
    peer.failNext({ on: "values", answer: refusals.quotaExceeded("Sun, 01 Mar 2026 12:00:20 GMT") });
    await source().read(config());
    expect(waits).toEqual([20_000]);
  });

  test.each([
    ["google_quota", { answer: refusals.quotaExceeded() }],
    ["google_failing", { answer: refusals.internal() }],
    ["google_cut_off", { cutAfterBytes: 40 }],
  ] as const)("%s after four tries of a sync, or two of a test", async (id, failure) => {
    peer.failNext({ on: "values", times: 100, ...failure });
    const error = await refusal(source(), config());
    expect(error.id).toBe(id);
    expect(peer.count("values")).toBe(4);
    expect(waits.map((ms) => Math.ceil(ms / 1000))).toEqual([
      1,
      expect.toBeOneOf([3, 4]),
      expect.toSatisfy((s: number) => s >= 12 && s <= 16),
    ]);
    expect(await source().test(config())).toMatchObject({ valid: false, code: id });
    expect(peer.count("values")).toBe(6);
  });

  test("a Retry-After over the limit fails at once and is passed on", async () => {
    peer.failNext({ on: "values", answer: refusals.quotaExceeded("3600") });
    const error = await refusal(source(), config());
    expect(error).toMatchObject({ id: "google_quota", retryAfterSeconds: 3600 });
    expect(waits).toEqual([]);
  });
});
