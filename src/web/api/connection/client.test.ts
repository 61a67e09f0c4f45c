import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#web/api/connection/api-error.ts";
import { currentOutage, doubtServer, heardFromServer } from "#web/api/connection/connection.ts";
import { request, requestWithHeaders } from "#web/api/connection/client.ts";
import { onSessionDoubt } from "#web/api/connection/session-doubt.ts";

function answer(body: string | null, init: ResponseInit = {}): ReturnType<typeof vi.fn<typeof fetch>> {
  const fake = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal("fetch", fake);
  return fake;
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => new Error("The call succeeded."),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error("Not an ApiError", { cause: error });
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  heardFromServer();
});

describe("request", () => {
  it("fills the path, escapes it and sends JSON", async () => {
    const fake = answer('{"id":"7"}');
    await request("PATCH /api/leads/{id}", { params: { id: "a/b" }, body: { status: "qualified" } });
    expect(fake).toHaveBeenCalledExactlyOnceWith("/api/leads/a%2Fb", {
      method: "PATCH",
      credentials: "include",
      body: '{"status":"qualified"}',
      headers: { "content-type": "application/json" },
    });
  });

  it("sends no content type without a body", async () => {
    const fake = answer('{"processed":0}');
    await request("POST /api/sync-leads");
    expect(fake).toHaveBeenCalledExactlyOnceWith("/api/sync-leads", { method: "POST", credentials: "include" });
  });

  it("omits empty query fields", async () => {
    const fake = answer("[]", { headers: { "x-total-count": "3" } });
    const { headers } = await requestWithHeaders("GET /api/leads", {
      query: { search: "", status: undefined, minScore: 0, sort: "-score" },
    });
    expect(fake.mock.lastCall?.[0]).toBe("/api/leads?minScore=0&sort=-score");
    expect(headers.get("x-total-count")).toBe("3");
  });

  it("returns null for 204", async () => {
    answer(null, { status: 204 });
    expect(await request("DELETE /api/rules/{id}", { params: { id: "1" } })).toBeNull();
  });
});

describe("a failed response", () => {
  const problem = { headers: { "content-type": "application/problem+json; charset=utf-8" } };
  it.each([
    ["problem details", '{"detail":"Name is required"}', { status: 422, ...problem }, "422: Name is required"],
    ["problem details without a detail", '{"title":"Conflict"}', { status: 409, ...problem }, "409: Conflict"],
    ["truncated problem details", '{"detail":"Na', { status: 500, ...problem }, '500: {"detail":"Na'],
    ["a problem that is a list", "[]", { status: 500, ...problem }, "500: []"],
    ["plain text", "Bad gateway", { status: 502 }, "502: Bad gateway"],
    [
      "a proxy's page",
      "<html><h1>413 Request Entity Too Large</h1></html>",
      { status: 413, headers: { "content-type": "text/html" } },
      "413: A proxy in front of Winnow refused this: it is too large.",
    ],
    ["an empty body", "", { status: 401, statusText: "Unauthorized" }, "401: Unauthorized"],
    ["an empty response", "", { status: 500 }, "500: The server gave no reason."],
  ])("is parsed from %s", async (_word, body, init, message) => {
    answer(body, init);
    const error = await failure(request("GET /api/rules"));
    expect(error.message).toBe(message);
    expect(error.status).toBe(init.status);
    expect(message).toBe(`${init.status}: ${error.detail}`);
  });

  it("lists only the invalid fields", async () => {
    const errors = [{ field: "name", message: "Name is required" }, { field: 1 }, null];
    answer(JSON.stringify({ detail: "Wrong", errors }), { status: 422, ...problem });
    const error = await failure(request("GET /api/rules"));
    expect(error.fields).toEqual([{ field: "name", message: "Name is required" }]);
  });

  it("includes the kind of problem and when to retry", async () => {
    const type = "urn:winnow:problem:too_many_attempts";
    const headers = { ...problem.headers, "retry-after": "840" };
    answer(JSON.stringify({ type, detail: "Wait." }), { status: 429, headers });
    expect(await failure(request("GET /api/rules"))).toMatchObject({
      kind: "too_many_attempts",
      retryAfterSeconds: 840,
    });
    answer("Wait.", { status: 429, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } });
    expect(await failure(request("GET /api/rules"))).toMatchObject({ kind: "", retryAfterSeconds: null });
  });

  it("rechecks the session after a 401", async () => {
    const doubt = vi.fn<() => void>();
    onSessionDoubt(doubt);
    answer("", { status: 403 });
    await failure(request("GET /api/rules"));
    expect(doubt).not.toHaveBeenCalled();
    answer("", { status: 401 });
    await failure(request("GET /api/rules"));
    expect(doubt).toHaveBeenCalledOnce();
  });
});

