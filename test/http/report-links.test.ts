import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSecrets } from "#server/platform/secrets.ts";
import { forgetOldChanges } from "#server/features/reports/forget-old-changes.ts";
import { readDecisionLink, writeDecisionLink } from "#server/features/reports/decision-link.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { rescored } from "#test/jobs.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { oneEngine } from "#test/stores.ts";

const PUBLIC_URL = "https://winnow.example";

let smtp: SmtpPeer;
beforeAll(async () => {
  smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
});
afterAll(() => smtp.close());

/** Where a link in a report leads. */
function linkIn(text: string, word: "Approve" | "Reject"): string {
  return new RegExp(`${word}: https://winnow\\.example(/act/\\S+)`, "u").exec(text)?.[1] ?? "";
}

describe.each(oneEngine("sqlite"))("the links of a report on %s", (engine) => {
  let winnow: TestWinnow;
  let now: Date;
  let ann: string;
  let links: { approve: string; reject: string };
  let text: string;
  let html: string;

  beforeEach(async () => {
    now = new Date("2026-11-18T12:00:00Z");
    winnow = await freshWinnow(engine, { clock: () => now, publicUrl: PUBLIC_URL });
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    await winnow.ok("POST /api/rules", { body: { name: "Intent <1>", keywords: ["demo"], scoreWeight: 40 } });
    const notes = "We want a demo.";
    ({ id: ann } = await winnow.ok("POST /api/leads", { body: { name: "Ann <b>Lee", email: "ann@a.example", notes } }));
    await winnow.ok("POST /api/leads", { body: { name: "Bo Berg", email: "bo@b.example", status: "approved" } });
    ({ text, html } = await report());
    links = { approve: linkIn(text, "Approve"), reject: linkIn(text, "Reject") };
  });

  /** Sends one and returns what arrived. */
  async function report(): Promise<{ text: string; html: string }> {
    smtp.messages.length = 0;
    await winnow.ok("POST /api/send-report");
    return { text: smtp.messages[0]?.mail.text ?? "", html: String(smtp.messages[0]?.mail.html) };
  }

  async function ask(method: "GET" | "HEAD" | "POST", url: string, headers: Record<string, string> = {}) {
    const {
      statusCode,
      body,
      headers: answered,
    } = await winnow.app.inject({
      method,
      url,
      headers: { host: "winnow.example", ...headers },
    });
    const title = /<h1>(.*?)<\/h1>/u.exec(body)?.[1] ?? "";
    return { statusCode, body, title, headers: answered };
  }

  const statusOf = async (id: string) => (await winnow.ok("GET /api/leads/{id}", { id })).status;

  test("are in the report only for leads that wait for review", () => {
    expect(text.match(/(?:Approve|Reject): https:/gu)).toHaveLength(2);
    expect(html).toContain(`href="https://winnow.example${links.approve}"`);
    expect(html).toContain(`href="https://winnow.example${links.reject}"`);
  });

  test("show the lead and its reasons, and change nothing however often they are opened", async () => {
    for (const method of ["GET", "HEAD", "GET"] as const) {
      expect((await ask(method, links.approve)).statusCode).toBe(200);
    }
    const { title, body, headers } = await ask("GET", links.approve);
    expect(title).toBe("Approve Ann &lt;b&gt;Lee?");
    expect(body).toContain("<bdi>Intent &lt;1&gt;</bdi>: <bdi>demo</bdi> · <bdi>Notes</bdi>");
    expect(body).toContain("We want a <mark>demo</mark>.</small>");
    expect(body).toContain(`<form method="post" action="${links.approve}">`);
    expect(body).toContain(`<a href="https://winnow.example/leads/${ann}">`);
    expect(body).not.toContain("<script");
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none';style-src 'sha256-/u);
    expect(await statusOf(ann)).toBe("qualified");
  });

  test("decide once on confirmation, say so from then on, and can be undone", async () => {
    const page = { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" };
    expect(await ask("POST", links.approve, page)).toMatchObject({
      statusCode: 200,
      title: "Ann &lt;b&gt;Lee was approved",
    });
    expect(await statusOf(ann)).toBe("approved");
    const [newest] = await winnow.workspace.store.journal.ofLead(ann, 9);
    expect(newest).toMatchObject({ by: "Report link", description: "Was qualified" });

    now = new Date("2026-11-18T13:30:00Z");
    for (const [method, link] of [
      ["POST", links.reject],
      ["POST", links.approve],
      ["GET", links.reject],
    ] as const) {
      const again = await ask(method, link);
      expect(again).toMatchObject({ statusCode: 200, title: "Ann &lt;b&gt;Lee was approved" });
      expect(again.body).toContain("2026-11-18, 12:00 UTC");
    }
    expect(await statusOf(ann)).toBe("approved");

    expect(await ask("POST", `${links.approve}/undo`)).toMatchObject({ title: "Ann &lt;b&gt;Lee is qualified" });
    const [undone] = await winnow.workspace.store.journal.list(1);
    expect(undone).toMatchObject({ by: "Report link", title: "Undone: Ann <b>Lee approved" });
    expect(await statusOf(ann)).toBe("qualified");
    const { body } = await ask("POST", links.reject);
    expect(body).toContain("then the decision was undone");
    expect(await statusOf(ann)).toBe("qualified");
    // The next report asks again.
    const next = await report();
    expect(await ask("POST", linkIn(next.text, "Reject"))).toMatchObject({ title: "Ann &lt;b&gt;Lee was rejected" });
  });

  test("decide once even if both are pressed at the same moment", async () => {
    const answers = await Promise.all(
      [links.approve, links.reject, links.approve, links.reject].map((link) => ask("POST", link)),
    );
    const status = await statusOf(ann);
    expect(["approved", "rejected"]).toContain(status);
    expect(new Set(answers.map(({ title }) => title))).toEqual(new Set([`Ann &lt;b&gt;Lee was ${status}`]));
    const entries = await winnow.workspace.store.journal.ofLead(ann, 9);
    expect(entries.filter(({ by }) => by === "Report link")).toHaveLength(1);
  });

  test("don't overwrite a decision made since", async () => {
    await winnow.ok("PATCH /api/leads/{id}", { id: ann, body: { status: "rejected" } });
    for (const method of ["GET", "POST"] as const) {
      expect(await ask(method, links.approve)).toMatchObject({
        statusCode: 409,
        title: "Ann &lt;b&gt;Lee is already rejected",
      });
    }
    expect(await statusOf(ann)).toBe("rejected");
  });

  test("can't undo what a newer change blocks, and name it", async () => {
    await ask("POST", links.approve);
    await winnow.ok("PATCH /api/leads/{id}", { id: ann, body: { status: "rejected" } });
    const refused = await ask("POST", `${links.approve}/undo`);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("<strong>");
    expect(await statusOf(ann)).toBe("rejected");
  });

  test("expire after 14 days, and with their lead", async () => {
    now = new Date("2026-12-02T11:59:59Z");
    expect((await ask("GET", links.approve)).statusCode).toBe(200);
    now = new Date("2026-12-02T12:00:00Z");
    expect(await ask("POST", links.approve)).toMatchObject({ statusCode: 410, title: "This link has expired" });
    expect(await statusOf(ann)).toBe("qualified");
    now = new Date("2026-11-19T12:00:00Z");
    await ask("POST", links.approve);
    now = new Date("2026-12-02T12:00:00Z");
    expect((await ask("POST", `${links.approve}/undo`)).statusCode).toBe(410);
    expect(await statusOf(ann)).toBe("approved");
    now = new Date("2026-11-19T12:00:00Z");
    await winnow.ok("DELETE /api/leads/{id}", { id: ann });
    for (const method of ["GET", "POST"] as const) expect((await ask(method, links.approve)).statusCode).toBe(404);
  });

  test("don't decide a lead that a restored database gave the ID of theirs", async () => {
    const { secrets } = winnow.workspace;
    const link = readDecisionLink(secrets, links.approve.slice("/act/".length))!;
    const earlier = writeDecisionLink(secrets, { ...link, expiresAt: link.expiresAt - 2 * 86_400 });
    for (const method of ["GET", "POST"] as const) expect((await ask(method, `/act/${earlier}`)).statusCode).toBe(404);
    expect(await statusOf(ann)).toBe("qualified");
  });

  test("name the lead into which theirs was merged", async () => {
    const bo = await winnow.ok("POST /api/leads", { body: { name: "Bo Lee", email: "bo@lee.example" } });
    await winnow.ok("POST /api/leads/{id}/merge", { id: bo.id, body: { otherId: ann, take: {} } });
    for (const method of ["GET", "POST"] as const) {
      const answer = await ask(method, links.approve);
      expect(answer).toMatchObject({ statusCode: 409, title: "This lead was merged into another lead" });
      expect(answer.body).toContain(`<a href="https://winnow.example/leads/${bo.id}">`);
    }
  });

  test("are known only to people who have the report", async () => {
    const token = links.approve.slice("/act/".length);
    const { reportKey, expiresAt } = readDecisionLink(winnow.workspace.secrets, token) ?? {
      reportKey: "",
      expiresAt: 0,
    };
    const link = { leadId: ann, decision: "approved", reportKey, expiresAt, accountId: null } as const;
    expect(writeDecisionLink(winnow.workspace.secrets, link)).toBe(token);
    const forged = writeDecisionLink(createSecrets(Buffer.alloc(32)), link);
    const attacks = [
      forged,
      token.slice(0, -1),
      `${token}a`,
      token.replace(".a.", ".r."),
      token.replace(/^\d+/u, (id) => String(Number(id) + 1)),
      "..%2f..%2fapi%2fleads",
      "1",
    ];
    for (const attack of attacks) {
      for (const method of ["GET", "POST"] as const) expect((await ask(method, `/act/${attack}`)).statusCode).toBe(404);
      expect((await ask("POST", `/act/${attack}/undo`)).statusCode).toBe(404);
    }
    expect(await statusOf(ann)).toBe("qualified");
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask("GET", "/act/1")));
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true);
    expect(winnow.logged()).not.toContain(token);
  });
});

