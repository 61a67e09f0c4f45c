import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LightMyRequestResponse } from "fastify";
import { z } from "zod";
import { Problem } from "#shared/contract/common.ts";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { pick, seededRandom, type Random } from "#test/seeded-random.ts";
import { changedJson } from "#test/fuzz/mutate.ts";
import { exactly, openWinnow, type Browser, type CallInput, type TestWinnow } from "#test/harness.ts";
import { ADA, isOfAccounts, makeAccounts } from "#test/http/account-examples.ts";
import { examplesOf, makeOneOfEach, startPeers, type Known, type Peers } from "#test/http/endpoint-examples.ts";
import { oneEngine } from "#test/stores.ts";

/** How often each endpoint is called, with different mistakes each time. */
const ROUNDS = 5;
/** They take no input, and would only test the other server. */
const WITHOUT_INPUT: readonly EndpointKey[] = ["POST /api/sync-leads", "POST /api/send-report", "POST /api/gmail/sync"];
const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => !WITHOUT_INPUT.includes(key));
/** Calls must not reach other servers. */
const KEPT_FIELDS = ["smtpHost", "smtpPort", "server", "url"];

const TEXTS = [
  "",
  " ",
  "0",
  "-1",
  "1e9",
  "9223372036854775807",
  "9223372036854775808",
  "9".repeat(60),
  "x".repeat(3_000),
  "null",
  "__proto__",
  "%00",
  "\0",
  "\ufffd",
  "'; drop table leads;--",
  "../../etc/passwd",
  "2026-02-31",
  "101.9",
  "a,b",
  "WyJzY29yZSIsMWUzMDgsIjEiXQ",
  "W10",
  "999.9999999999999999999",
  "1.9223372036854775808",
  "-score",
  "all",
  "true",
  "0000-00-00",
  "+275760-09-13T00:00:00Z",
  "2026-05-03T10:00:00+99:00",
  "Europe/Nowhere",
  "\u202e",
  "😀".repeat(30),
];
const HEADERS: readonly Record<string, string>[] = [
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "multipart/form-data" },
  { "content-type": "\u00ff" },
  { "content-length": "0" },
  { accept: "text/html;q=2, */*;q=x" },
  { "accept-encoding": "br;q=1.0001, identity;q=0" },
  { range: "bytes=5-2,9-" },
  { "if-none-match": '"' },
  { "if-modified-since": "yesterday" },
  { "last-event-id": "-1" },
  { cookie: "winnow_session=%; winnow_session==; =; a" },
  { authorization: "Bearer " },
  { authorization: "Basic Og==" },
  { traceparent: "00-0-0-zz" },
  { "x-request-id": "x".repeat(5_000) },
  { "x-forwarded-for": "::ffff:1.2.3.4, unknown" },
  { "x-http-method-override": "DELETE" },
];

/** The parameter names in a call's query. */
function queryNames(key: EndpointKey): string[] {
  const { query }: Endpoint = endpoints[key];
  return query instanceof z.ZodObject ? Object.keys(query.shape) : ["limit"];
}

/** A valid call with one to three things changed. */
function mutated(key: EndpointKey, good: CallInput, random: Random): CallInput {
  const call: CallInput = { ...good };
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
    const what = random();
    if (what < 0.5 && typeof call.body === "object" && call.body !== null) call.body = changedBody(call.body, random);
    else if (what < 0.6 && call.id !== undefined) call.id = pick(random, TEXTS.slice(1));
    else if (what < 0.7 && call.params !== undefined) call.params = changedTexts(call.params, random);
    else if (what < 0.9) call.query = { ...call.query, [pick(random, queryNames(key))]: pick(random, TEXTS) };
    else call.headers = { ...call.headers, ...pick(random, HEADERS) };
  }
  return call;
}

function changedBody(body: object, random: Random): unknown {
  const changed = changedJson(body, random);
  if (typeof changed !== "object" || changed === null || Array.isArray(changed)) return changed;
  const kept = Object.entries(body).filter(([name]) => KEPT_FIELDS.includes(name));
  return { ...changed, ...Object.fromEntries(kept) };
}

function changedTexts(params: Record<string, string>, random: Random): Record<string, string> {
  return Object.fromEntries(Object.keys(params).map((name) => [name, pick(random, TEXTS)]));
}

function faultOf({ statusCode, body }: LightMyRequestResponse): object {
  return statusCode < 500 ? {} : { body };
}

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("postgres"))("nearly valid calls on %s", (engine) => {
  let winnow: TestWinnow;
  let known: Known;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google: peers.google, crms: peers.crms });
    known = await makeOneOfEach(winnow, peers);
  });
  afterAll(() => winnow.close());

  const check = async (browser: Browser, key: EndpointKey, call: CallInput, user: string): Promise<void> => {
    const answer = await browser.call(key, call);
    // Prints the call, so that a person can repeat it.
    expect({ key, call, isFault: answer.statusCode >= 500, by: user, ...faultOf(answer) }).toMatchObject({
      isFault: false,
    });
    const { response }: Endpoint = endpoints[key];
    if (answer.statusCode >= 300 || answer.statusCode < 200) exactly(Problem, answer.json());
    else exactly<unknown>(response, answer.body === "" ? null : answer.json());
  };

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))("are answered or refused, round %i", async (round) => {
    for (const key of keys.filter((one) => !isOfAccounts(one))) {
      const random = seededRandom(`${key} ${round}`);
      await check(winnow, key, mutated(key, examplesOf(known, peers)[key], random), "anyone");
    }
    // Everything that was accepted can be read.
    await winnow.ok("GET /api/leads");
    await winnow.ok("GET /api/dashboard/activity");
    expect(winnow.logged()).not.toContain("unexpected error");
  });

  test("about accounts are answered or rejected, for the owner and without a session", async () => {
    const accounts = await makeAccounts(winnow);
    for (const key of keys.filter(isOfAccounts)) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const random = seededRandom(`${key} ${round}`);
        const call = mutated(key, examplesOf({ ...known, ...accounts }, peers)[key], random);
        const stranger = winnow.browser();
        await check(stranger, key, call, "a stranger");
        const owner = winnow.browser();
        if (round % 3 === 0) await owner.call("POST /api/session", { body: ADA });
        await check(owner, key, call, "the owner");
      }
    }
    expect(winnow.logged()).not.toContain("unexpected error");
  });
});
