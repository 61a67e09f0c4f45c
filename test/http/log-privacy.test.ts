import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { freshWinnow, type CallInput } from "#test/harness.ts";
import { ADA, BOB, isOfAccounts, makeAccounts } from "#test/http/account-examples.ts";
import {
  API_KEY,
  examplesOf,
  MAILBOX_USER,
  mailSettings,
  makeOneOfEach,
  SMTP_USER,
  startPeers,
  type Peers,
} from "#test/http/endpoint-examples.ts";
import { APP_PASSWORD, inquiry, newMailbox } from "#test/http/mailbox-under-test.ts";
import { oneEngine } from "#test/stores.ts";

/** The personal data in the examples and the peers' sheet, site and messages, and every secret among them. */
const OF_PEOPLE = [
  "Lovelace",
  "analytical.example",
  "Hopper",
  "navy.example",
  "Somerville",
  "Rhodes",
  "Cartwright",
  "chaos.example",
  "nice evening",
  "Yonath",
  "ribosome.example",
  "Nora",
  "nora.lind",
  "Haddad",
  "Ann Lee",
  "acme.example",
  "berg.example",
  "7946 0001",
  "Wants a demo",
  "Joan Clarke",
  "licences",
  "Countess",
  SMTP_USER.name,
  MAILBOX_USER.name,
];
const SECRETS = [
  SMTP_USER.password,
  MAILBOX_USER.password,
  APP_PASSWORD,
  API_KEY,
  "typeform-secret-of-the-test",
  ADA.password,
  BOB.password,
];
const MARK = "zanzibar-marked";

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("sqlite"))("the full log at level trace on %s", (engine) => {
  test("names no person and no secret", async () => {
    const winnow = await freshWinnow(engine, { google: peers.google, crms: peers.crms });
    const known = await makeOneOfEach(winnow, peers);
    const { path } = await winnow.ok("GET /api/form-hook");
    const marks = [...OF_PEOPLE, ...SECRETS, MARK, path.split("/").at(-1) ?? ""];
    expect(marks.every((mark) => mark.length > 3)).toBe(true);

    const mailbox = await newMailbox(peers.imap);
    mailbox.mail.deliver([{ raw: inquiry({ id: `${engine}@lovelace.example` }) }]);
    await winnow.ok("POST /api/gmail/config", { body: mailbox.settings });
    expect((await winnow.ok("POST /api/gmail/sync")).processed).toBe(1);
    await winnow.ok("POST /api/sync-leads");
    await winnow.ok("POST /api/send-report");

    // Failures are logged in the most detail.
    const hostile = {
      cookie: `session=${MARK}`,
      "user-agent": MARK,
      referer: `https://${MARK}.example/`,
      origin: MARK,
    };
    const walk = async (keys: readonly EndpointKey[], examples: Record<EndpointKey, CallInput>): Promise<void> => {
      for (const key of keys) {
        const example = examples[key];
        await winnow.call(key, { ...example, id: MARK, query: { cursor: MARK, limit: MARK } });
        await winnow.call(key, { ...example, body: `{"name": "${MARK}", ${MARK}` });
        await winnow.call(key, { ...example, headers: hostile });
        await winnow.call(key, example);
      }
    };
    const keys = Object.keys(endpoints) as EndpointKey[];
    await walk(
      keys.filter((key) => !isOfAccounts(key)),
      examplesOf(known, peers),
    );
    for (const url of [
      `/${MARK}`,
      `/api/${MARK}?q=${MARK}`,
      `/u/${MARK}`,
      `/act/${MARK}`,
      `/u/digest/${MARK}`,
      `/u/mentions/${MARK}`,
      `/api/leads/%zz${MARK}`,
      path,
    ]) {
      await winnow.app.inject({ method: "GET", url });
      await winnow.app.inject({ method: "POST", url, payload: MARK, headers: { "content-type": "application/json" } });
    }
    await winnow.app.inject({ url: "/api/leads/export?status=all&search=ada" });
    const { id } = await winnow.ok("POST /api/email-settings", { body: { ...mailSettings(peers), smtpPort: 1 } });
    expect((await winnow.call("POST /api/send-report")).statusCode).toBe(502);
    await winnow.ok("PATCH /api/email-settings/{id}", { id, body: { isActive: false } });

    const accounts = await makeAccounts(winnow);
    await walk(keys.filter(isOfAccounts), examplesOf({ ...known, accounts }, peers));
    await winnow.call("POST /api/session", { body: { username: MARK, password: MARK } });

    const lines = winnow.logged().split("\n");
    expect(lines.length).toBeGreaterThan(keys.length * 4);
    for (const mark of marks) expect(lines.filter((line) => line.includes(mark))).toEqual([]);
  });
});
