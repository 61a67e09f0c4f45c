import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createSecureContext } from "node:tls";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createGuardedFetch, type FetchRequest, type GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { gzipBomb, redirectTo, slowDrip } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";

const certificate = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/tls/${name}`, import.meta.url), "utf8");

let peer: WebsitePeer;
let open: GuardedFetch;
let guarded: GuardedFetch;
beforeAll(async () => {
  peer = await startWebsitePeer({ "/": "hello" });
  open = createGuardedFetch({
    allowPrivate: true,
    trust: () => createSecureContext({ ca: certificate("authority.pem") }),
  });
  guarded = createGuardedFetch({
    resolve: (_host, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]),
  });
});
afterAll(async () => {
  await Promise.all([open.close(), guarded.close()]);
  await peer.close();
});

/** The result for a page of the peer. */
const get = (path: string, request: FetchRequest = {}) => open.fetch(`${peer.url}${path}`, request);

describe("a guarded fetch", () => {
  test("returns a page with its status and headers", async () => {
    peer.set({ "/made": { status: 201, headers: { etag: '"1"' }, body: "grüße" } });
    const answer = await get("/made");
    expect(answer).toMatchObject({ kind: "answered", url: `${peer.url}/made`, status: 201, wireBytes: 7 });
    expect(answer).toHaveProperty("headers.etag", '"1"');
    expect(answer).toHaveProperty("body", Buffer.from("grüße"));
  });

  test("sends the given headers and body", async () => {
    peer.set({ "/echo": ({ method, body, headers }) => `${method} ${body} ${headers["user-agent"]}` });
    const answer = await get("/echo", { method: "POST", body: "{}", headers: { "user-agent": "Winnow" } });
    expect(answer).toHaveProperty("body", Buffer.from("POST {} Winnow"));
  });

  test("refuses headers that can't be sent, without blocking the next request", async () => {
    peer.set({ "/accepted": "accepted" });
    const pooled = createGuardedFetch({ allowPrivate: true, connections: 2 });
    onTestFinished(() => pooled.close());
    const send = (token: string) =>
      pooled.fetch(`${peer.url}/accepted`, { headers: { authorization: `Bearer ${token}` } });
    expect(await send("token")).toMatchObject({ kind: "answered" });
    for (const token of ["ключ", "to\u200bken", "to\nken"]) {
      expect(await send(token)).toMatchObject({ kind: "refused", reason: expect.stringContaining("header") as string });
    }
    expect(await send("token")).toMatchObject({ kind: "answered" });
  });

  test.each([
    ["file:///etc/passwd"],
    ["ftp://127.0.0.1/"],
    ["javascript:alert(1)"],
    ["http://user:secret@127.0.0.1/"],
    ["http://127.0.0.1:25/"],
    ["no address"],
    [""],
  ])("rejects %s", async (address) => {
    expect(await open.fetch(address)).toMatchObject({ kind: "refused", status: null });
  });
});

describe("private addresses", () => {
  test.each(["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost"])(
    "%s is rejected and never contacted",
    async (host) => {
      const before = peer.connections;
      const outcome = await guarded.fetch(`http://${host}:${peer.port}/`);
      expect(outcome).toMatchObject({ kind: "refused", reason: expect.stringMatching(/private network/u) });
      expect(peer.connections).toBe(before);
    },
  );

  test("a name that resolves to one is rejected at the socket", async () => {
    const before = peer.connections;
    expect(await guarded.fetch(`http://rebinding.example:${peer.port}/`)).toMatchObject({ kind: "refused" });
    expect(peer.connections).toBe(before);
  });

  test.each([
    ["http://169.254.169.254/latest/meta-data/"],
    ["http://2852039166/"],
    ["http://[fd00:ec2::254]/"],
    ["file:///etc/passwd"],
    ["gopher://127.0.0.1/"],
    ["//10.0.0.1/"],
  ])("a redirect to %s is rejected", async (location) => {
    // The first hop is on loopback too, so its own address is allowed and the next one is checked by what it is.
    const door = createGuardedFetch({ allowPrivate: true });
    onTestFinished(() => door.close());
    peer.set({ "/away": redirectTo(location) });
    const asked: string[] = [];
    const outcome = await door.fetch(`${peer.url}/away`, {
      async mayFollow(next) {
        asked.push(next.href);
        return "Not there.";
      },
    });
    expect(outcome).toMatchObject({ kind: "refused", status: 302 });
    // Other protocols are rejected before any request.
    expect(asked).toHaveLength(/^(?:file|gopher):/u.test(location) ? 0 : 1);
  });
});

