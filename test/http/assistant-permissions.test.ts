import { beforeEach, expect, test } from "vitest";
import { freshWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";

let winnow: TestWinnow;
let bob: Browser;
let token: string;

const answerOf = async (who: Pick<Browser, "ok">, message: string, headers: Record<string, string> = {}) =>
  who.ok("POST /api/chat", { body: { message }, headers });

beforeEach(async () => {
  winnow = await freshWinnow("sqlite");
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  bob = winnow.browser();
  await bob.ok("POST /api/session", { body: BOB });
  const [account] = await winnow.ok("GET /api/users");
  await winnow.ok("POST /api/assignment-rules", {
    body: {
      name: "Northern accounts",
      conditions: {},
      strategy: "round_robin",
      people: [{ accountId: account?.id ?? "", weight: 1 }],
    },
  });
  await winnow.ok("POST /api/webhook-endpoints", {
    body: { url: "https://hooks.example.com/winnow", description: "Billing", events: ["lead.approved"] },
  });
  const body = { name: "Read", scopes: ["read" as const], password: ADA.password };
  ({ token } = await winnow.ok("POST /api/tokens", { body }));
});

test.each([
  ["who doesn't use two-factor sign-in?", "Bob"],
  ["who signed in today?", "Signed in"],
  ["Bob can't sign in", "is active"],
  ["who has admin rights?", "• member: Bob"],
  ["is there a backup?", "(/"],
  ["which rules assign leads automatically?", "Northern accounts"],
  ["does the webhook work?", "Billing"],
])("answers %j to owners, but not to members or with a token that only reads", async (message, secret) => {
  const headers = { authorization: `Bearer ${token}` };
  expect((await answerOf(winnow, message)).reply).toContain(secret);
  expect((await answerOf(bob, message)).reply).not.toContain(secret);
  expect((await answerOf(winnow.browser(), message, headers)).reply).not.toContain(secret);
});

test("offers nothing to a viewer or a token that the screens wouldn't allow", async () => {
  const { id = "" } = (await winnow.ok("GET /api/users")).find(({ username }) => username === BOB.username) ?? {};
  await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "viewer" } });
  // A changed role ends sessions.
  await bob.ok("POST /api/session", { body: BOB });
  await winnow.ok("POST /api/email-settings", {
    body: {
      smtpHost: "mail.example",
      smtpPort: 587,
      username: "u",
      password: "p",
      fromEmail: "a@b.example",
      recipientEmails: ["c@d.example"],
    },
  });
  const headers = { authorization: `Bearer ${token}` };
  for (const message of ["send the report", "turn off auto-sync", "set the threshold to 25"]) {
    expect((await answerOf(winnow, message)).actions).toHaveLength(1);
    expect((await answerOf(bob, message)).actions).toBeUndefined();
    expect((await answerOf(winnow.browser(), message, headers)).actions).toBeUndefined();
  }
});

test("says when undoing one lead's decision undoes others too", async () => {
  const ids: string[] = [];
  for (const name of ["Ann Lee", "Otto Haber"])
    ids.push((await winnow.ok("POST /api/leads", { body: { name, email: `${name.slice(0, 3)}@acme.example` } })).id);
  await winnow.ok("POST /api/leads/bulk-status", { body: { selection: { ids }, status: "rejected" } });
  const { actions } = await answerOf(winnow, "unreject Ann Lee");
  expect(actions).toMatchObject([{ kind: "undo", label: "Undo it for all 2 leads" }]);
});
