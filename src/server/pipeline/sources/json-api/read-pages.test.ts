import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Pagination } from "#shared/contract/data-source.ts";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import { readJsonApi, testJsonApi, type JsonSourceConfig } from "#server/pipeline/sources/json-api/index.ts";
import { json } from "#test/peers/crm/crm-peer.ts";
import {
  startWebsitePeer,
  type PeerPage,
  type PeerRequest,
  type WebsitePeer,
} from "#test/peers/website/website-peer.ts";

const SECRET = "secret-key-of-the-test";
const outbound = createGuardedFetch({ allowPrivate: true });
const peers: WebsitePeer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});
afterAll(() => outbound.close());

const row = (number: number) => ({ id: number, name: `Person ${number}`, email: `p${number}@acme.example` });
const rowsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => row(first + index));
const query = ({ path }: PeerRequest) => new URL(path, "http://x").searchParams;

async function serve(page: PeerPage): Promise<WebsitePeer> {
  const peer = await startWebsitePeer({ "/rows": page });
  peers.push(peer);
  return peer;
}

type Options = NonNullable<Parameters<typeof readJsonApi>[2]>;

/** Reads a peer's rows, and returns their numbers and why reading ended early. */
async function read(peer: WebsitePeer, config: Partial<JsonSourceConfig> = {}, options: Options = {}) {
  const waits: number[] = [];
  const { rows, problem } = await readJsonApi(outbound, configOf(peer, config), {
    wait: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  });
  return { ids: rows.map(({ rowKey }) => Number(rowKey.slice("id:".length))), id: problem?.id, problem, waits };
}

function configOf(peer: WebsitePeer, config: Partial<JsonSourceConfig>): JsonSourceConfig {
  const url = `${peer.url}/rows`;
  return {
    url,
    headers: { "x-key": SECRET },
    rowsPath: "",
    pagination: { kind: "none" },
    mapping: [],
    fields: [],
    ...config,
  };
}

const all = (count: number) => rowsFrom(1, count).map(({ id }) => id);

