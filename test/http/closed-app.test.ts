import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextRound } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished, vi } from "vitest";
import { listen } from "#server/http/listen.ts";
import { openWinnow } from "#test/harness.ts";

async function closedApp(): Promise<WeakRef<object>> {
  const winnow = await openWinnow("sqlite");
  await winnow.close();
  return new WeakRef(winnow.app);
}

it("a closed app leaves memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const first = await closedApp();
  // The stack may still refer to the last one.
  await closedApp();
  for (let round = 0; round < 5; round += 1) {
    await nextRound();
    collectGarbage();
  }
  // A failure would print the whole app.
  expect(first.deref() === undefined).toBe(true);
});

it("waits longer than ten seconds for answers", async () => {
  const winnow = await openWinnow("sqlite");
  const { host, port } = new URL(await listen(winnow.app, { host: "127.0.0.1", port: 0, backlog: 40 }));
  // So many that the listening sockets share them.
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), "127.0.0.1").setEncoding("utf8"));
  for (const socket of sockets) {
    socket.write(
      `POST /api/leads HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\nexpect: 100-continue\r\n` +
        "content-type: application/json\r\ncontent-length: 2\r\n\r\n",
    );
    await once(socket, "data");
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = winnow.app.close();
  await nextRound();
  await vi.advanceTimersByTimeAsync(20_000);
  const answers = sockets.map((socket) => text(socket));
  for (const socket of sockets) socket.write("{}");
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /u);
  await closed;
  await winnow.close();
});