describe("redirects", () => {
  test("to another origin drop what may be meant only for the first", async () => {
    const other = await startWebsitePeer({ "/": ({ headers }) => JSON.stringify(headers) });
    onTestFinished(() => other.close());
    const headers = { "user-agent": "Winnow", Authorization: "Bearer s", "x-key": "k", "if-none-match": '"1"' };
    peer.set({
      "/away": redirectTo(`${other.url}/`),
      "/near": redirectTo("/there"),
      "/there": ({ headers: sent }) => JSON.stringify(sent),
    });
    const sent = async (path: string): Promise<unknown> => {
      const answer = await get(path, { headers });
      return answer.kind === "answered" ? JSON.parse(answer.body.toString()) : answer;
    };
    expect(await sent("/near")).toMatchObject({ authorization: "Bearer s", "x-key": "k" });
    const away = await sent("/away");
    expect(away).toMatchObject({ "user-agent": "Winnow" });
    for (const name of ["authorization", "x-key", "if-none-match"]) expect(away).not.toHaveProperty(name);
  });

  test.each([301, 302, 303, 307, 308])("%i is followed", async (status) => {
    peer.set({ "/from": redirectTo("/to#part", status), "/to": "there" });
    expect(await get("/from")).toMatchObject({ kind: "answered", url: `${peer.url}/to`, status: 200 });
  });

  test("are followed at most five times", async () => {
    peer.set({ "/hop": ({ path }) => redirectTo(`/hop?${Number(path.split("?")[1] ?? "0") + 1}`) });
    const before = peer.requests.length;
    expect(await get("/hop")).toMatchObject({ kind: "broken", reason: "It redirects more than 5 times." });
    expect(peer.requests.length - before).toBe(6);
  });

  test("in a circle end", async () => {
    peer.set({ "/a": redirectTo("/b"), "/b": redirectTo("/a") });
    expect(await get("/a")).toMatchObject({ kind: "broken", reason: "It redirects in a loop." });
  });

  test("that lead nowhere end", async () => {
    peer.set({ "/odd": redirectTo("http://[oops") });
    expect(await get("/odd")).toMatchObject({ kind: "broken", status: 302 });
  });

  test("of a POST are returned", async () => {
    peer.set({ "/form": redirectTo("/") });
    expect(await get("/form", { method: "POST", body: "" })).toMatchObject({ kind: "answered", status: 302 });
  });
});

describe("limits", () => {
  const text = Buffer.from("the quick brown fox ".repeat(50));

  test.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text))],
    ["identity", text],
    ["gzip", gzipSync(text).subarray(0, -8)],
  ])("%s is unpacked", async (coding, body) => {
    peer.set({ "/packed": { headers: { "content-encoding": coding }, body } });
    expect(await get("/packed")).toMatchObject({ kind: "answered", body: text, wireBytes: body.length });
  });

  test.each([
    ["gzip", "this is no gzip", /compression is damaged/u],
    ["br", "nor is this brotli", /compression is damaged/u],
    ["compress", "x", /unsupported encoding/u],
    ["gzip, gzip, gzip, gzip", gzipSync(text), /too many times/u],
  ])("%s of %s is reported", async (coding, body, reason) => {
    peer.set({ "/packed": { headers: { "content-encoding": coding }, body } });
    expect(await get("/packed")).toMatchObject({ kind: "broken", reason: expect.stringMatching(reason) });
  });

  test.each([
    ["gzip", gzipBomb(50)],
    ["deflate", { headers: { "content-encoding": "deflate" }, body: deflateSync(Buffer.alloc(50_000_000)) }],
    ["br", { headers: { "content-encoding": "br" }, body: brotliCompressSync(Buffer.alloc(50_000_000)) }],
    ["zstd", { headers: { "content-encoding": "zstd" }, body: zstdCompressSync(Buffer.alloc(50_000_000)) }],
    [
      "two of them",
      { headers: { "content-encoding": "gzip, gzip" }, body: gzipSync(gzipSync(Buffer.alloc(50_000_000))) },
    ],
  ])("a bomb of %s isn't unpacked", async (_name, answer) => {
    peer.set({ "/bomb": answer });
    expect(await get("/bomb")).toMatchObject({ kind: "too_big", reason: expect.stringContaining("3 MB") });
  });

  test("a declared overlong response isn't read, and an undeclared one only up to the limit", async () => {
    peer.set({
      "/said": { body: "a".repeat(5_000) },
      "/streamed": {
        body: (async function* endless() {
          for (;;) yield "a".repeat(1_000);
        })(),
      },
    });
    expect(await get("/said", { bytes: 4_000 })).toMatchObject({ kind: "too_big", status: 200 });
    expect(await get("/streamed", { bytes: 4_000 })).toMatchObject({ kind: "too_big", status: 200 });
    expect(await get("/said", { bytes: 5_000 })).toMatchObject({ kind: "answered" });
  });

  test("a response that trickles forever is given up", async () => {
    peer.set({ "/drip": () => slowDrip() });
    expect(await get("/drip", { milliseconds: 150 })).toMatchObject({ kind: "too_slow", status: 200 });
  });

  test("the time limit covers all redirects together", async () => {
    peer.set({ "/slow": redirectTo("/drip"), "/drip": () => slowDrip() });
    expect(await get("/slow", { milliseconds: 150 })).toMatchObject({ kind: "too_slow", url: `${peer.url}/drip` });
  });

  test("endless headers are rejected", async () => {
    peer.set({ "/headers": { headers: { "x-long": "a".repeat(40_000) } } });
    expect(await get("/headers")).toMatchObject({ kind: "too_big", reason: "The response headers are too large." });
  });

  test("an unwanted type isn't read", async () => {
    peer.set({ "/pdf": { headers: { "content-type": "Application/PDF; x=y" }, body: "%PDF" } });
    const types: string[] = [];
    const refuseType = (type: string): string => {
      types.push(type);
      return "It is a PDF.";
    };
    expect(await get("/pdf", { refuseType })).toMatchObject({
      kind: "wrong_type",
      reason: "It is a PDF.",
      status: 200,
    });
    expect(types).toEqual(["application/pdf"]);
  });

  test("the signal ends it with its reason", async () => {
    peer.set({ "/drip": () => slowDrip() });
    const stop = new AbortController();
    const fetching = get("/drip", { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(fetching).rejects.toThrow("enough");
    await expect(get("/", { signal: stop.signal })).rejects.toThrow("enough");
  });

  test("one host has one connection at a time", async () => {
    const own = await startWebsitePeer({ "*": "page" });
    onTestFinished(() => own.close());
    const answers = await Promise.all(Array.from({ length: 10 }, (_none, page) => open.fetch(`${own.url}/${page}`)));
    expect(answers.map(({ kind }) => kind)).toEqual(Array(10).fill("answered"));
    expect(own.connections).toBe(1);
  });
});