describe("pagination", () => {
  test("by link header, relative or absolute", async () => {
    const peer = await serve((request) => {
      const page = Number(query(request).get("page") ?? 1);
      const base = page === 1 ? "" : peer.url;
      const link = `<${base}/rows?page=${page + 1}>; rel="next"`;
      return json(200, rowsFrom(page * 2 - 1, 2), page < 3 ? { link } : { link: '</rows>; rel="first"' });
    });
    expect(await read(peer, { pagination: { kind: "link" } })).toMatchObject({ ids: all(6), problem: null });
  });

  test.each<[string, string, (next: number) => unknown]>([
    ["a cursor", "cursor", String],
    ["a number", "cursor", (next) => next],
    ["a relative URL", "", (next) => `?cursor=${next}`],
    ["an absolute URL, without the parameter", "other", (next) => `${peers[0]?.url}/rows?cursor=${next}`],
    ["a URL of another server, with the parameter", "cursor", (next) => `http://api.internal/rows?cursor=${next}`],
  ])("by %s in the response", async (_what, parameter, cursorOf) => {
    const peer = await serve((request) => {
      const at = Number(query(request).get("cursor") ?? 1);
      return json(200, { rows: rowsFrom(at, 2), meta: { next: at < 5 ? cursorOf(at + 2) : null } });
    });
    const pagination: Pagination = { kind: "cursor", path: "meta.next", parameter };
    expect(await read(peer, { rowsPath: "rows", pagination })).toMatchObject({ ids: all(6), problem: null });
  });

  test("by a cursor over pages without rows", async () => {
    const peer = await serve((request) => {
      const at = Number(query(request).get("cursor") ?? 1);
      return json(200, { rows: at === 1 || at === 4 ? [row(at)] : [], next: at < 4 ? String(at + 1) : null });
    });
    const pagination: Pagination = { kind: "cursor", path: "next", parameter: "cursor" };
    expect(await read(peer, { rowsPath: "rows", pagination })).toMatchObject({ ids: [1, 4], problem: null });
  });

  test("by a cursor that stays the same after the last row", async () => {
    const peer = await serve((request) => {
      const at = Number(query(request).get("cursor") ?? 1);
      return json(200, { rows: at < 3 ? [row(at)] : [], next: String(Math.min(at + 1, 3)) });
    });
    const pagination: Pagination = { kind: "cursor", path: "next", parameter: "cursor" };
    expect(await read(peer, { rowsPath: "rows", pagination })).toMatchObject({ ids: [1, 2], problem: null });
  });

  test("by page number until a page is empty", async () => {
    const peer = await serve((request) => {
      const page = Number(query(request).get("p"));
      return json(200, page < 2 ? rowsFrom(page * 2 + 1, 2) : []);
    });
    const pagination: Pagination = { kind: "page", parameter: "p", first: 0, totalPath: "" };
    expect(await read(peer, { pagination })).toMatchObject({ ids: all(4), problem: null });
    expect(peer.pages()).toEqual(["/rows?p=0", "/rows?p=1", "/rows?p=2"]);
  });

  test.each(["", 0, -1])("by page while the total is unknown: %j", async (total) => {
    const peer = await serve((request) => {
      const from = (Number(query(request).get("p")) - 1) * 2;
      return json(200, { rows: rowsFrom(from + 1, Math.max(0, Math.min(2, 5 - from))), total });
    });
    const pagination: Pagination = { kind: "page", parameter: "p", first: 1, totalPath: "total" };
    expect(await read(peer, { rowsPath: "rows", pagination })).toMatchObject({ ids: all(5), problem: null });
  });

  test("by offset as far as the total, even if the API returns fewer rows than asked for", async () => {
    const peer = await serve((request) => {
      const from = Number(query(request).get("skip"));
      return json(200, { rows: rowsFrom(from + 1, Math.min(2, 5 - from)), total: 5 });
    });
    const pagination: Pagination = {
      kind: "offset",
      parameter: "skip",
      limitParameter: "top",
      size: 4,
      totalPath: "total",
    };
    const url = `${peer.url}/rows?filter=a%2Cb`;
    expect(await read(peer, { url, rowsPath: "rows", pagination })).toMatchObject({ ids: all(5), problem: null });
    expect(peer.pages()).toEqual([0, 2, 4].map((skip) => `/rows?filter=a%2Cb&skip=${skip}&top=4`));
  });
});

