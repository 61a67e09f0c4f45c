import { afterEach, describe, expect, test } from "vitest";
import { actAs, acting } from "#server/platform/acting.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** The log lines with this message, as objects. */
function lines(winnow: TestWinnow, msg: string): Record<string, unknown>[] {
  return winnow
    .logged()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line["msg"] === msg);
}

describe("the log", () => {
  test("has one line per request: the route's pattern instead of the path, and the response's request ID", async () => {
    const winnow = await freshWinnow("sqlite");
    const answer = await winnow.app.inject({ url: "/api/leads/4711?search=ada" });
    const id = answer.headers["x-request-id"];
    expect(id).toMatch(UUID);
    expect(answer.json()).toMatchObject({ instance: `urn:uuid:${String(id)}` });
    expect(lines(winnow, "request")).toEqual([
      {
        level: 20,
        time: expect.any(String) as string,
        reqId: id,
        method: "GET",
        route: "/api/leads/:id",
        status: 404,
        milliseconds: expect.any(Number) as number,
        msg: "request",
      },
    ]);
    expect(winnow.logged()).not.toContain("4711");
  });

  test("doesn't contain paths that match no route", async () => {
    const winnow = await freshWinnow("sqlite");
    await winnow.app.inject({ url: "/ada@analytical.example" });
    expect(lines(winnow, "request")).toMatchObject([{ route: "none", status: 404 }]);
    expect(winnow.logged()).not.toContain("analytical");
  });

  test("accepts no request ID from the client", async () => {
    const winnow = await freshWinnow("sqlite");
    const theirs = "0192f7a0-0000-4000-8000-000000000001";
    const answer = await winnow.app.inject({ url: "/healthz", headers: { "x-request-id": theirs } });
    expect(answer.headers["x-request-id"]).not.toBe(theirs);
  });
});

test("rejected requests are counted by route and status, without their content", async () => {
  const winnow = await openWinnow("sqlite");
  for (const email of ["ada", "bob"]) await winnow.call("POST /api/leads", { body: { name: "Marker", email } });
  await winnow.call("GET /api/leads", { headers: { host: "marker.example" } });
  await winnow.app.inject({ url: "/u/marker-of-a-guess" });
  await winnow.ok("GET /api/leads");
  await winnow.close();
  expect(lines(winnow, "requests refused")).toMatchObject([
    { level: 30, refused: { "POST /api/leads 422": 2, "GET /api/leads 403": 1, "GET /u/:token 404": 1 } },
  ]);
  expect(winnow.logged()).not.toContain("arker");
});

describe("what a request does", () => {
  let winnow: TestWinnow;
  afterEach(() => winnow.close());

  test("is logged under its ID, even after reading the body and after asynchronous work", async () => {
    winnow = await openWinnow("sqlite");
    winnow.app.post("/echo", { config: { permission: "anyone" } }, async () => {
      const first = acting().requestId;
      await winnow.workspace.store.leases.acquire("a lease", "the test", 1);
      await new Promise((resolve) => setImmediate(resolve));
      winnow.workspace.log.info("within");
      return { first, last: acting().requestId };
    });
    const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
    const ask = async (body: string): Promise<void> => {
      const answer = await fetch(`${url}/echo`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const id = answer.headers.get("x-request-id");
      expect(await answer.json()).toEqual({ first: id, last: id });
      expect(lines(winnow, "within").some(({ reqId }) => reqId === id)).toBe(true);
    };
    await Promise.all(["{}", `{"long":"${"x".repeat(900_000)}"}`, '{"a":1}'].map(ask));
  });

  test("is at level info when it failed", async () => {
    winnow = await openWinnow("sqlite");
    winnow.app.get("/fail/:id", { config: { permission: "anyone" } }, async () => {
      throw new Error("broken");
    });
    await winnow.app.inject({ url: "/fail/7" });
    const [line] = lines(winnow, "request");
    expect(line).toMatchObject({ level: 30, route: "/fail/:id", status: 500 });
    expect(lines(winnow, "unexpected error")).toMatchObject([{ reqId: line?.["reqId"], err: { message: "broken" } }]);
  });
});

test("a job's lines name the job and the request that started it", async () => {
  const winnow = await freshWinnow("sqlite");
  const job = { id: "12", kind: "sync" };
  actAs({ by: "Winnow", userId: null, requestId: "r", job }, () => winnow.workspace.log.info("within"));
  expect(lines(winnow, "within")).toMatchObject([{ reqId: "r", jobId: "12", jobKind: "sync" }]);
});
