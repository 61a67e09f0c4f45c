import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CompanySite } from "#shared/contract/leads/company-site.ts";
import { DAY, HOUR } from "#shared/durations.ts";
import { readCompanySites } from "#server/features/company-sites/read-company-sites.ts";
import { addDueJobs } from "#server/jobs/schedules/add-due-jobs.ts";
import { freshWinnow, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { startWebsitePeer, type PeerSite, type WebsitePeer } from "#test/peers/website/website-peer.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

const HOME = `<html lang="en"><title>Acme Tools</title><body><h1>Acme Tools</h1>
    <p>We make hand tools for people who like to work with their hands, and we have done so for a long time.</p>
    <p>We have more than 120 employees.</p>
    <nav><a href="/imprint">Imprint</a> <a href="/contact">Contact</a> <a href="/about">About us</a>
      <a href="/products">Products</a></nav>
    <footer><a href="https://www.linkedin.com/company/acme-tools">LinkedIn</a></footer></body></html>`;

const SITE: PeerSite = {
  "/": HOME,
  "/imprint": `<title>Imprint</title><h1>Imprint</h1><p>Acme Tools GmbH<br>Hauptstraße 5<br>10115 Berlin</p>
    <p>Phone: +49 30 1234567<br>Email: office@acme.test</p><p>Industry: Hand tools</p>`,
  "/contact": `<title>Contact</title><p>Call us: +49 30 1234567</p>`,
  "/about": `<title>About</title><p>A family business.</p>`,
  "/products": `<title>Products</title><p>Hammers</p>`,
};

let peer: WebsitePeer;
beforeEach(async () => {
  peer = await startWebsitePeer(SITE);
});
afterEach(() => peer.close());

/** Everything on the peer, whatever the domain. */
function websites(): NonNullable<WinnowOptions["websites"]> {
  return {
    resolve: (_host, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]),
    startPagesOf: (domain) => [`http://${domain}:${peer.port}/`],
  };
}