describe("no response", () => {
  it("is an error with status 0 and a message", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const error = await failure(request("GET /api/rules"));
    expect(error.status).toBe(0);
    expect(error.message).toBe("Can't reach the server. Check that it's running and try again.");
  });

  it("includes truncated JSON", async () => {
    answer('[{"id":');
    expect((await failure(request("GET /api/rules"))).detail).toContain("cut off");
  });

  it("stays an abort if the caller aborted", async () => {
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
    });
    const call = request("GET /api/rules", { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a server that stops answering", () => {
  it("ends a query with an error after a time limit", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (url: string, { signal }: RequestInit) =>
        new Promise((resolve, reject) => {
          if (url === "/healthz") resolve(new Response("ok"));
          signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
        }),
    );
    const error = failure(request("GET /api/rules", { signal: new AbortController().signal }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await error).detail).toBe("The server didn't answer in time. Try again.");
  });

  it("isn't sent actions until it answers again", async () => {
    vi.useFakeTimers();
    let isUp = false;
    const fake = vi.fn<typeof fetch>(async () => {
      if (!isUp) throw new TypeError("Failed to fetch");
      return new Response('{"id":"1"}');
    });
    vi.stubGlobal("fetch", fake);
    const probing = doubtServer();
    await vi.advanceTimersByTimeAsync(0);
    expect(currentOutage()).not.toBeNull();
    const change = { params: { id: "1" }, body: { isActive: false } };
    const { detail } = await failure(request("PATCH /api/rules/{id}", change));
    expect(detail).toBe("Can't reach the server, so nothing was changed. Try again once it's back.");
    expect(fake.mock.calls.map(([url]) => url)).toEqual(["/healthz", "/healthz"]);
    isUp = true;
    await request("PATCH /api/rules/{id}", change);
    expect(fake.mock.lastCall?.[0]).toBe("/api/rules/1");
    expect(currentOutage()).toBeNull();
    await vi.advanceTimersByTimeAsync(5_000);
    await probing;
  });

  it("isn't sent actions either if it answered a last time after the browser went offline", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { onLine: false });
    const fake = vi
      .fn<typeof fetch>(async () => {
        throw new TypeError("Failed to fetch");
      })
      .mockImplementationOnce(async () => new Response("ok"));
    vi.stubGlobal("fetch", fake);
    const probing = doubtServer();
    await vi.advanceTimersByTimeAsync(0);
    expect(currentOutage()).toBeNull();
    const { detail } = await failure(request("DELETE /api/rules/{id}", { params: { id: "1" } }));
    expect(detail).toBe("You're offline, so nothing was changed. Try again once you're back online.");
    expect(fake.mock.calls.map(([url]) => url)).toEqual(["/healthz", "/healthz"]);
    vi.stubGlobal("navigator", { onLine: true });
    vi.stubGlobal("fetch", async () => new Response("ok"));
    await vi.advanceTimersByTimeAsync(5_000);
    await probing;
    expect(currentOutage()).toBeNull();
  });
});
