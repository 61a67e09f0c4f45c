import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Problem } from "#shared/contract/common.ts";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { exactly, openWinnow, type CallInput, type TestWinnow } from "#test/harness.ts";
import { isOfAccounts } from "#test/http/account-examples.ts";
import { examplesOf, makeOneOfEach, startPeers, type Known, type Peers } from "#test/http/endpoint-examples.ts";
import { oneEngine } from "#test/stores.ts";

const RUNS = 300;
/** They take no input, and would only test the other server. */
const WITHOUT_INPUT: readonly EndpointKey[] = ["POST /api/sync-leads", "POST /api/send-report", "POST /api/gmail/sync"];
/** Account endpoints are in mutated-calls.test.ts: one successful call would lock the others out. */
const keys = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => !WITHOUT_INPUT.includes(key) && !isOfAccounts(key),
);
/** Calls must not reach other servers. */
const KEPT_FIELDS = ["smtpHost", "smtpPort", "server"];

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 50 }),
  // Any UTF-16, including halves of surrogate pairs.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("", " ", "\0", "%", "_", "\\", "'", '"', "%00", "../..", "null", "__proto__", "constructor", "=1+1"),
  fc.constantFrom("\u{fdd0}", "\u{fdd0}0000", "\ud83d", "\u202e", "9223372036854775808", "1e309", "-0", "NaN"),
);
const value = fc.oneof({ weight: 3, arbitrary: text }, fc.jsonValue({ maxDepth: 3 }));

/** Ways to corrupt a valid call. */
const tampering = fc.record({
  key: fc.constantFrom(...keys),
  // A URL can't encode half a surrogate pair.
  id: fc.option(
    text.map((id) => id.toWellFormed()),
    { nil: undefined, freq: 2 },
  ),
  query: fc.dictionary(
    fc.oneof(fc.constantFrom("limit", "cursor", "search", "status", "sort", "source", "minScore", "view"), text),
    text,
    { maxKeys: 3 },
  ),
  fields: fc.dictionary(fc.string({ maxLength: 10 }), value, { maxKeys: 3 }),
  replaced: fc.array(fc.record({ at: fc.nat({ max: 20 }), by: value }), { maxLength: 3 }),
  wholeBody: fc.option(
    fc.oneof(
      value.map((one) => JSON.stringify(one)),
      text,
    ),
    { freq: 6, nil: undefined },
  ),
});

function tamper(good: CallInput, bad: typeof tampering extends fc.Arbitrary<infer T> ? T : never): CallInput {
  const id = good.id === undefined ? undefined : (bad.id ?? good.id);
  const query = Object.fromEntries(Object.entries(bad.query).filter(([name]) => name !== ""));
  if (good.body === undefined) return { ...(id !== undefined && { id }), query };
  const body = { ...bad.fields, ...(good.body as Record<string, unknown>) };
  const names = Object.keys(good.body as object).filter((name) => !KEPT_FIELDS.includes(name));
  for (const { at, by } of bad.replaced) {
    const name = names[at % names.length];
    if (name !== undefined) body[name] = by;
  }
  return { ...(id !== undefined && { id }), query, body: bad.wholeBody ?? body };
}

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("postgres"))("arbitrary input on %s", (engine) => {
  let winnow: TestWinnow;
  let known: Known;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google: peers.google, crms: peers.crms });
    known = await makeOneOfEach(winnow, peers);
  });
  afterAll(() => winnow.close());

  test("is answered as the contract says or rejected with a problem, never a server error", async () => {
    await fc.assert(
      fc.asyncProperty(tampering, async (bad) => {
        const answer = await winnow.call(bad.key, tamper(examplesOf(known, peers)[bad.key], bad));
        const { response }: Endpoint = endpoints[bad.key];
        expect(answer.statusCode).toBeLessThan(500);
        exactly<unknown>(answer.statusCode < 300 ? response : Problem, answer.body === "" ? null : answer.json());
      }),
      { numRuns: RUNS },
    );
    // Everything that was accepted can be read.
    await winnow.ok("GET /api/leads");
    await winnow.ok("GET /api/dashboard/activity");
    expect(winnow.logged()).not.toContain("unexpected error");
  });

  test("every path is a page, an answer or a problem", async () => {
    const segment = fc.oneof(fc.constantFrom("api", "leads", "export", "events", "docs", "rules", known.leadId), text);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD"),
        fc.array(segment, { maxLength: 5 }),
        fc.boolean(),
        async (method, segments, encoded) => {
          const parts = segments.map((part) =>
            encoded ? encodeURIComponent(part.toWellFormed()) : encodeURI(part.toWellFormed()),
          );
          const url = `/${parts.join("/")}`;
          fc.pre(!/^\/api\/(?:events|docs)/u.test(url) && !url.startsWith("//"));
          const answer = await winnow.app.inject({ method: method as "GET", url });
          expect(answer.statusCode).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS },
    );
    expect(winnow.logged()).not.toContain("unexpected error");
  });
});
