import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { Problem } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";
import { exactly, openWinnow, type TestWinnow } from "#test/harness.ts";
import {
  everything,
  examplesOf,
  makeOneOfEach,
  startPeers,
  type Known,
  type Peers,
} from "#test/http/endpoint-examples.ts";
import { isOfAccounts, makeAccounts, NO_ACCOUNTS } from "#test/http/account-examples.ts";
import { oneEngine } from "#test/stores.ts";

const reads = (key: string): boolean => key.startsWith("GET ");
/** Calls that leave the others nothing to read, and one that needs such a call before it. */
const takesAway = (key: string): boolean => /^DELETE |\/(?:bulk-delete|merge|readmit)$/u.test(key);
const turnOf = (key: string): number => (reads(key) ? 0 : takesAway(key) ? 2 : 1);
/** Endpoints that only read come first, so that they see the data as it was created. */
const keys = (Object.keys(endpoints) as EndpointKey[]).toSorted((a, b) => turnOf(a) - turnOf(b));
const rowOf = (key: EndpointKey): Endpoint => endpoints[key];
const withId = keys.filter((key) => key.includes("{id}"));
const withBody = keys.filter((key) => rowOf(key).body !== undefined);
const needing = withBody.filter((key) => key.startsWith("POST") && rowOf(key).body?.safeParse({}).success === false);
const changesWithoutBody = keys.filter((key) => !reads(key) && rowOf(key).body === undefined);

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("sqlite"))("every row of the endpoint table on %s", (engine) => {
  let winnow: TestWinnow;
  let made: Known | null = null;
  beforeAll(async () => {
    winnow = await openWinnow(engine, {
      google: peers.google,
      crms: peers.crms,
      providers: { microsoftUrl: peers.oauth.url },
    });
  });
  afterAll(() => winnow.close());

  const answerOf = async (key: EndpointKey, calling: TestWinnow, known: Known): Promise<LightMyRequestResponse> => {
    const input = examplesOf(known, peers)[key];
    // Clients may always send the JSON type, and fields that the server doesn't know.
    const body = typeof input.body === "object" ? { ...input.body, unknownField: { deep: ["value"] } } : undefined;
    return calling.call(key, { ...input, body, headers: { "content-type": "application/json" } });
  };
  const expectAsInContract = (key: EndpointKey, answer: LightMyRequestResponse): void => {
    const { status = 200, response } = rowOf(key);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["content-type"]).toBe(status === 204 ? undefined : "application/json; charset=utf-8");
    exactly(response, answer.body === "" ? null : answer.json());
  };

  test.each(keys.filter((key) => !isOfAccounts(key)))("%s answers as the contract says", async (key) => {
    let answer = made === null ? null : await answerOf(key, winnow, made);
    if (answer === null || isUsedUp(answer)) {
      made = await makeOneOfEach(winnow, peers);
      answer = await answerOf(key, winnow, made);
    }
    expectAsInContract(key, answer);
    expect(answer.body).not.toContain("unknownField");
  });

  describe("with accounts", () => {
    let team: TestWinnow | null = null;
    let accounts = NO_ACCOUNTS;
    const endTeam = async (): Promise<void> => {
      await team?.close();
      team = null;
    };
    afterAll(endTeam);

    test.each(keys.filter(isOfAccounts))("%s answers as the contract says", async (key) => {
      made ??= await makeOneOfEach(winnow, peers);
      // Calls that change how someone signs in would break the others.
      const isAlone = !reads(key) && key.includes(" /api/session");
      let answer = team === null || isAlone ? null : await answerOf(key, team, { ...made, accounts });
      if (answer === null || isUsedUp(answer)) {
        await endTeam();
        team = await openWinnow(engine);
        // A first owner can be created only while there are no accounts.
        if (key !== "POST /api/session/first-owner") accounts = await makeAccounts(team);
        answer = await answerOf(key, team, { ...made, accounts });
      }
      expectAsInContract(key, answer);
      expect(answer.body).not.toContain("unknownField");
      if (isAlone) await endTeam();
    });
  });
});

/** Whether an earlier call may have removed what this one names, so that it needs fresh data to succeed. */
function isUsedUp({ statusCode }: LightMyRequestResponse): boolean {
  return [401, 404, 409].includes(statusCode);
}

