import { expect, test, vi } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";

test("rejects overload at once, whatever the database does, with the usual headers", async () => {
  const winnow = await freshWinnow("sqlite");
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  const written = (await winnow.ok("GET /api/audit")).entries.length;
  const { tokens } = winnow.workspace.store;
  let answer: () => void = () => {};
  const away = new Promise<null>((resolve) => (answer = () => resolve(null)));
  const find = vi.spyOn(tokens, "find").mockReturnValue(away);
  // Separate tokens, since requests with the same one share a lookup.
  let shown = 0;
  const add = () =>
    winnow.call("POST /api/leads", {
      body: { name: "Ann Lee" },
      headers: { authorization: `Bearer ${(shown += 1)}` },
    });

  const waiting = Array.from({ length: LIMITS.load.underWay }, add);
  await expect.poll(() => find.mock.calls.length).toBe(LIMITS.load.underWay);
  const refused = await Promise.all([add(), add()]);
  for (const { statusCode, headers, json } of refused) {
    expect(statusCode).toBe(503);
    expect(json()).toMatchObject({ type: "urn:winnow:problem:overloaded" });
    expect(headers).toMatchObject({
      "retry-after": "1",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(headers["x-request-id"]).toBeTruthy();
  }
  expect(find).toHaveBeenCalledTimes(LIMITS.load.underWay);

  answer();
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(401);
  find.mockRestore();
  expect((await winnow.ok("GET /api/audit")).entries).toHaveLength(written);
  // Logged once, not once per request.
  expect(winnow.logged().match(/"overloaded: /gu)).toHaveLength(1);
});