describe("a hostile API", () => {
  const byPage: Pagination = { kind: "page", parameter: "p", first: 1, totalPath: "" };

  test("with endless pages is read up to the limits", async () => {
    const peer = await serve((request) => json(200, rowsFrom(Number(query(request).get("p")) * 2 - 1, 2)));
    const read3 = await read(peer, { pagination: byPage }, { limits: { pages: 3 } });
    expect(read3).toMatchObject({ ids: all(6), id: "json_too_much" });
    const rows3 = await read(peer, { pagination: byPage }, { limits: { rows: 3 } });
    expect(rows3).toMatchObject({ ids: all(3), id: "json_too_much" });
    for (const limits of [{ totalBytes: 150 }, { totalMilliseconds: -1 }]) {
      const { id, problem } = await read(peer, { pagination: byPage }, { limits });
      expect([id, problem?.message]).toEqual(["json_too_much", expect.stringContaining("Add a filter to the URL")]);
    }
  });

  test("that repeats a page or a cursor is read once", async () => {
    const same = await serve(({ path }) => json(200, { rows: rowsFrom(1, 2), request: path }));
    expect(await read(same, { rowsPath: "rows", pagination: byPage })).toMatchObject({
      ids: all(2),
      id: "json_repeats",
    });
    expect(same.requests).toHaveLength(2);
    const cursor = await serve(({ before }) => json(200, { rows: rowsFrom(before * 2 + 1, 2), next: "x" }));
    const pagination: Pagination = { kind: "cursor", path: "next", parameter: "c" };
    expect(await read(cursor, { rowsPath: "rows", pagination })).toMatchObject({ id: "json_repeats" });
    expect(cursor.requests).toHaveLength(2);
  });

  test("whose next page is on another server doesn't get the headers there", async () => {
    const other = await serve(json(200, rowsFrom(3, 2)));
    for (const target of [`${other.url}/rows`, "file:///etc/passwd", "http://169.254.169.254/"]) {
      const peer = await serve(json(200, rowsFrom(1, 2), { link: `<${target}>; rel="next"` }));
      const config = configOf(peer, { pagination: { kind: "link" } });
      expect(await read(peer, config)).toMatchObject({ ids: all(2), id: "json_next_elsewhere" });
      expect(await testJsonApi(outbound, config)).toMatchObject({ valid: false, code: "json_next_elsewhere" });
    }
    expect(other.requests).toEqual([]);
  });

  test("that redirects to another server doesn't get the headers there", async () => {
    const other = await serve(({ headers }) => (headers["x-key"] === undefined ? json(401, {}) : json(200, [row(1)])));
    const peer = await serve({ status: 302, headers: { location: `${other.url}/rows` } });
    const { id, problem } = await read(peer);
    expect([id, problem?.message]).toEqual(["json_redirected", expect.stringContaining(`redirects to ${other.url}`)]);
    expect(other.requests.map(({ headers }) => headers["x-key"])).toEqual([undefined]);
  });

  test("with a gigabyte, announced or not, is cut off", async () => {
    const announced = await serve({ headers: { "content-length": "1000000000" }, body: "[" });
    expect(await read(announced)).toMatchObject({ id: "json_too_big" });
    const piece = Buffer.alloc(1_000_000, " ");
    const endless = await serve({
      body: (async function* () {
        for (;;) yield piece;
      })(),
    });
    expect(await read(endless)).toMatchObject({ id: "json_too_big" });
  });

  test("that never finishes ends with the signal", async () => {
    const stop = new AbortController();
    const peer = await serve({
      body: (async function* () {
        yield "[";
        stop.abort(new Error("stopping"));
        await new Promise(() => {});
      })(),
    });
    await expect(read(peer, {}, { signal: stop.signal })).rejects.toThrow("stopping");
  });

  test("with deep nesting is explained", async () => {
    const peer = await serve({ body: `[{"id":1,"x":${"[".repeat(200_000)}1${"]".repeat(200_000)}}]` });
    const { id, problem } = await read(peer);
    expect([id, problem?.message]).toEqual(["json_unreadable", expect.stringContaining("more than 100 levels deep")]);
  });

  test("that doesn't finish its answer in time is explained", async () => {
    const peer = await serve({
      body: (async function* () {
        yield "[";
        await new Promise(() => {});
      })(),
    });
    expect(await read(peer, {}, { limits: { pageMilliseconds: 50 } })).toMatchObject({ ids: [], id: "json_timeout" });
  });
});

