import { createHmac, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { createSecrets } from "#server/platform/secrets.ts";
import { submissionsProcessed } from "#server/features/forms/process-submissions.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { tick } from "#test/jobs.ts";
import { deliver, multipart, processed } from "#test/http/form-deliveries.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

const ANN = { name: "Ann Lee", email: "ann@acme.example", message: "We need a quote for 200 licences." };

describe.each(oneEngine("sqlite"))("a submission on %s", (engine) => {
  test("is stored, acknowledged and becomes a lead", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["quote"], scoreWeight: 40 } });
    const answer = await deliver(winnow, { ...ANN, company: "Acme", "How did you hear of us?": "A friend" });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ received: true, id: expect.any(String) as string });

    const [submission] = await processed(winnow);
    expect(submission).toMatchObject({
      formType: "generic",
      submissionData: ANN,
      isProcessed: true,
      outcome: "created",
      leadName: "Ann Lee",
      isVerified: null,
    });
    const lead = await winnow.ok("GET /api/leads/{id}", { id: submission?.leadId ?? "" });
    expect(lead).toMatchObject({
      name: "Ann Lee",
      email: "ann@acme.example",
      company: "Acme",
      notes: ANN.message,
      source: "form",
      score: 40,
      status: "qualified",
      facts: [{ name: "How did you hear of us?", value: "A friend" }],
    });
    expect(lead.provenance["email"]).toMatchObject({ source: "form", sourceName: "Web form", method: "answer" });
  });

  test("delivered many times at once is one submission and one lead", async () => {
    const winnow = await freshWinnow(engine);
    const body = typeform("token-1", [{ type: "email", email: "ann@acme.example" }]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(winnow, body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const submissions = await processed(winnow);
    expect(submissions).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id))).toEqual(new Set([submissions[0]?.id]));
    expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  });

  test("of a known lead adds to it; repeated it changes nothing", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: "ann@acme.example" } });
    await deliver(winnow, typeform("token-2", [{ type: "email", email: "Ann@Acme.example" }], { company: "Acme" }));
    await deliver(winnow, typeform("token-2", [{ type: "email", email: "Ann@Acme.example" }], { company: "Acme" }));
    const submissions = await processed(winnow);
    expect(submissions.map(({ outcome, leadId }) => [outcome, leadId])).toEqual([["updated", id]]);
    expect(await winnow.ok("GET /api/leads/{id}", { id })).toMatchObject({ name: "Ann Lee", company: "Acme" });
  });

  test("left unprocessed by a kill is processed after the restart, before anything else arrives", async () => {
    const databaseUrl = engine === "postgres" ? await migratedPostgres() : undefined;
    const winnow = await freshWinnow(engine, databaseUrl === undefined ? {} : { databaseUrl });
    // As the store holds it between the answer and the processing.
    const { id } = await winnow.workspace.store.forms.receive({
      formType: "generic",
      formName: "",
      contentType: "application/json",
      body: JSON.stringify(ANN),
      bodyEncoding: "utf8",
      idempotencyKey: null,
      isVerified: null,
      submittedAt: "2026-05-01T10:00:00.000Z",
    });
    expect(await winnow.ok("GET /api/form-submissions")).toMatchObject([
      { id, isProcessed: false, outcome: "waiting" },
    ]);
    await tick(winnow.workspace, "submissions");
    expect(await processed(winnow)).toMatchObject([{ id, outcome: "created", leadName: "Ann Lee" }]);
  });

  test("of several people creates a lead for each", async () => {
    const winnow = await freshWinnow(engine);
    await deliver(winnow, { leads: [ANN, { name: "Bo Berg", email: "bo@berg.example" }, { name: "Nobody" }] });
    const [submission] = await processed(winnow);
    expect(submission).toMatchObject({
      outcome: "created",
      leadName: "Ann Lee",
      reason: "It contains 3 people; 2 became leads.",
    });
    expect((await winnow.ok("GET /api/leads")).map(({ name }) => name).toSorted()).toEqual(["Ann Lee", "Bo Berg"]);
  });

  test("without contact details stays visible as such", async () => {
    const winnow = await freshWinnow(engine);
    await deliver(winnow, { rating: 5, page_url: "https://acme.example/pricing" });
    await deliver(winnow, {});
    await deliver(winnow, { object: "page", entry: [{ changes: [{ field: "leadgen", value: { leadgen_id: 7 } }] }] });
    const submissions = await processed(winnow);
    expect(submissions.map(({ formType, outcome, leadId }) => [formType, outcome, leadId])).toEqual([
      ["facebook", "no_contact", null],
      ["generic", "no_contact", null],
      ["generic", "no_contact", null],
    ]);
    expect(submissions.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Meta sends only the lead's ID here/u) as string,
      "This submission has no answers.",
      "No contact details: no answer is an email, phone or website.",
    ]);
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
  });

  test("of a lead that a person deleted doesn't bring it back, and says so", async () => {
    const winnow = await freshWinnow(engine);
    await deliver(winnow, ANN);
    const [first] = await processed(winnow);
    await winnow.ok("DELETE /api/leads/{id}", { id: first?.leadId ?? "" });
    await deliver(winnow, ANN);
    expect((await processed(winnow))[0]).toMatchObject({ outcome: "no_contact", reason: "Deleted earlier" });
  });

  test("links to its lead unless that is deleted", async () => {
    const winnow = await freshWinnow(engine);
    await deliver(winnow, ANN);
    const [first] = await processed(winnow);
    const leadIds = async () => [
      (await processed(winnow))[0]?.leadId,
      (await winnow.ok("GET /api/form-submissions/{id}", { id: first?.id ?? "" })).leadId,
    ];
    expect(await leadIds()).toEqual([first?.leadId, first?.leadId]);
    const deleted = await winnow.call("DELETE /api/leads/{id}", { id: first?.leadId ?? "" });
    expect(await leadIds()).toEqual([null, null]);
    expect((await processed(winnow))[0]).toMatchObject({ outcome: "created", leadName: "Ann Lee" });
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
    expect(await leadIds()).toEqual([first?.leadId, first?.leadId]);
  });

  test("too long to be stored with its lead is read in full, and gives the same lead again", async () => {
    const winnow = await freshWinnow(engine);
    const long = { ...ANN, attachment: "x".repeat(100_000) };
    await deliver(winnow, long);
    const [{ id, leadId } = { id: "", leadId: "" }] = await processed(winnow);
    const lead = await winnow.ok("GET /api/leads/{id}", { id: leadId ?? "" });
    expect(lead.rawData).toMatchObject([{ source: "form", raw: { submissionId: id } }]);
    expect((await winnow.ok("GET /api/form-submissions/{id}", { id })).submissionData).toEqual(long);
    const stored = await winnow.workspace.store.forms.get(id);
    expect(stored?.body).toBe(JSON.stringify(long));
    await deliver(winnow, stored?.body ?? "", { "content-type": stored?.contentType ?? "" });
    expect((await processed(winnow))[0]).toMatchObject({ outcome: "updated", leadId });
    expect((await winnow.call("GET /api/form-submissions/{id}", { id: "999" })).statusCode).toBe(404);
  });
});