describe.each(oneEngine("sqlite"))("company facts on %s", (engine) => {
  let winnow: TestWinnow;
  let now: number;
  beforeEach(async () => {
    now = Date.parse("2026-11-20T09:00:00.000Z");
    winnow = await freshWinnow(engine, { clock: () => new Date(now), websites: websites() });
  });

  const turnOn = (more: object = {}) => winnow.ok("PUT /api/settings", { body: { companyFactsOn: true, ...more } });
  const add = async (email: string, more: object = {}): Promise<string> =>
    (await winnow.ok("POST /api/leads", { body: { name: email, email, ...more } })).id;
  const read = () => readCompanySites(winnow.workspace);
  const lead = (id: string) => winnow.ok("GET /api/leads/{id}", { id });
  const siteOf = async (domain: string): Promise<CompanySite | undefined> =>
    (await winnow.ok("GET /api/companies/{key}", { params: { key: `@${domain}` } })).site;
  const hosts = () => [...new Set(peer.requests.map(({ headers }) => headers.host?.split(":")[0]))];

  test("shows each fact with its page, and fills empty fields of all leads of the domain", async () => {
    await turnOn();
    const ann = await add("ann@acme.test");
    const bo = await add("bo@acme.test", { company: "Acme" });
    expect(await siteOf("acme.test")).toMatchObject({ state: "waiting", readAt: null, facts: [], isOn: true });
    expect(await read()).toEqual({ read: 1, filled: 2 });
    const page = (path: string) => `http://acme.test:${peer.port}${path}`;
    expect(await siteOf("acme.test")).toEqual({
      domain: "acme.test",
      state: "read",
      readAt: "2026-11-20T09:00:00.000Z",
      failure: "",
      isOn: true,
      facts: [
        { kind: "name", value: "Acme Tools GmbH", url: page("/imprint") },
        { kind: "industry", value: "Hand tools", url: page("/imprint") },
        { kind: "address", value: "Hauptstraße 5, 10115 Berlin", url: page("/imprint") },
        { kind: "phone", value: "+49 30 1234567", url: page("/imprint") },
        { kind: "size", value: "120+ employees", url: page("/") },
        { kind: "social", value: "https://www.linkedin.com/company/acme-tools", url: page("/") },
        { kind: "language", value: "en", url: page("/") },
      ],
    });
    expect(await lead(ann)).toMatchObject({ company: "Acme Tools GmbH", industry: "Hand tools", phone: "" });
    expect(await lead(bo)).toMatchObject({ company: "Acme", industry: "Hand tools" });
    const { company } = await winnow.ok("GET /api/leads/{id}/provenance", { id: ann });
    expect(company?.origin).toMatchObject({
      sourceName: "acme.test",
      place: { kind: "page", target: page("/imprint") },
    });
    // Neither products nor a sitemap.
    expect(peer.requests.map(({ path }) => path).toSorted()).toEqual(
      ["/", "/about", "/contact", "/imprint", "/robots.txt"].toSorted(),
    );
  });

  test("reads each domain once, and fills leads that arrive later without another request", async () => {
    await turnOn();
    await add("ann@acme.test");
    await read();
    const { length } = peer.requests;
    const bo = await add("bo@acme.test");
    now += 30 * DAY;
    expect(await read()).toEqual({ read: 0, filled: 1 });
    expect(await lead(bo)).toMatchObject({ company: "Acme Tools GmbH" });
    expect(peer.requests).toHaveLength(length);
  });

  test("makes no request while it's off", async () => {
    await add("ann@acme.test");
    expect(await siteOf("acme.test")).toBeUndefined();
    await addDueJobs(winnow.workspace);
    await jobsEnded(winnow.workspace);
    expect(await read()).toEqual({ read: 0, filled: 0 });
    const again = await winnow.call("POST /api/companies/{key}/read", { params: { key: "@acme.test" } });
    expect([again.statusCode, again.json()]).toMatchObject([409, { type: "urn:winnow:problem:company_facts_off" }]);
    expect(peer.requests).toEqual([]);
  });

  test("never requests free mail, disposable and the team's own domains", async () => {
    await turnOn();
    await winnow.ok("POST /api/gmail/config", {
      body: { email: "sales@ours.test", appPassword: "abcdabcdabcdabcd", enabled: false },
    });
    for (const domain of ["gmail.com", "mailinator.com", "ours.test", "eu.ours.test", "acme.test"]) {
      await add(`ann@${domain}`);
    }
    await read();
    expect(hosts()).toEqual(["acme.test"]);
    expect(await siteOf("ours.test")).toBeUndefined();
    const refused = await winnow.call("POST /api/companies/{key}/read", { params: { key: "@ours.test" } });
    expect(refused.statusCode).toBe(404);
  });

  test("requests at most five pages of a website", async () => {
    const links = Array.from({ length: 20 }, (_, at) => `<a href="/contact/${at}">Contact ${at}</a>`).join(" ");
    peer.set({ "/": `<title>Acme</title>${links}`, "*": "<title>Contact</title><p>Hello</p>" });
    await turnOn();
    await add("ann@acme.test");
    await read();
    expect(peer.pages()).toHaveLength(5);
  });

  test("stops for the day at the limit", async () => {
    await turnOn({ companyFactsPerDay: 2 });
    for (const name of ["a", "b", "c"]) await add(`ann@${name}.test`);
    expect(await read()).toMatchObject({ read: 2 });
    expect(await read()).toMatchObject({ read: 0 });
    expect(hosts()).toHaveLength(2);
    now += DAY;
    expect(await read()).toMatchObject({ read: 1 });
    expect(hosts()).toHaveLength(3);
  });

  test("reports a website that doesn't allow crawlers, and never asks it again", async () => {
    peer.set({ "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /" } });
    await turnOn();
    await add("ann@acme.test");
    await read();
    expect(await siteOf("acme.test")).toMatchObject({
      state: "failed",
      failure: "acme.test doesn't allow crawlers.",
      facts: [],
    });
    now += 30 * DAY;
    await read();
    expect(peer.requests.map(({ path }) => path)).toEqual(["/robots.txt"]);
  });

  test("doesn't follow a redirect to another company, but to its own other domain", async () => {
    peer.set({
      "/": ({ headers }) =>
        headers.host?.startsWith("acme.example") === true
          ? HOME
          : {
              status: 301,
              headers: {
                location: `http://${headers.host?.startsWith("acme") === true ? "acme.example" : "parking.test"}:${peer.port}/`,
              },
            },
    });
    await turnOn();
    await add("ann@gone.test");
    await add("bo@acme.test");
    await read();
    expect(await siteOf("gone.test")).toMatchObject({
      state: "failed",
      failure: "gone.test redirects to parking.test.",
    });
    expect(await siteOf("acme.test")).toMatchObject({ state: "read" });
    expect(new Set(hosts())).toEqual(new Set(["acme.example", "acme.test", "gone.test"]));
  });

  test("tries again days after a temporary failure, and then stops", async () => {
    peer.set({ "/": { status: 503 } });
    await turnOn();
    await add("ann@acme.test");
    const attempts: number[] = [];
    for (const days of [0, 0.5, 1, 3, 7, 30]) {
      now += days * DAY;
      attempts.push((await read()).read);
    }
    expect(attempts).toEqual([1, 0, 1, 1, 1, 0]);
    expect((await siteOf("acme.test"))?.failure).toMatch(/^acme\.test couldn't be read\. /u);
  });

  test("fills neither what a person cleared nor what an undo emptied again", async () => {
    await turnOn();
    const cleared = await add("ann@acme.test", { company: "Wrong", industry: "Wrong" });
    await winnow.ok("PATCH /api/leads/{id}", { id: cleared, body: { company: "", industry: "" } });
    const undone = await add("bo@acme.test");
    expect(await read()).toEqual({ read: 1, filled: 1 });
    expect(await lead(cleared)).toMatchObject({ company: "", industry: "" });
    const [entry] = (await winnow.ok("GET /api/journal")).acts;
    expect(entry).toMatchObject({ title: "1 lead completed", description: "Empty fields filled from acme.test" });
    await winnow.ok("POST /api/journal/{id}/undo", { id: entry?.id ?? "" });
    expect(await lead(undone)).toMatchObject({ company: "", industry: "" });
    await winnow.ok("POST /api/companies/{key}/read", { params: { key: "@acme.test" } });
    await jobsEnded(winnow.workspace);
    expect(await siteOf("acme.test")).toMatchObject({ state: "read" });
    expect(await lead(undone)).toMatchObject({ company: "", industry: "" });
  });

  test("reads again when asked, keeps earlier facts if that fails, and doesn't count against the day", async () => {
    await turnOn({ companyFactsPerDay: 1 });
    await add("ann@acme.test");
    await read();
    now += HOUR;
    peer.set({ "/": { status: 503 } });
    const asked = await winnow.ok("POST /api/companies/{key}/read", { params: { key: "@acme.test" } });
    expect(asked.state).toBe("reading");
    await jobsEnded(winnow.workspace);
    const site = await siteOf("acme.test");
    expect(site).toMatchObject({ state: "failed", readAt: "2026-11-20T09:00:00.000Z" });
    expect(site?.facts).not.toEqual([]);
  });

  test("reads a website requested as a run ends without waiting for the next interval", async () => {
    await turnOn();
    await add("ann@acme.test");
    const run = async () => {
      await addDueJobs(winnow.workspace);
      await jobsEnded(winnow.workspace);
    };
    await run();
    now += HOUR / 60;
    await winnow.workspace.store.companySites.request("acme.test");
    await run();
    expect(await siteOf("acme.test")).toMatchObject({ state: "read", readAt: "2026-11-20T09:01:00.000Z" });
  });

  test("rescores leads whose filled fields match a rule", async () => {
    await winnow.ok("POST /api/rules", { body: { name: "Tools", keywords: ["tools"], scoreWeight: 30 } });
    await turnOn();
    const id = await add("ann@acme.test");
    expect((await lead(id)).score).toBe(0);
    await read();
    expect((await lead(id)).score).toBe(30);
  });

  test("deletes facts with the company's last lead, at once if the person is erased", async () => {
    await turnOn();
    const [ann, bo, solo] = [await add("ann@acme.test"), await add("bo@acme.test"), await add("cy@solo.test")];
    await read();
    const stored = async () =>
      (await Promise.all(["acme.test", "solo.test"].map((one) => winnow.workspace.store.companySites.get(one)))).map(
        (site) => site !== null,
      );
    const data = await winnow.ok("GET /api/people/{email}/data", { params: { email: "cy@solo.test" } });
    expect(data.records["Company websites"]).toMatchObject([{ domain: "solo.test" }]);
    const shared = await winnow.ok("GET /api/people/{email}/data", { params: { email: "ann@acme.test" } });
    expect(shared.records["Company websites"]).toBeUndefined();
    await winnow.ok("DELETE /api/people/{email}", { params: { email: "cy@solo.test" } });
    await winnow.ok("DELETE /api/people/{email}", { params: { email: "ann@acme.test" } });
    expect(await stored()).toEqual([true, false]);
    await winnow.ok("DELETE /api/leads/{id}", { id: bo });
    await winnow.workspace.store.companySites.forgetGone();
    expect(await stored()).toEqual([false, false]);
    expect([ann, solo]).toHaveLength(2);
  });
});

