import { expect, test, vi } from "vitest";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { addLeads } from "#test/stores.ts";

const MAIL = {
  smtpHost: "mail.example",
  smtpPort: 587,
  username: "u",
  password: "p",
  fromEmail: "a@b.example",
  recipientEmails: ["c@d.example"],
};

async function winnowWithAnn(): Promise<TestWinnow> {
  const winnow = await freshWinnow("sqlite");
  await winnow.ok("POST /api/leads", { body: { name: "Ann Lee", company: "Acme", email: "ann@acme.example" } });
  await winnow.ok("POST /api/email-settings", { body: MAIL });
  return winnow;
}

test.each([
  "remind me to call Ann Lee tomorrow 9:75pm",
  "add a..b@x.y to the report recipients",
  `exclude emails with "${"x".repeat(500)}"`,
])("answers %j, which couldn't be saved, without a button", async (message) => {
  const winnow = await winnowWithAnn();
  const { reply, actions } = await winnow.ok("POST /api/chat", { body: { message } });
  expect(reply).toContain("Winnow doesn't accept");
  expect(actions).toBeUndefined();
});

test.each(["tag Ann Lee as vip plz", "markiere Ann Lee mit dem Schlagwort vip, bitte!"])(
  "leaves the polite word out of the tag of %j",
  async (message) => {
    const winnow = await winnowWithAnn();
    const { actions } = await winnow.ok("POST /api/chat", { body: { message } });
    expect(actions).toMatchObject([{ kind: "bulk_tags", add: ["vip"] }]);
  },
);

test("takes no hour after 23 for the report", async () => {
  const winnow = await winnowWithAnn();
  const { actions } = await winnow.ok("POST /api/chat", { body: { message: "send the report at 24:00" } });
  expect(actions).toMatchObject([{ kind: "report" }]);
});

test("looks up only some of many names", async () => {
  const winnow = await winnowWithAnn();
  const list = vi.spyOn(winnow.workspace.store.leads, "list");
  const { actions } = await winnow.ok("POST /api/chat", { body: { message: `approve ${"Ann, ".repeat(390)}` } });
  expect(actions ?? []).toEqual([]);
  expect(list.mock.calls.length).toBeLessThan(200);
});

test("counts every step that is due, not only those it lists", async () => {
  const winnow = await freshWinnow("sqlite");
  for (let n = 0; n < 8; n += 1) {
    const { id } = await winnow.ok("POST /api/leads", { body: { name: `Lead ${n}`, email: `l${n}@x.example` } });
    await winnow.ok("PUT /api/leads/{id}/next-step", { id, body: { text: "Call", due: "2026-01-01" } });
  }
  const { reply } = await winnow.ok("POST /api/chat", { body: { message: "what do I have to do today?" } });
  expect(reply).toContain("0 due today and 8 overdue");
});

test("offers keywords that are refused once someone else changed the rule", async () => {
  const winnow = await freshWinnow("sqlite");
  const { id } = await winnow.ok("POST /api/rules", { body: { name: "Has a fleet", keywords: ["vans"] } });
  const message = "add the words van hire to the rule Has a fleet";
  const { actions = [] } = await winnow.ok("POST /api/chat", { body: { message } });
  const [action] = actions;
  const body = action?.kind === "rule_change" ? action.change : {};
  expect(body).toMatchObject({ keywords: ["vans", "van hire"] });
  await winnow.ok("PATCH /api/rules/{id}", { id, body: { keywords: ["vans", "trucks"] } });
  expect((await winnow.call("PATCH /api/rules/{id}", { id, body })).statusCode).toBe(409);
});

test("gives shares of the leads it considered when there are too many to read", async () => {
  const winnow = await freshWinnow("sqlite");
  await addLeads(
    winnow.workspace.store,
    Array.from({ length: 6_000 }, (_, n) => ({ name: `Lead ${n}`, industry: n % 2 === 0 ? "Retail" : "Energy" })),
  );
  const { reply } = await winnow.ok("POST /api/chat", { body: { message: "how many leads by industry" } });
  expect(reply).toContain("5,000 leads by industry");
  expect(reply).toContain("Retail: 2,500 (50%)");
});
