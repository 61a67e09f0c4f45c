import fastify, { type FastifyInstance } from "fastify";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { limitLoad } from "#server/http/load-limits.ts";
import { refuseUnreadable } from "#server/http/unreadable-request.ts";

/** A server with small limits, and a route that responds on command. */
async function listening(more: Partial<Record<keyof typeof LIMITS.load, number>> = {}) {
  const waiting: (() => void)[] = [];
  const app: FastifyInstance = fastify({
    http: { connectionsCheckingInterval: 20 },
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: true,
  });
  limitLoad(app, {
    ...LIMITS.load,
    underWay: 3,
    headerMilliseconds: 1_000,
    bodyMilliseconds: 1_000,
    readerMilliseconds: 1_000,
    ...more,
  } as unknown as typeof LIMITS.load);
  app.get("/slow", { config: { permission: "read" } }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return "answered";
  });
  app.post("/job", { config: { permission: "work" } }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return "done";
  });
  app.get("/quick", { config: { permission: "read" } }, async () => "answered");
  app.get("/busy", { config: { permission: "read" } }, async () => {
    const until = performance.now() + 30;
    while (performance.now() < until);
    return "answered";
  });
  app.get("/health", { config: { permission: "anyone" } }, async () => "well");
  app.post("/body", { config: { permission: "work" } }, async ({ body }) => body);
  app.get("/endless", { config: { permission: "read" } }, async (_request, reply) =>
    reply.send(Readable.from(forEver(), { objectMode: false })),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { app, waiting, port, url: `http://127.0.0.1:${port}` };
}

function* forEver(): Generator<string> {
  for (;;) yield "x".repeat(65_536);
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

test("rejects overload at once with a retry hint, and still answers health checks", async () => {
  const { waiting, url } = await listening();
  const taken = [1, 2, 3].map(() => fetch(`${url}/slow`));
  await expect.poll(() => waiting.length).toBe(3);
  const refused = await fetch(`${url}/slow`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("content-type")).toContain("application/problem+json");
  expect(await (await fetch(`${url}/health`)).text()).toBe("well");
  for (const answer of waiting.splice(0)) answer();
  for (const answer of await Promise.all(taken)) expect(answer.status).toBe(200);
  // It recovers automatically.
  const next = fetch(`${url}/slow`);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect((await next).status).toBe(200);
});

test("accepts less of what is slow, regardless of other waiting requests", async () => {
  const { waiting, url } = await listening({ underWayAtLeast: 1, slowMilliseconds: 10 });
  const asked = (path: string, method = "GET") => fetch(`${url}${path}`, { method }).then(({ status }) => status);
  const answered = async (taken: Promise<number>): Promise<number> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const answer of waiting.splice(0)) answer();
    return taken;
  };
  for (let n = 0; n < 25; n += 1) {
    const slow = asked("/slow");
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(1);
    await setTimeout(20);
    expect(await answered(slow)).toBe(200);
  }
  const long = asked("/job", "POST");
  await expect.poll(() => waiting.length).toBe(1);
  const jobs = waiting.splice(0);
  const one = asked("/slow");
  await expect.poll(() => waiting.length).toBe(1);
  expect(await asked("/quick")).toBe(503);
  expect(await answered(one)).toBe(200);
  await expect.poll(() => asked("/quick")).toBe(200);
  for (const answer of jobs) answer();
  expect(await long).toBe(200);
});

test("a constantly late server rejects what it can't start in time, and stays healthy", async () => {
  const { url } = await listening({ loopMilliseconds: 20, patienceMilliseconds: 50 });
  const asked = (path: string) => fetch(`${url}${path}`).then(({ status }) => status);
  expect(await asked("/busy")).toBe(200);
  const statuses: number[] = [];
  const wantsMore = async (): Promise<void> => {
    while (!statuses.includes(503)) statuses.push(await asked("/busy"));
  };
  const crowd = Promise.all(Array.from({ length: 8 }, wantsMore));
  while (!statuses.includes(503)) expect(await asked("/health")).toBe(200);
  await crowd;
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  // It recovers automatically.
  await expect.poll(() => asked("/busy")).toBe(200);
});

test("a client that disconnects early releases its slot", async () => {
  const { waiting, port, url } = await listening();
  for (let n = 0; n < 3; n += 1) {
    const socket = await connected(port);
    socket.write("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => waiting.length).toBe(n + 1);
    socket.destroy();
  }
  await expect.poll(async () => (await fetch(`${url}/quick`)).status).toBe(200);
});

test.each([
  ["headers that never end", "GET /health HTTP/1.1\r\nhost: x\r\n"],
  [
    "a body that never ends",
    "POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{",
  ],
])("%s lose their connection, however slowly they send", async (_, beginning) => {
  const { port, url } = await listening();
  const socket = await connected(port);
  socket.write(beginning);
  const drip = setInterval(() => socket.write("a"), 10);
  onTestFinished(() => clearInterval(drip));
  const [answer] = await Promise.all([
    text(socket).catch(() => ""),
    new Promise((resolve) => socket.once("close", resolve)),
  ]);
  expect(answer).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/u);
  expect(await (await fetch(`${url}/health`)).text()).toBe("well");
});

test("a response that nobody reads is dropped", async () => {
  const { app, port } = await listening();
  const socket = await connected(port);
  socket.pause();
  socket.write("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n");
  const open = (): Promise<number> =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(open).toBe(0);
});

test("a slow reader of a long response occupies no slot", async () => {
  const { port, waiting, url } = await listening();
  const readers = await Promise.all([1, 2, 3, 4].map(() => connected(port)));
  for (const reader of readers) {
    reader.resume();
    reader.write("GET /endless HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(reader, "data");
  }
  const asked = fetch(`${url}/slow`);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect((await asked).status).toBe(200);
  for (const reader of readers) reader.destroy();
});
