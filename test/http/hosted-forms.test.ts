import type { LightMyRequestResponse } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import type { HostedForm } from "#shared/contract/hosted-form.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { runHousekeeping } from "#server/jobs/schedules/housekeeping.ts";
import { freshWinnow, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import { contactForm } from "#test/http/endpoint-examples.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";

const ANSWERS = {
  name: "Ann Lee",
  email: "ann@acme.example",
  size: "10 or more",
  message: "We need a quote for 200 licenses.",
};

const added = (winnow: TestWinnow, more: object = {}): Promise<HostedForm> =>
  winnow.ok("POST /api/hosted-forms", { body: { ...contactForm, ...more } });

/** Sends a form as a browser does from another site, under the server's public name. */
function send(
  { app }: TestWinnow,
  path: string,
  answers: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: "POST",
    url: path,
    headers: {
      host: "leads.acme.example",
      origin: "https://acme.example",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    payload: new URLSearchParams(answers).toString(),
  });
}

test("its answers become a lead, with the consent and other questions as facts", async () => {
  const winnow = await freshWinnow("sqlite");
  const { path } = await added(winnow, { consent: "You may call me." });
  const answer = await send(winnow, path, { ...ANSWERS, winnow_consent: "yes", unknown: "dropped" });
  expect(answer.json()).toEqual({ received: true, message: "Thank you. We'll get back to you soon." });
  const [submission] = await processed(winnow);
  expect(submission).toMatchObject({ formType: "winnow", formName: "Contact us", outcome: "created" });
  const lead = await winnow.ok("GET /api/leads/{id}", { id: submission?.leadId ?? "" });
  expect(lead).toMatchObject({ name: "Ann Lee", email: "ann@acme.example", notes: ANSWERS.message, source: "form" });
  expect(lead.facts).toEqual([
    { name: "Company size", value: "10 or more" },
    { name: "Consent", value: expect.stringMatching(/^You may call me\. \(\d{4}-.*Z\)$/u) as string },
  ]);
  expect(lead.provenance["email"]).toMatchObject({ source: "form", sourceName: "Contact us", method: "answer" });
});

test.each([
  ["a missing answer", { name: "" }, "Your name is required."],
  ["a wrong address", { email: "ann@" }, "Your email: enter a valid email address."],
  ["an option that isn't offered", { size: "some" }, "Choose one of the options for Company size."],
  ["too long an answer", { name: "x".repeat(1_001) }, "Your name can have at most"],
  ["no consent", {}, "Check the box to agree."],
])("%s is named, and nothing is stored", async (_what, wrong, detail) => {
  const winnow = await freshWinnow("sqlite");
  const { path } = await added(winnow, { consent: "You may call me." });
  const consent = detail.startsWith("Check") ? {} : { winnow_consent: "yes" };
  const answer = await send(winnow, path, { ...ANSWERS, ...consent, ...wrong });
  expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
    422,
    expect.stringContaining(detail) as string,
  ]);
  const page = await send(winnow, path, { ...ANSWERS, ...consent, ...wrong }, { accept: "text/html" });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([422, "text/html; charset=utf-8"]);
  expect(page.body).toContain(detail);
  expect(await processed(winnow)).toEqual([]);
});

test("a filled-in hidden field is spam, and its sender doesn't notice", async () => {
  const winnow = await freshWinnow("sqlite");
  const { path } = await added(winnow);
  const answer = await send(winnow, path, { ...ANSWERS, winnow_hp: "https://spam.example" });
  expect(answer.json()).toMatchObject({ received: true });
  expect(await processed(winnow)).toMatchObject([
    { outcome: "no_contact", reason: expect.stringMatching(/^Spam/u) as string },
  ]);
  expect(await winnow.ok("GET /api/leads")).toEqual([]);
});

test("consent and confirmation can't be claimed at the address for other forms", async () => {
  const winnow = await freshWinnow("sqlite");
  await deliver(winnow, {
    service: "winnow",
    formName: "Contact us",
    answers: [{ question: "Email", value: "ann@acme.example", leadField: "email" }],
    consent: { text: "You may call me.", at: "2026-05-01T10:00:00.000Z" },
    confirmedAt: "2026-05-01T10:00:00.000Z",
  });
  const [submission] = await processed(winnow);
  expect(submission?.formType).toBe("generic");
  const leads = (await winnow.ok("GET /api/leads")) as Lead[];
  const facts = await Promise.all(leads.map(async ({ id }) => (await winnow.ok("GET /api/leads/{id}", { id })).facts));
  const names = facts.flat().map(({ name }) => name);
  expect(names).not.toContain("Consent");
  expect(names).not.toContain("Confirmed by email");
});

