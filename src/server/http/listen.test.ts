import fastify from "fastify";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "#server/http/listen.ts";

const PLACE = { host: "127.0.0.1", port: 0, backlog: 512 };

test.skipIf(process.platform !== "linux")("accepts many connections per turn of the event loop", async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  let turn = 0;
  const turns: number[] = [];
  app.server.on("connection", () => turns.push(turn));
  const { port } = new URL(await listen(app, PLACE));
  const count = (): void => {
    turn += 1;
    if (turns.length < 160) setImmediate(count);
  };
  count();
  const sockets = Array.from({ length: 160 }, () => connect(Number(port), "127.0.0.1"));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await expect.poll(() => turns.length).toBe(160);
  // One socket would take as many turns as there are connections.
  expect(new Set(turns).size).toBeLessThan(80);
});

test.each([
  ["::", "http://[::1]:"],
  ["0.0.0.0", "http://127.0.0.1:"],
])("returns a URL that works on this machine when it listens on %s", async (host, url) => {
  const app = fastify();
  onTestFinished(() => app.close());
  expect(await listen(app, { ...PLACE, host })).toContain(url);
});

test("shares its port with nobody", async () => {
  const [app, other] = [fastify(), fastify()];
  onTestFinished(async () => {
    await app.close();
    await other.close();
  });
  const { port } = new URL(await listen(app, PLACE));
  await expect(listen(other, { ...PLACE, port: Number(port) })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("closes once pending requests on any socket are answered, without waiting for idle connections", async () => {
  const app = fastify({ forceCloseConnections: "idle" });
  const asked: (() => void)[] = [];
  app.get("/slow", async () => {
    await new Promise<void>((resolve) => asked.push(resolve));
    return "answered";
  });
  app.get("/quick", async () => "answered");
  const url = await listen(app, PLACE);
  const { port } = new URL(url);
  const idle = connect(Number(port), "127.0.0.1");
  idle.write("GET /quick HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(idle, "data");
  const answers = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("GET /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    return text(socket);
  });
  await expect.poll(() => asked.length).toBe(40);
  const closed = app.close();
  await once(idle, "close");
  asked.forEach((done) => done());
  for (const all of await Promise.all(answers)) expect(all).toMatch(/answered$/u);
  await closed;
});
