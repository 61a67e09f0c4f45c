import { beforeEach, describe, expect, test } from "vitest";
import { createChangeFeed, type ChangeFeed, type FeedMessage } from "#server/platform/change-feed.ts";
import { createLog } from "#server/platform/log.ts";

let feed: ChangeFeed;
let deliver: (message: string) => void;
let isBroken: boolean;

beforeEach(() => {
  const listeners = new Set<(message: string) => void>();
  const toAll = (message: string): void => listeners.forEach((listener) => listener(message));
  deliver = toAll;
  isBroken = false;
  feed = createChangeFeed(
    {
      publish: async (message) => {
        if (isBroken) throw new Error("broken");
        toAll(message);
      },
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    createLog("silent"),
  );
});

function nextMessage(): Promise<FeedMessage> {
  return new Promise((resolve) => {
    const stop = feed.onMessage((message) => {
      stop();
      resolve(message);
    });
  });
}

describe("a change", () => {
  test("makes caches of this process stale before anything else happens", () => {
    const seen: string[] = [];
    feed.onStale((topics) => seen.push(...topics));
    feed.changed(["leads"], ["1"]);
    expect(seen).toEqual(["leads"]);
  });

  test("reaches browsers as one message for a burst", async () => {
    feed.changed(["leads"], ["1"]);
    feed.changed(["leads", "activity"], ["2"]);
    expect(await nextMessage()).toEqual({
      event: "changed",
      data: { topics: ["leads", "activity"], leadIds: ["1", "2"] },
    });
  });

  test("without ids in a burst means any lead", async () => {
    feed.changed(["leads"], ["1"]);
    feed.changed(["leads"]);
    expect(await nextMessage()).toEqual({ event: "changed", data: { topics: ["leads"] } });
  });

  test("of very many leads stays a small message", async () => {
    feed.changed(
      ["leads"],
      Array.from({ length: 10_000 }, (_, index) => String(index)),
    );
    expect(JSON.stringify(await nextMessage()).length).toBeLessThan(8_000);
  });

  test("reaches the browsers of this process also when it cannot be published", async () => {
    isBroken = true;
    feed.changed(["rules"]);
    expect(await nextMessage()).toEqual({ event: "changed", data: { topics: ["rules"] } });
  });

  test.each([
    '{"event":"something-new"}',
    '{"event":"changed","data":{"topics":["something-new"]}}',
    '{"event":"changed"}',
    "null",
    "",
  ])("that this program cannot read counts as a change of everything: %s", async (text) => {
    const message = nextMessage();
    deliver(text);
    expect((await message).data).toMatchObject({ topics: expect.arrayContaining(["leads", "rules", "activity"]) });
  });
});

describe("what processes tell each other", () => {
  const ASKED = { event: "end-bulk", data: { request: "r", userId: null } } as const;

  test.each([false, true])("reaches processes and no browser (the transport is broken: %s)", async (broken) => {
    isBroken = broken;
    const told: unknown[] = [];
    const shown: unknown[] = [];
    const unlisten = feed.onTold((message) => told.push(message));
    feed.onMessage((message) => shown.push(message));
    feed.onStale((topics) => shown.push(topics));
    feed.tell(ASKED);
    await expect.poll(() => told).toEqual([ASKED]);
    unlisten();
    feed.tell(ASKED);
    await new Promise((resolve) => setImmediate(resolve));
    expect([told, shown]).toEqual([[ASKED], []]);
  });
});