describe("unreachable servers", () => {
  /** A server that responds to a connection with this and hangs up. */
  async function rawServer(answer: string): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  test("a closed port", async () => {
    const gone = await startWebsitePeer();
    await gone.close();
    expect(await open.fetch(gone.url)).toMatchObject({
      kind: "unreachable",
      reason: expect.stringMatching(/refused/u),
    });
  });

  test("a name that does not exist", async () => {
    const nameless = createGuardedFetch({
      resolve: (_host, answer) => answer(Object.assign(new Error("none"), { code: "ENOTFOUND" }), []),
    });
    onTestFinished(() => nameless.close());
    expect(await nameless.fetch("http://nowhere.example/")).toMatchObject({
      kind: "unreachable",
      reason: "No such host.",
    });
  });

  test("a server that hangs up, or speaks another protocol", async () => {
    expect(await open.fetch(await rawServer(""))).toMatchObject({ kind: "unreachable" });
    expect(await open.fetch(await rawServer("220 mail.example ESMTP\r\n"))).toMatchObject({ kind: "broken" });
    const cut = await rawServer("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort");
    expect((await open.fetch(cut)).kind).not.toBe("answered");
  });

  test.each([
    ["server", "answered", ""],
    ["expired", "unreachable", "has expired"],
    ["wrong-name", "unreachable", "for another host"],
  ])("a certificate that is %s", async (name, kind, reason) => {
    const tls = { key: certificate(`${name}-key.pem`), cert: certificate(`${name}.pem`) };
    const secure = await startWebsitePeer({ "/": "hello" }, { tls });
    onTestFinished(() => secure.close());
    const outcome = await open.fetch(secure.url);
    expect(outcome.kind).toBe(kind);
    expect("reason" in outcome ? outcome.reason : "").toContain(reason);
  });

  test("a certificate of an untrusted authority", async () => {
    const distrusting = createGuardedFetch({ allowPrivate: true, trust: () => createSecureContext({ ca: [] }) });
    onTestFinished(() => distrusting.close());
    const secure = await startWebsitePeer(
      {},
      { tls: { key: certificate("server-key.pem"), cert: certificate("server.pem") } },
    );
    onTestFinished(() => secure.close());
    expect(await distrusting.fetch(secure.url)).toMatchObject({
      kind: "unreachable",
      reason: expect.stringMatching(/certificate/u),
    });
  });
});