describe.each(oneEngine("postgres"))("invalid calls on %s", (engine) => {
  let winnow: TestWinnow;
  let known: Known;
  let before: unknown;
  beforeAll(async () => {
    winnow = await openWinnow(engine, {
      google: peers.google,
      crms: peers.crms,
      providers: { microsoftUrl: peers.oauth.url },
    });
    known = await makeOneOfEach(winnow, peers);
    before = await everything(winnow);
  });
  afterAll(() => winnow.close());

  async function problemOf(key: EndpointKey, input: Parameters<TestWinnow["call"]>[1]): Promise<Problem> {
    const answer = await winnow.call(key, input);
    expect(answer.headers["content-type"], `${key} ${answer.body}`).toBe("application/problem+json; charset=utf-8");
    const problem = exactly(Problem, answer.json());
    expect(problem.status).toBe(answer.statusCode);
    expect(problem.detail).not.toBe("");
    return problem;
  }

  test.each(withId)("%s: an unknown ID isn't found", async (key) => {
    const { body, query = {} } = examplesOf(known, peers)[key];
    const ids = ["0", "-1", "999999", "9223372036854775807", "9223372036854775808", "1e0", "0x1", " 1", "1 ", "01"];
    for (const id of [...ids, "1.0", "١", "NaN", "null", "' or 1=1 --", "..", "\0", "a/b", "%", "9".repeat(64)]) {
      const problem = await problemOf(key, { id, body, query });
      // Two dots are gone before anyone looks: they are another path.
      expect([id, problem.status]).toEqual([id, 404]);
    }
    expect((await problemOf(key, { id: "7".repeat(65), body, query })).status).toBe(400);
  });

  test.each(withBody)("%s: rejects an invalid body", async (key) => {
    const input = examplesOf(known, peers)[key];
    for (const body of ["{", "{'a':1}", '{"a":1}}', "\0", "undefined", '{"a":"\u0001"}', '{"__proto__":{"x":1}}']) {
      expect([body, (await problemOf(key, { ...input, body })).status]).toEqual([body, 400]);
    }
    for (const body of ["null", "[]", '"text"', "7", "true"]) {
      // Fastify passes on an absent body as null.
      if (body === "null" && (endpoints[key] as Endpoint).body?.safeParse(null).success === true) continue;
      expect([body, (await problemOf(key, { ...input, body })).status]).toEqual([body, 422]);
    }
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const problem = await problemOf(key, { ...input, headers: { "content-type": type } });
      expect([type, problem.status]).toEqual([type, 415]);
    }
  });

  test.each(withBody)("%s: rejects a body over the limit", async (key) => {
    const input = examplesOf(known, peers)[key];
    const body = JSON.stringify({ ...(input.body as object), padding: "x".repeat(LIMITS.requestBodyBytes) });
    expect(await problemOf(key, { ...input, body })).toMatchObject({
      status: 413,
      type: "urn:winnow:problem:too_large",
    });
  });

  test.each(needing)("%s: rejects a missing body", async (key) => {
    const headers = { "content-type": "application/json" };
    const { id = "", params = {} } = examplesOf(known, peers)[key];
    const empty = await problemOf(key, { id, params, headers });
    expect(empty.status).toBe(422);
    const problem = await problemOf(key, { id, params, body: {} });
    expect(problem.status).toBe(422);
    expect(problem.errors?.length).toBeGreaterThan(0);
  });

  test.each(changesWithoutBody.filter((key) => key.includes("{id}")))("%s: needs no body", async (key) => {
    const problem = await problemOf(key, { id: "999999", headers: { "content-type": "application/json" } });
    expect(problem.status).toBe(404);
  });

  test.each([
    ["GET", "/api"],
    ["GET", "/api/"],
    ["GET", "/api/nothing"],
    ["GET", "/api/rules/1"],
    ["GET", "/api/leads/1/2/3"],
    ["DELETE", "/api/leads"],
    ["PUT", "/api/leads/1"],
    ["POST", "/api/rules/1"],
    ["GET", "/api/sync-leads"],
    ["PATCH", "/api/settings"],
    ["DELETE", "/"],
    ["POST", "/leads"],
    ["GET", "/assets/gone.js"],
    ["GET", "/api/leads/%zz"],
    ["GET", `/api/leads/${"9".repeat(300)}`],
  ] as const)("%s %s leads nowhere", async (method, url) => {
    const answer = await winnow.app.inject({ method, url });
    expect([400, 404, 414]).toContain(answer.statusCode);
    exactly(Problem, answer.json());
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  });

  test("HEAD /api/events leads nowhere, since its answer would never end", async () => {
    expect((await winnow.app.inject({ method: "HEAD", url: "/api/events" })).statusCode).toBe(404);
  });

  test("a deeply nested key file is not a server error", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const account = `{"client_email":"a@b.example","private_key":"key","deep":${deep}}`;
    const body = `{"type":"google_sheets","config":{"spreadsheetId":"1abcdefghijk","serviceAccount":${account}}}`;
    const answer = await winnow.call("POST /api/data-sources/test", { body });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ valid: false, code: "google_key_invalid" });
  });

  test("none of them changed anything", async () => {
    expect(await everything(winnow)).toEqual(before);
  });
});