describe("access to the form address", () => {
  let winnow: TestWinnow;
  let path: string;
  beforeAll(async () => {
    winnow = await openWinnow("sqlite");
    ({ path } = await winnow.ok("GET /api/form-hook"));
  });
  afterAll(() => winnow.close());

  const post = (url: string, headers: Record<string, string> = {}, payload = JSON.stringify(ANN)) =>
    winnow.app.inject({ method: "POST", url, payload, headers: { "content-type": "application/json", ...headers } });

  test("accepts any server and any site's page that has the address", async () => {
    for (const headers of [
      { host: "leads.acme.example" },
      { host: "leads.acme.example", origin: "https://shop.example" },
      { host: "192.168.1.20:3000", origin: "null", "sec-fetch-site": "cross-site" },
    ]) {
      const answer = await post(path, headers);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
    }
    const asked = await winnow.app.inject({
      method: "OPTIONS",
      url: path,
      headers: { host: "leads.acme.example", origin: "https://shop.example", "access-control-request-method": "POST" },
    });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "content-type",
    });
  });

  test("looks like any unknown path without it", async () => {
    const before = await winnow.ok("GET /api/form-submissions");
    const wrong = [
      path.replace(/.$/u, (last) => (last === "A" ? "B" : "A")),
      path.slice(0, -1),
      `${path}A`,
      "/api/webhooks/forms/x",
      "/api/webhooks/forms/%00",
      "/api/webhooks/forms/ünï",
    ];
    const answers = await Promise.all(wrong.map((url) => post(encodeURI(decodeURI(url)))));
    const problems = answers.map((answer) => ({ ...answer.json<object>(), instance: "" }));
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
    expect(problems[0]).toMatchObject({ status: 404, type: "urn:winnow:problem:not_found" });
    expect(await winnow.ok("GET /api/form-submissions")).toEqual(before);
  });

  test("exempts this path only", async () => {
    const token = path.split("/").at(-1) ?? "";
    const elsewhere = [
      ["POST", "/api/rules"],
      ["POST", "/api/form-hook/regenerate"],
      ["GET", "/api/form-hook"],
      ["GET", "/api/form-submissions"],
      ["POST", `/api/webhooks/forms/${token}/more`],
      ["POST", "/api/webhooks/forms"],
      ["PUT", path],
      ["DELETE", path],
    ] as const;
    for (const [method, url] of elsewhere) {
      const answer = await winnow.app.inject({ method, url, headers: { host: "leads.acme.example" } });
      expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
    }
  });

  test("is generated once, and a new one disables the old at once", async () => {
    const other = await freshWinnow("sqlite", { publicUrl: "https://leads.acme.example" });
    const first = await other.ok("GET /api/form-hook");
    expect(first).toMatchObject({ origin: "https://leads.acme.example", hasTypeformSecret: false });
    expect(first.path).toMatch(/^\/api\/webhooks\/forms\/[\w-]{43}$/u);
    expect(await other.ok("GET /api/form-hook")).toEqual(first);
    const second = await other.ok("POST /api/form-hook/regenerate");
    expect(second.path).not.toBe(first.path);
    expect(second.signingSecret).not.toBe(first.signingSecret);
    const send = (url: string) => other.app.inject({ method: "POST", url, payload: ANN });
    expect((await send(first.path)).statusCode).toBe(404);
    expect((await send(second.path)).statusCode).toBe(200);
  });

  test("another process on the same database knows the new address and not the old", async () => {
    const databaseUrl = await migratedPostgres();
    const [one, two] = [await freshWinnow("postgres", { databaseUrl }), await freshWinnow("postgres", { databaseUrl })];
    const made = await Promise.all([one.ok("GET /api/form-hook"), two.ok("GET /api/form-hook")]);
    expect(made[0]).toEqual(made[1]);
    const fresh = await two.ok("POST /api/form-hook/regenerate");
    const send = (url: string) => one.app.inject({ method: "POST", url, payload: ANN });
    expect((await send(made[0].path)).statusCode).toBe(404);
    expect((await send(fresh.path)).statusCode).toBe(200);
    await submissionsProcessed(one.workspace);
  });

  test.each([
    ["to the address", 400, (right: string) => right],
    ["to a guessed one", 404, () => "/api/webhooks/forms/guessed"],
  ])("rate-limits %s", async (_, otherwise, urlFrom) => {
    const other = await freshWinnow("sqlite");
    const url = urlFrom((await other.ok("GET /api/form-hook")).path);
    const statuses: number[] = [];
    // None of these is stored, so six hundred take no time.
    for (let sent = 0; sent < LIMITS.formHook.perMinute; sent += 1) {
      statuses.push((await other.app.inject({ method: "POST", url, payload: "{" })).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([otherwise]));
    const answer = await other.app.inject({ method: "POST", url, payload: "{" });
    expect(answer.json()).toMatchObject({ status: 429, type: "urn:winnow:problem:too_fast" });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect((await other.call("GET /api/form-hook")).statusCode).toBe(200);
  });

  test("all guesses count together, and not against the address", async () => {
    const other = await freshWinnow("sqlite");
    const { path: right } = await other.ok("GET /api/form-hook");
    const guesses: number[] = [];
    for (let guess = 0; guess <= LIMITS.formHook.perMinute; guess += 1) {
      const url = `/api/webhooks/forms/${guess}`;
      guesses.push((await other.app.inject({ method: "POST", url, payload: ANN })).statusCode);
    }
    expect([new Set(guesses.slice(0, -1)), guesses.at(-1)]).toEqual([new Set([404]), 429]);
    expect((await other.app.inject({ method: "OPTIONS", url: right })).statusCode).toBe(204);
    expect((await other.app.inject({ method: "POST", url: right, payload: ANN })).statusCode).toBe(200);
  });

  test("doesn't wait for an incomplete body, nor read one at a wrong address", async () => {
    const other = await freshWinnow("sqlite");
    const { path: right } = await other.ok("GET /api/form-hook");
    const { port } = new URL(await other.app.listen({ host: "127.0.0.1", port: 0 }));
    const begin = (url: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: "127.0.0.1", port: Number(port) });
        onTestFinished(() => void socket.destroy());
        socket.on("data", (chunk) => resolve(chunk.toString())).on("close", () => resolve(""));
        socket.on("error", reject);
        socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\nname=`);
      });
    expect(await begin(`${right}x`)).toContain("HTTP/1.1 404");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = begin(right);
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.runAllTimers();
    expect(await slow).toBe("");
    expect(await other.ok("GET /api/form-submissions")).toEqual([]);
  });

  test("with another server key, a new address accepts forms again", async () => {
    const other = await freshWinnow("sqlite");
    await other.ok("PATCH /api/form-hook", { body: { typeformSecret: "typeform-secret-of-the-test" } });
    other.workspace.secrets = createSecrets(randomBytes(32));
    const unreadable = await other.call("GET /api/form-hook");
    expect([unreadable.statusCode, unreadable.json<{ type: string }>().type]).toEqual([
      409,
      "urn:winnow:problem:secret_unreadable",
    ]);
    const fresh = await other.ok("POST /api/form-hook/regenerate");
    const send = (payload: object) => other.app.inject({ method: "POST", url: fresh.path, payload });
    expect((await send(ANN)).statusCode).toBe(200);
    // Until its secret is entered again, Typeform's signature can't be verified.
    const response = typeform("t", [{ type: "email", email: "bo@berg.example" }]);
    expect((await send(response)).statusCode).toBe(409);
    await other.ok("PATCH /api/form-hook", { body: { typeformSecret: "" } });
    expect((await send(response)).statusCode).toBe(200);
    await submissionsProcessed(other.workspace);
  });

  test("logs neither the token nor a secret", async () => {
    const other = await freshWinnow("sqlite");
    const { path: secretPath, signingSecret } = await other.ok("GET /api/form-hook");
    await other.ok("PATCH /api/form-hook", { body: { typeformSecret: "typeform-secret-of-the-test" } });
    await other.app.inject({ method: "POST", url: secretPath, payload: ANN });
    await other.app.inject({ method: "POST", url: secretPath, payload: "{", headers: { host: "x.example" } });
    await other.app.inject({ method: "POST", url: `${secretPath}%zz`, payload: ANN });
    await other.app.inject({ method: "POST", url: secretPath, payload: typeform("t", []) });
    await submissionsProcessed(other.workspace);
    const token = secretPath.split("/").at(-1) ?? "";
    for (const secret of [token, signingSecret, "typeform-secret-of-the-test", "ann@acme.example"]) {
      expect(other.logged()).not.toContain(secret);
    }
  });
});

describe("signatures", () => {
  test("verifies Typeform's over the raw bytes once its secret is known", async () => {
    const winnow = await freshWinnow("sqlite");
    const secret = "typeform-secret-of-the-test";
    const hook = await winnow.ok("PATCH /api/form-hook", { body: { typeformSecret: secret } });
    expect(hook.hasTypeformSecret).toBe(true);
    // With whitespace and a key order that no serializer would reproduce.
    const body = `{ "form_response" : ${JSON.stringify(typeform("t-1", [{ type: "email", email: "ann@acme.example" }]).form_response)},\n "event_type":"form_response" }`;
    const signature = (key: string, bytes: string) =>
      `sha256=${createHmac("sha256", key).update(bytes).digest("base64")}`;

    const wrong = [
      {},
      { "typeform-signature": signature("another secret", body) },
      { "typeform-signature": signature(secret, JSON.stringify(JSON.parse(body))) },
      { "typeform-signature": signature(secret, body).slice(0, -1) },
      { "typeform-signature": signature(secret, body).replace("sha256=", "") },
      { "typeform-signature": "" },
    ];
    for (const headers of wrong) {
      const answer = await deliver(winnow, body, headers);
      expect([headers, answer.statusCode]).toEqual([headers, 401]);
      expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:not_signed" });
    }
    expect(await processed(winnow)).toEqual([]);

    expect((await deliver(winnow, body, { "typeform-signature": signature(secret, body) })).statusCode).toBe(200);
    expect(await processed(winnow)).toMatchObject([{ formType: "typeform", isVerified: true, outcome: "created" }]);

    await winnow.ok("PATCH /api/form-hook", { body: { typeformSecret: "" } });
    await deliver(winnow, typeform("t-2", [{ type: "email", email: "bo@berg.example" }]));
    expect((await processed(winnow))[0]).toMatchObject({ isVerified: null, outcome: "created" });
  });

  test("never returns Typeform's secret, and stores it encrypted", async () => {
    const winnow = await freshWinnow("sqlite");
    const answer = await winnow.call("PATCH /api/form-hook", {
      body: { typeformSecret: "typeform-secret-of-the-test" },
    });
    expect(answer.body).not.toContain("typeform-secret-of-the-test");
    const stored = JSON.stringify(await winnow.workspace.store.forms.hook());
    expect(stored).not.toContain("typeform-secret-of-the-test");
    expect(stored).not.toContain((await winnow.ok("GET /api/form-hook")).path.split("/").at(-1));
  });

  test("rejects a Google form without the script's signature", async () => {
    const winnow = await freshWinnow("sqlite");
    const body = { source: "google_forms", responseId: "r", answers: [{ title: "E-mail", response: "a@b.example" }] };
    expect((await deliver(winnow, body)).statusCode).toBe(401);
    expect((await deliver(winnow, body, { "x-winnow-signature": "sha256=00" })).statusCode).toBe(401);
    expect(await processed(winnow)).toEqual([]);
  });
});

describe("body formats", () => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow("sqlite");
  });
  afterAll(() => winnow.close());

  test.each([
    ["JSON", "application/json; charset=utf-8", '{"name":"Zoë","email":"zoe@a.example"}', "generic"],
    ["JSON of a kind", "application/vnd.form+json", '{"name":"Zoë","email":"zoe@b.example"}', "generic"],
    ["JSON as plain text", "text/plain", '{"name":"Zoë","email":"zoe@c.example"}', "generic"],
    ["an urlencoded form", "application/x-www-form-urlencoded", "name=Zo%C3%AB&email=zoe%40d.example", "html"],
    [
      "an urlencoded form of an old page",
      "application/x-www-form-urlencoded",
      "name=Zo%EB&email=zoe%40e.example",
      "html",
    ],
    ["a form as plain text", "text/plain", "name=Zoë\r\nemail=zoe@f.example\r\n", "html"],
  ])("%s", async (_, type, body, formType) => {
    expect((await deliver(winnow, body, { "content-type": type })).statusCode).toBe(200);
    expect((await processed(winnow))[0]).toMatchObject({ formType, outcome: "created", leadName: "Zoë" });
  });

  test("accepts a multipart form and stores only the names of its files", async () => {
    const { payload, headers } = await multipart([
      ["your-name", "Zoë"],
      ["your-email", "zoe@g.example"],
      ["interests", "Price"],
      ["interests", "Support"],
      ["cv", new File(["a secret plan"], "plan.pdf")],
    ]);
    expect((await deliver(winnow, payload, headers)).statusCode).toBe(200);
    const [submission] = await processed(winnow);
    expect(submission).toMatchObject({
      formType: "html",
      submissionData: { "your-name": "Zoë", interests: ["Price", "Support"], cv: "plan.pdf" },
    });
    const lead = await winnow.ok("GET /api/leads/{id}", { id: submission?.leadId ?? "" });
    expect(lead.facts).toEqual([
      { name: "interests", value: "Price, Support" },
      { name: "cv", value: "plan.pdf" },
    ]);
  });

  test("shows a page to a browser that submitted a page's own form", async () => {
    const answer = await deliver(winnow, "name=Yan&email=yan%40h.example", {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.body).toContain("<h1>Thank you</h1>");
    // The page works under the content policy and repeats nothing of what was sent.
    expect(answer.body).not.toMatch(/<script|<style|style=|yan/iu);
  });

  test("stores any bytes unchanged", async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"Ren'), Buffer.from([0xe9, 0]), Buffer.from('"}')]);
    await deliver(winnow, bytes.subarray(0, -3));
    const whole = Buffer.from(bytes.filter((byte) => byte !== 0));
    expect((await deliver(winnow, whole)).statusCode).toBe(200);
    const [submission] = await processed(winnow);
    expect(submission?.submissionData).toEqual({ name: "René" });
    const stored = await winnow.workspace.store.forms.get(submission?.id ?? "");
    expect(Buffer.from(stored?.body ?? "", stored?.bodyEncoding).equals(whole)).toBe(true);
  });

  test.each<[string, number, string, string]>([
    ["an empty body", 400, "application/json", ""],
    ["white space", 400, "application/json", " \n"],
    ["broken JSON", 400, "application/json", '{"a":'],
    ["a single value", 400, "application/json", '"ann@acme.example"'],
    ["JSON deeper than any form", 400, "application/json", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
    ["multipart without its parts", 400, "multipart/form-data; boundary=x", "--y\r\n"],
    ["multipart without a boundary", 400, "multipart/form-data", "--y\r\n"],
    ["text that is no form", 400, "text/plain", "hello"],
    ["XML", 415, "application/xml", "<form/>"],
    ["a picture", 415, "image/png", "PNG"],
    [
      "more than the limit",
      413,
      "application/json",
      JSON.stringify({ a: "x".repeat(LIMITS.formHook.submissionBytes) }),
    ],
  ])("rejects %s with %i and a sentence", async (_, status, type, body) => {
    const before = await processed(winnow);
    const answer = await deliver(winnow, body, { "content-type": type });
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ detail: string }>().detail).toMatch(/^[A-Z].+\.$/u);
    expect(await processed(winnow)).toEqual(before);
  });

  test("rejects a compressed body unread, so that none can unpack beyond the limit", async () => {
    const before = await processed(winnow);
    const answer = await deliver(winnow, gzipSync("email=a%40b.example"), {
      "content-type": "application/x-www-form-urlencoded",
      "content-encoding": "gzip",
    });
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      415,
      "The body is compressed. Send it without a Content-Encoding.",
    ]);
    expect(await processed(winnow)).toEqual(before);
  });

  test("pages through submissions without losing any", async () => {
    const all = await processed(winnow);
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const query: Record<string, string | number> = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
      const answer = await winnow.call("GET /api/form-submissions", { query });
      seen.push(...answer.json<{ id: string }[]>().map(({ id }) => id));
      cursor = /cursor=(\d+)>; rel="next"/u.exec(String(answer.headers["link"]))?.[1];
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(5);
  });
});

describe("Meta's verification request", () => {
  test("returns its challenge as plain text to a caller with the token", async () => {
    const winnow = await freshWinnow("sqlite");
    const { path } = await winnow.ok("GET /api/form-hook");
    const token = path.split("/").at(-1) ?? "";
    const ask = (query: Record<string, string>) => winnow.app.inject({ url: path, query });
    const mode = { "hub.mode": "subscribe" };
    const answer = await ask({ ...mode, "hub.verify_token": token, "hub.challenge": "1158201444" });
    expect([answer.statusCode, answer.body]).toEqual([200, "1158201444"]);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    for (const query of [
      { ...mode, "hub.verify_token": "another", "hub.challenge": "1" },
      { ...mode, "hub.challenge": "1" },
      { ...mode, "hub.verify_token": token, "hub.challenge": "<script>alert(1)</script>" },
      { "hub.mode": "unsubscribe", "hub.verify_token": token, "hub.challenge": "1" },
    ]) {
      expect((await ask(query)).statusCode).toBe(404);
    }
    expect((await winnow.app.inject({ url: path })).statusCode).toBe(200);
  });
});

/** A response of a form with hidden fields, as Typeform sends it. */
function typeform(token: string, answers: object[], hidden: Record<string, string> = {}) {
  const fields = answers.map((_, index) => ({ id: `f${index}`, title: `Question ${index}`, type: "short_text" }));
  return {
    event_id: "e",
    event_type: "form_response",
    form_response: {
      form_id: "abc",
      token,
      submitted_at: "2026-05-01T10:00:00Z",
      hidden,
      definition: { id: "abc", title: "Contact", fields },
      answers: answers.map((answer, index) => ({ ...answer, field: { id: `f${index}`, type: "short_text" } })),
    },
  };
}