test("is done by one of two processes at a time", async () => {
  const databaseUrl = await migratedPostgres();
  const open = () => freshWinnow("postgres", { databaseUrl, websites: websites() });
  const [one, other] = [await open(), await open()];
  await one.ok("PUT /api/settings", { body: { companyFactsOn: true } });
  for (const name of ["a", "b", "c"]) await one.ok("POST /api/leads", { body: { name, email: `ann@${name}.test` } });
  const done = await Promise.all([readCompanySites(one.workspace), readCompanySites(other.workspace)]);
  expect(done).toEqual(
    expect.arrayContaining([expect.objectContaining({ read: 0 }), expect.objectContaining({ read: 3 })]),
  );
  expect(peer.requests.filter(({ path }) => path === "/")).toHaveLength(3);
});

test("continues after a process was killed during a visit", async () => {
  const now = Date.parse("2026-11-20T09:00:00.000Z");
  let later = 0;
  const winnow = await freshWinnow("sqlite", { clock: () => new Date(now + later), websites: websites() });
  await winnow.ok("PUT /api/settings", { body: { companyFactsOn: true } });
  await winnow.ok("POST /api/leads", { body: { name: "Ann", email: "ann@acme.test" } });
  const { companySites } = winnow.workspace.store;
  await companySites.add(["acme.test"], new Date(now).toISOString());
  // What a killed process leaves behind.
  await companySites.begin("acme.test", new Date(now).toISOString(), new Date(now + HOUR).toISOString());
  expect(await readCompanySites(winnow.workspace)).toMatchObject({ read: 0 });
  later = HOUR;
  expect(await readCompanySites(winnow.workspace)).toMatchObject({ read: 1 });
  expect((await companySites.get("acme.test"))?.state).toBe("read");
});