test("a sender who sends too many has to wait, and others don't", async () => {
  const winnow = await freshWinnow("sqlite");
  const { path } = await added(winnow);
  const from = (address: string) =>
    winnow.app.inject({
      method: "POST",
      url: path,
      remoteAddress: address,
      headers: { "content-type": "application/json" },
      payload: ANSWERS,
    });
  // An IPv6 network counts as one sender.
  for (let count = 0; count < LIMITS.hostedForm.perMinute; count += 1) await from(`2001:db8:1:2::${count}`);
  expect((await from("2001:db8:1:2:ffff::9")).statusCode).toBe(429);
  expect((await from("2001:db8:1:3::1")).statusCode).toBe(200);
});

test("a browser gets a page when a form is unavailable or its sender has to wait", async () => {
  const winnow = await freshWinnow("sqlite");
  const { id, path } = await added(winnow);
  const accept = "text/html,application/xhtml+xml";
  const shown = ({ statusCode, headers, body }: LightMyRequestResponse) => {
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    return [statusCode, /<h1>(.*)<\/h1>/u.exec(body)?.[1]];
  };
  for (let count = 0; count < LIMITS.hostedForm.perMinute; count += 1) await send(winnow, path, ANSWERS);
  const late = await send(winnow, path, ANSWERS, { accept });
  expect(shown(late)).toEqual([429, "Contact us"]);
  expect(late.body).toContain("Too many submissions this minute.");
  expect(late.headers["retry-after"]).toMatch(/^\d+$/u);
  await winnow.ok("PATCH /api/hosted-forms/{id}", { id, body: { isActive: false } });
  const unavailable = [404, "This form isn&#39;t available"];
  expect(shown(await winnow.app.inject({ url: path, headers: { accept } }))).toEqual(unavailable);
  expect(shown(await send(winnow, path, ANSWERS, { accept }))).toEqual(unavailable);
  expect(shown(await send(winnow, "/f/unknown", ANSWERS, { accept }))).toEqual(unavailable);
  expect((await send(winnow, "/f/unknown", ANSWERS)).headers["content-type"]).toContain("application/problem+json");
});

test("a paused, deleted or unknown form isn't served and takes nothing", async () => {
  const winnow = await freshWinnow("sqlite");
  const { id, path } = await added(winnow);
  const statuses = async () =>
    Promise.all(
      [path, `${path}/form.js`]
        .map(async (url) => (await winnow.app.inject({ url })).statusCode)
        .concat(send(winnow, path, ANSWERS).then(({ statusCode }) => statusCode)),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  await winnow.ok("PATCH /api/hosted-forms/{id}", { id, body: { isActive: false } });
  expect(await statuses()).toEqual([404, 404, 404]);
  await winnow.ok("PATCH /api/hosted-forms/{id}", { id, body: { isActive: true } });
  const deleted = await winnow.call("DELETE /api/hosted-forms/{id}", { id });
  expect(await statuses()).toEqual([404, 404, 404]);
  await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await winnow.app.inject({ url: "/f/unknown" })).statusCode).toBe(404);
});

test.each([
  [
    "the field that only bots fill in",
    [contactForm.fields[1], { ...contactForm.fields[1], key: "winnow_hp", leadField: null }],
    "Begin with something other than winnow_",
  ],
  ["two fields with a key", [contactForm.fields[1], contactForm.fields[1]], "Two fields have the same key"],
  ["no way to answer", [contactForm.fields[0]], "Ask for an email address or a phone number"],
  [
    "a choice of one",
    [contactForm.fields[1], { ...contactForm.fields[2], options: ["only"] }],
    "A choice needs at least two options",
  ],
])("a form with %s is refused", async (_what, fields, message) => {
  const winnow = await freshWinnow("sqlite");
  const answer = await winnow.call("POST /api/hosted-forms", { body: { ...contactForm, fields } });
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(message) as string]);
});

test("an older version of a form isn't saved over a newer one", async () => {
  const winnow = await freshWinnow("sqlite");
  const { id, version } = await added(winnow);
  await winnow.ok("PATCH /api/hosted-forms/{id}", { id, body: { name: "Ask us", version } });
  const late = await winnow.call("PATCH /api/hosted-forms/{id}", { id, body: { name: "Write to us", version } });
  expect([late.statusCode, late.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining("changed this form") as string,
  ]);
});

/** A form that is confirmed by email, with the mail server's messages. */
async function confirmedForm(
  options: WinnowOptions = {},
): Promise<{ winnow: TestWinnow; path: string; smtp: SmtpPeer }> {
  const smtp = await startSmtpPeer({ mode: "plain", users: { winnow: "a long password" } });
  onTestFinished(() => smtp.close());
  const winnow = await freshWinnow("sqlite", { publicUrl: "https://leads.acme.example", ...options });
  await winnow.ok("POST /api/email-settings", {
    body: {
      smtpHost: smtp.host,
      smtpPort: smtp.port,
      username: "winnow",
      password: "a long password",
      fromEmail: "sales@acme.example",
      recipientEmails: ["sales@acme.example"],
    },
  });
  const { path } = await added(winnow, { confirmsEmail: true });
  return { winnow, path, smtp };
}

