import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { listenOnPostgres } from "#server/store/postgres-listener.ts";

const TIMING = { askMilliseconds: 200, answerMilliseconds: 300 };

/** A way to the run's PostgreSQL on which connections can be left open though nothing comes through any more. */
async function openWay(): Promise<{ url: string; swallow: () => void; connections: () => number }> {
  const url = new URL(inject("postgresUrl").replace("DATABASE", "postgres"));
  const to = { host: url.hostname, port: Number(url.port) };
  const open = new Set<Socket>();
  const ways: { cut: () => void }[] = [];
  const server = createServer((near) => {
    const far = connect(to);
    open.add(near);
    near.on("close", () => {
      open.delete(near);
      far.destroy();
    });
    for (const socket of [near, far]) socket.on("error", () => {});
    far.on("close", () => near.destroy());
    near.pipe(far);
    far.pipe(near);
    ways.push({
      cut() {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    swallow: () => {
      for (const { cut } of ways.splice(0)) cut();
    },
    connections: () => open.size,
  };
}

async function listening(url: string) {
  const pool = new pg.Pool({ connectionString: inject("postgresUrl").replace("DATABASE", "postgres"), max: 1 });
  const channel = await listenOnPostgres(async () => ({ connectionString: url, connectionTimeoutMillis: 300 }), TIMING);
  const heard: string[] = [];
  channel.subscribe("winnow", (message) => heard.push(message));
  onTestFinished(async () => {
    await channel.close();
    await pool.end();
  });
  return { heard, publish: (message: string) => channel.publish(pool, "winnow", message) };
}

test("a connection that is open but deaf is made anew, and then anything may have been missed", async () => {
  const way = await openWay();
  const { heard, publish } = await listening(way.url);
  await publish("before");
  await expect.poll(() => heard).toEqual(["before"]);
  way.swallow();
  await publish("missed");
  await expect.poll(() => heard, { timeout: 5_000 }).toEqual(["before", ""]);
  await publish("after");
  await expect.poll(() => heard).toEqual(["before", "", "after"]);
  expect(way.connections()).toBe(1);
});

test("a connection that is swallowed while it is made is given up, too", async () => {
  const way = await openWay();
  const { heard, publish } = await listening(way.url);
  way.swallow();
  const again = setInterval(way.swallow, 2);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  clearInterval(again);
  const publishAndLook = async (): Promise<string | undefined> => {
    await publish("after");
    return heard.at(-1);
  };
  await expect.poll(publishAndLook, { timeout: 5_000 }).toBe("after");
  expect(heard).toContain("");
  expect(way.connections()).toBe(1);
});

test("a connection that answers is kept", async () => {
  const way = await openWay();
  const { heard, publish } = await listening(way.url);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await publish("still");
  await expect.poll(() => heard).toEqual(["still"]);
});