describe("a failure names the cause, the fix and the field", () => {
  const page = (status: number, body: unknown, headers: Record<string, string> = {}) => json(status, body, headers);

  test.each<[string, PeerPage, Partial<JsonSourceConfig>, string, string, string | undefined]>([
    [
      "401",
      page(401, { message: `Bad key ${SECRET}` }),
      {},
      "json_unauthorized",
      "(401: Bad key •••)",
      "config.requestHeaders",
    ],
    ["403", page(403, { error: { message: "No." } }), {}, "json_forbidden", "(403: No)", "config.requestHeaders"],
    ["404", page(404, "no"), {}, "json_not_found", "Check it.", "config.url"],
    ["422", page(422, { error: "bad" }), {}, "json_rejected", "(422: bad)", "config.url"],
    ["500", { status: 500, body: "<html>" }, {}, "json_failing", "next sync tries again", undefined],
    ["a web page", "<!doctype html><p>Hi", {}, "json_unreadable", "is a web page, not JSON", "config.url"],
    ["half of it", { body: '[{"id":1' }, {}, "json_unreadable", "isn't valid JSON", "config.url"],
    ["nothing", { body: "" }, {}, "json_unreadable", "is empty", "config.url"],
    [
      "an object",
      page(200, { error: false, message: "OK" }),
      {},
      "json_no_rows",
      "It has: error, message.",
      "config.rowsPath",
    ],
    [
      "an error with status 200",
      page(200, { errors: [{ message: `No access with ${SECRET}` }] }),
      { rowsPath: "data.leads" },
      "json_reported",
      "reports an error: No access with •••. Check",
      "config.requestHeaders",
    ],
    [
      "rows elsewhere",
      page(200, { data: { items: [row(1)] }, n: 1 }),
      { rowsPath: "items" },
      "json_no_rows",
      "no list at “items”. Lists are at: data.items.",
      "config.rowsPath",
    ],
    ["a list of texts", page(200, ["a", "b"]), {}, "json_rows_unusable", "isn't an object", "config.rowsPath"],
    ["no contact", page(200, [{ a: 1 }]), {}, "json_no_contact", "fields: a.", "config.fieldMapping"],
  ])("%s", async (_what, answer, config, code, says, field) => {
    const result = await testJsonApi(outbound, configOf(await serve(answer), config));
    expect(result).toMatchObject({ valid: false, code, message: expect.stringContaining(says) });
    expect(result.field).toBe(field);
  });

  test("nothing listening, and no or another kind of address", async () => {
    const peer = await serve("");
    await peer.close();
    expect(await read(peer)).toMatchObject({ id: "json_unreachable" });
    expect(await read(peer, { url: " " })).toMatchObject({ id: "json_url_missing" });
    expect(await read(peer, { url: "rows" })).toMatchObject({ id: "json_url_invalid" });
    expect(await read(peer, { url: "ftp://x.example/" })).toMatchObject({ id: "json_refused" });
  });

  test("a private address, also after a redirect, unless the operator allows it", async () => {
    const peer = await serve({ status: 302, headers: { location: "http://127.0.0.2/rows" } });
    for (const [isPublic, host, requests] of [
      [() => false, `127.0.0.1:${peer.port}`, 0],
      [(address: string) => address === "127.0.0.1", "127.0.0.2", 1],
    ] as const) {
      const strict = createGuardedFetch({ isPublic });
      const result = await testJsonApi(strict, configOf(peer, {}));
      await strict.close();
      expect([result.field, result.message]).toEqual([
        "config.url",
        `${host} is inside a private network. To allow it, set WINNOW_SCRAPE_ALLOW_PRIVATE=1 on the server.`,
      ]);
      expect(peer.requests).toHaveLength(requests);
    }
  });
});

describe("a busy API", () => {
  test("is asked again after the time it names", async () => {
    const peer = await serve(({ before }) => {
      if (before === 0) return json(429, {}, { "retry-after": "7" });
      return before === 1 ? json(502, "<html>") : json(200, [row(1)]);
    });
    expect(await read(peer)).toMatchObject({ ids: [1], problem: null, waits: [7_000, 5_000] });
  });

  test("is left alone if it wants more time", async () => {
    const peer = await serve(json(429, {}, { "retry-after": "600" }));
    const { problem, waits } = await read(peer);
    expect(waits).toEqual([]);
    expect(problem).toMatchObject({
      id: "json_busy",
      retryAfterSeconds: 600,
      message: expect.stringContaining("10 minutes"),
    });
    const silent = await serve(json(503, {}));
    expect(await read(silent)).toMatchObject({ id: "json_busy", waits: [1_000, 5_000, 30_000] });
  });
});