const linkIn = (smtp: SmtpPeer): string =>
  /https:\/\/leads\.acme\.example(\/f\/confirm\/[\w.-]+)/u.exec(smtp.messages.at(-1)?.mail.text ?? "")?.[1] ??
  expect.fail("no link was sent");

test("with confirmation, answers count once their sender has pressed the button behind the link", async () => {
  const { winnow, path, smtp } = await confirmedForm();
  const host = { host: "evil.example" };
  const answer = await send(winnow, path, { ...ANSWERS, name: "Click https://evil.example" }, host);
  expect(answer.json<{ message: string }>().message).toMatch(/^Check your inbox/u);
  const sent = smtp.messages.at(-1);
  expect(sent?.to).toEqual(["ann@acme.example"]);
  expect(sent?.mail.text).not.toContain("evil.example");
  expect(await processed(winnow)).toMatchObject([{ outcome: "unconfirmed", leadId: null }]);

  const url = linkIn(smtp);
  // A mail scanner opens the link.
  expect((await winnow.app.inject({ url })).statusCode).toBe(200);
  expect(await processed(winnow)).toMatchObject([{ outcome: "unconfirmed" }]);
  expect((await winnow.app.inject({ method: "POST", url })).body).toContain("Your email address is confirmed.");
  const [submission] = await processed(winnow);
  expect(submission).toMatchObject({ outcome: "created" });
  const lead = await winnow.ok("GET /api/leads/{id}", { id: submission?.leadId ?? "" });
  expect(lead.facts.map(({ name }) => name)).toContain("Confirmed by email");
  // Once.
  expect((await winnow.app.inject({ method: "POST", url })).statusCode).toBe(404);
  expect((await winnow.app.inject({ url: `${url.slice(0, -1)}_` })).statusCode).toBe(404);
});

test("unconfirmed answers are deleted after a week", async () => {
  let now = new Date("2026-11-01T12:00:00.000Z");
  const { winnow, path, smtp } = await confirmedForm({ clock: () => now });
  await send(winnow, path, ANSWERS);
  now = new Date(now.getTime() + (LIMITS.hostedForm.confirmationDays - 1) * DAY);
  await runHousekeeping(winnow.workspace);
  expect(await processed(winnow)).toHaveLength(1);
  now = new Date(now.getTime() + DAY - 1);
  expect((await winnow.app.inject({ url: linkIn(smtp) })).statusCode).toBe(200);
  // The link ends on time, however long the next cleanup takes.
  now = new Date(now.getTime() + 1);
  expect((await winnow.app.inject({ url: linkIn(smtp) })).statusCode).toBe(404);
  expect((await winnow.app.inject({ method: "POST", url: linkIn(smtp) })).statusCode).toBe(404);
  expect(await processed(winnow)).toHaveLength(1);
  now = new Date(now.getTime() + DAY);
  await runHousekeeping(winnow.workspace);
  expect(await processed(winnow)).toEqual([]);
  expect((await winnow.app.inject({ url: linkIn(smtp) })).statusCode).toBe(404);
});

test("an address gets only a few confirmation emails a day, and a failed one stores nothing", async () => {
  const { winnow, path, smtp } = await confirmedForm();
  const statuses: number[] = [];
  for (let count = 0; count <= LIMITS.hostedForm.confirmationsPerAddress; count += 1) {
    const email = ANSWERS.email.replace("@", `+${count}@`);
    statuses.push((await send(winnow, path, { ...ANSWERS, email })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(smtp.messages).toHaveLength(3);
  await smtp.close();
  const failed = await send(winnow, path, { ...ANSWERS, email: "bo@acme.example" });
  expect([failed.statusCode, failed.json<{ detail: string }>().detail]).toEqual([
    503,
    "The confirmation email couldn't be sent. Try again later.",
  ]);
  await vi.waitFor(async () => expect(await processed(winnow)).toHaveLength(3));
});

test("the link works although the mail server didn't confirm the email", async () => {
  const { winnow, path, smtp } = await confirmedForm();
  smtp.failures = { hangUpAt: "message" };
  expect((await send(winnow, path, ANSWERS)).statusCode).toBe(200);
  expect((await winnow.app.inject({ method: "POST", url: linkIn(smtp) })).statusCode).toBe(200);
  expect(await processed(winnow)).toMatchObject([{ outcome: "created" }]);
});

test("confirmation needs a mail server and the public URL", async () => {
  const winnow = await freshWinnow("sqlite");
  const answer = await winnow.call("POST /api/hosted-forms", { body: { ...contactForm, confirmsEmail: true } });
  expect([answer.statusCode, answer.body]).toEqual([
    422,
    expect.stringContaining("Set up outgoing email in Email Settings first.") as string,
  ]);
});
