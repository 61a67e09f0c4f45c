import { beforeEach, describe, expect, test, vi } from "vitest";
import { actAs, acting, type Acting } from "#server/platform/acting.ts";
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
  test("invalidates this process's caches before anything else happens", () => {
    const seen: string[] = [];
    feed.onStale((topics) => seen.push(...topics));
    feed.changed(["leads"], ["1"]);
    expect(seen).toEqual(["leads"]);
  });

  test("is heard by work for everyone, even if an account with limited sight made it", () => {
    const sight = { username: "Bob", ownerKey: "bob" };
    const heard: Acting[] = [];
    feed.onStale(() => heard.push(acting()));
    actAs({ by: "Bob", userId: "2", requestId: null, sight }, () => feed.changed(["leads"], ["1"]));
    expect(heard).toEqual([{ by: "Bob", userId: "2", requestId: null }]);
  });

  test("reaches browsers as one message for a burst", async () => {
    feed.changed(["leads"], ["1"]);
    feed.changed(["leads", "activity"], ["2"]);
    expect(await nextMessage()).toEqual({
      event: "changed",
      data: { topics: ["leads", "activity"], leadIds: ["1", "2"] },
    });
  });

  test("without IDs in a burst means any lead", async () => {
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

  test("reaches the browsers of this process even when it can't be published", async () => {
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
  ])("that this version can't read counts as a change of everything: %s", async (text) => {
    const message = nextMessage();
    deliver(text);
    expect((await message).data).toMatchObject({ topics: expect.arrayContaining(["leads", "rules", "activity"]) });
  });
});

describe("progress", () => {
  const at = (done: number, finished = false) =>
    ({ work: "sync", label: "Spring fair", done, total: 9, finished }) as const;

  test("is sent at once, then throttled with the latest, and its end at once", async () => {
    const received: unknown[] = [];
    feed.onMessage(({ data }) => received.push(data));
    for (let done = 1; done <= 5; done += 1) feed.progress(at(done));
    feed.progress({ ...at(1), label: "Autumn fair" });
    expect(received).toEqual([at(1), { ...at(1), label: "Autumn fair" }]);
    await expect.poll(() => received).toHaveLength(3);
    expect(received.at(-1)).toEqual(at(5));
    for (let done = 6; done <= 8; done += 1) feed.progress(at(done));
    feed.progress(at(9, true));
    feed.progress(at(1));
    expect(received.slice(3)).toEqual([at(9, true), at(1)]);
  });

  test("waiting to be sent is dropped after the end", () => {
    vi.useFakeTimers();
    const received: unknown[] = [];
    feed.onMessage(({ data }) => received.push(data));
    feed.progress(at(1));
    feed.progress(at(2));
    feed.progress(at(9, true));
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(received).toEqual([at(1), at(9, true)]);
  });
});

describe("messages between processes", () => {
  const ASKED = { event: "end-bulk", data: { request: "r", userId: null } } as const;

  test.each([false, true])("reach processes and no browser (the transport is broken: %s)", async (broken) => {
    isBroken = broken;
    const received: unknown[] = [];
    const shown: unknown[] = [];
    const unlisten = feed.onProcessMessage((message) => received.push(message));
    feed.onMessage((message) => shown.push(message));
    feed.onStale((topics) => shown.push(topics));
    feed.forward(ASKED);
    await expect.poll(() => received).toEqual([ASKED]);
    unlisten();
    feed.forward(ASKED);
    await new Promise((resolve) => setImmediate(resolve));
    expect([received, shown]).toEqual([[ASKED], []]);
  });
});
