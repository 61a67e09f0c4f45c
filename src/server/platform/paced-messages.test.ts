import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FeedMessage } from "#server/platform/change-feed.ts";
import { paceMessages } from "#server/platform/paced-messages.ts";

let now: number;
let sent: FeedMessage[];
/** How long it takes to send to everyone, in milliseconds. */
let takes: number;
let pass: (message: FeedMessage) => void;

beforeEach(() => {
  vi.useFakeTimers();
  [now, takes, sent] = [0, 10, []];
  const tell = (message: FeedMessage): void => {
    sent.push(message);
    now += takes;
  };
  pass = paceMessages(tell, () => now);
});
afterEach(() => vi.useRealTimers());

const changed = (...leadIds: string[]): FeedMessage => ({ event: "changed", data: { topics: ["leads"], leadIds } });
const progress = (done: number, label = "A"): FeedMessage => ({
  event: "progress",
  data: { work: "sync", label, done, total: 9, finished: false },
});

test("a single message is sent at once", () => {
  pass(changed("1"));
  expect(sent).toEqual([changed("1")]);
});

test("messages soon after are sent as one, after four times the sending time", async () => {
  pass(changed("1"));
  pass(changed("2"));
  pass(progress(1));
  await vi.advanceTimersByTimeAsync(39);
  pass(changed("3"));
  pass(progress(2));
  pass(progress(1, "B"));
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.slice(1)).toEqual([progress(2), progress(1, "B"), changed("2", "3")]);
});

test("the pause follows the sending time, up to two seconds", async () => {
  takes = 100;
  pass(changed("1"));
  pass(changed("2"));
  await vi.advanceTimersByTimeAsync(399);
  expect(sent).toHaveLength(1);
  takes = 60_000;
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
  pass(changed("3"));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(101);
  expect(sent).toHaveLength(3);
});

test("after a quiet pause the next one is sent at once", async () => {
  pass(changed("1"));
  await vi.advanceTimersByTimeAsync(40);
  pass(changed("2"));
  expect(sent).toHaveLength(2);
});