describe.each(oneEngine("sqlite"))("a report on %s", (engine) => {
  test("lists what changed since the previous one in its time zone", async () => {
    let now = new Date("2026-11-18T12:00:00Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    await winnow.ok("POST /api/email-settings", { body: mailSettings({ smtp }) });
    await winnow.ok("PUT /api/settings", { body: { reportTimeZone: "Asia/Kathmandu", reportHour: 9 } });
    const add = async (name: string, notes: string) =>
      (await winnow.ok("POST /api/leads", { body: { name, email: `${name}@x.example`, notes } })).id;
    const { id: rule } = await winnow.ok("POST /api/rules", {
      body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 },
    });
    const report = async (): Promise<string> => {
      smtp.messages.length = 0;
      await winnow.ok("POST /api/send-report");
      return smtp.messages[0]?.mail.text ?? "";
    };
    const [ann, bo] = [await add("Ann", "demo"), await add("Bo", "demo")];
    await add("Cy", "demo price");
    now = new Date("2026-11-18T13:00:00Z");
    const first = await report();
    expect(first).toContain("From Nov 17, 2026, 09:00 to Nov 18, 2026, 18:45 (Asia/Kathmandu): 3 newly qualified");
    // The public address isn't known, so there are no links.
    expect(first).not.toContain("http");

    now = new Date("2026-11-19T03:00:00Z");
    await winnow.ok("PATCH /api/leads/{id}", { id: ann, body: { status: "approved" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: bo, body: { status: "rejected" } });
    await winnow.ok("PATCH /api/rules/{id}", { id: rule, body: { keywords: ["price"], scoreWeight: 10 } });
    await rescored(winnow.workspace);
    await add("Di", "price");
    const { id: eve } = await winnow.ok("POST /api/leads", { body: { name: "Eve", email: "eve@x.example" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: eve, body: { status: "qualified" } });
    now = new Date("2026-11-19T04:00:00Z");
    const second = await report();
    expect(second).toContain("From Nov 18, 2026, 18:45 to Nov 19, 2026, 09:45 (Asia/Kathmandu)");
    expect(second).toContain(
      "1 newly qualified, 2 decided, 1 no longer qualified. 0 leads are waiting for a decision.",
    );
    expect(second).toContain("Decided:\n   Bo: rejected\n   Ann: approved\n");
    expect(second).toContain("No longer qualified:\n   Cy: score 10\n");
    expect(second).toMatch(/^1\. Eve\n {3}Score 0, new$/mu);

    now = new Date("2026-11-19T05:00:00Z");
    expect(await report()).toContain("0 newly qualified, 0 decided, 0 no longer qualified");

    const known = () =>
      winnow.workspace.store.reports.changes({ from: "2026-11-18T00:00:00Z", to: now.toISOString(), limit: 1 });
    now = new Date("2027-02-26T11:00:00Z");
    await forgetOldChanges(winnow.workspace);
    expect((await known()).decided.count).toBe(2);
    now = new Date("2027-02-27T11:00:00Z");
    await forgetOldChanges(winnow.workspace);
    expect(await known()).toMatchObject({ newlyQualified: { count: 0 }, decided: { count: 0 } });
    // Changes with an unknown time aren't reported.
    expect(await report()).toContain("From Nov 19, 2026, 16:45 to Feb 27, 2027, 16:45");
  });
});
