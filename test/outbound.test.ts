import { createServer, isIP, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createMailer } from "#server/delivery/mail/mailer.ts";
import { systemResolve, type Resolve } from "#server/platform/guarded-connect.ts";
import { createGuardedFetch, type GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { openGuardedSocket, type ReachNow } from "#server/platform/guarded-socket.ts";
import { mailReach } from "#server/platform/mail-reach.ts";
import { isPublicAddress } from "#server/platform/public-address.ts";
import { createMailboxes } from "#server/pipeline/sources/mailbox/index.ts";
import { findChromium } from "#server/pipeline/sources/website/find-chromium.ts";
import { createWebsites } from "#server/pipeline/sources/website/index.ts";
import { createRenderer } from "#server/pipeline/sources/website/render.ts";
import { createRobots } from "#server/pipeline/sources/website/robots.ts";
import { isOpen } from "#server/features/accounts/identify.ts";
import { freshWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import { INSIDE_ADDRESSES, INSIDE_NOTATIONS, misleadingAddresses } from "#test/inside-hosts.ts";
import { startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { html, redirectTo } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";

const chromium = findChromium(undefined);
const forEver = new AbortController().signal;

/** Internal servers that record every connection. */
const traps: Server[] = [];
let visitors = 0;
let port = 0;
/** The one host that counts as public, so that tests can reach it; everything else is real. */
let site: WebsitePeer;
const isPublic = (address: string): boolean => address === "127.0.0.1" || isPublicAddress(address);

/** Names as an attacker's name server returns them: each table row has one, everything else is internal too. */
const resolve: Resolve = (host, answer) => {
  const [, index = ""] = /^inside-(\d+)\.example$/u.exec(host) ?? [];
  const address = host === "site.example" ? "127.0.0.1" : (INSIDE_ADDRESSES[Number(index || "0")]?.[0] ?? "127.0.0.2");
  answer(null, [{ address, family: isIP(address) }]);
};

let door: GuardedFetch;

beforeAll(async () => {
  for (const host of ["127.0.0.2", "::1"]) {
    const trap = createServer((socket) => {
      visitors += 1;
      socket.on("error", () => {});
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret");
    });
    await new Promise<void>((done) => trap.listen(port, host, done));
    port = (trap.address() as AddressInfo).port;
    traps.push(trap);
  }
  site = await startWebsitePeer({ "/": "public" });
  door = createGuardedFetch({ isPublic, resolve });
});
afterAll(async () => {
  await Promise.all([door.close(), site.close()]);
  for (const trap of traps) trap.close();
});

/** Every way to write an internal host: its address, other notations and names. */
const hosts = [
  ...INSIDE_ADDRESSES.map(([address]) => (isIP(address) === 6 ? `[${address}]` : address)),
  ...INSIDE_ADDRESSES.map((_address, index) => `inside-${index}.example`),
  ...INSIDE_NOTATIONS.map(([host]) => host),
];
const insideUrls = (): string[] => [...hosts.map((host) => `http://${host}:${port}/`), ...misleadingAddresses(port)];
/** As a header can hold it; the rest is unchanged. */
const location = (url: string): string => url.trim().replaceAll(/[^ -~]/gu, encodeURIComponent);
const siteUrl = (path: string): string => `http://site.example:${site.port}${path}`;

test("the public site is reachable, and the trap records connections", async () => {
  expect(await door.fetch(siteUrl("/"))).toMatchObject({ kind: "answered", status: 200 });
  const open = createGuardedFetch({ allowPrivate: true });
  onTestFinished(() => open.close());
  const before = visitors;
  expect(await open.fetch(`http://127.0.0.2:${port}/`)).toHaveProperty("body", Buffer.from("secret"));
  expect(await open.fetch(`http://[::1]:${port}/`)).toHaveProperty("body", Buffer.from("secret"));
  expect(visitors).toBe(before + 2);
});

describe("internal hosts are unreachable", () => {
  test("by a guarded fetch", async () => {
    const before = visitors;
    for (const url of insideUrls()) {
      const outcome = await door.fetch(url);
      expect([url, outcome.kind]).toEqual([url, "refused"]);
    }
    expect(visitors).toBe(before);
  });

  test("by the system's own parsing of a host", async () => {
    const strict = createGuardedFetch({ isPublic, resolve: systemResolve });
    onTestFinished(() => strict.close());
    const before = visitors;
    for (const [host] of INSIDE_NOTATIONS)
      expect((await strict.fetch(`http://${host}:${port}/`)).kind).not.toBe("answered");
    expect(visitors).toBe(before);
  });

  test("by a redirect of a page", async () => {
    const before = visitors;
    for (const url of insideUrls()) {
      site.set({ "/on": redirectTo(location(url)) });
      const outcome = await door.fetch(siteUrl("/on"));
      // An incomplete URL leads to another page of the same site.
      const isOwn = new URL(outcome.url).origin === new URL(siteUrl("/")).origin;
      expect([url, isOwn || outcome.kind === "refused"]).toEqual([url, true]);
    }
    expect(visitors).toBe(before);
  });

  test("by a redirect of robots.txt, which then closes the site", async () => {
    const before = visitors;
    for (const host of hosts) {
      const robots = createRobots(door, { clock: () => new Date(), takeSlot: async () => () => {} });
      site.set({ "/robots.txt": redirectTo(location(`http://${host}:${port}/robots.txt`)) });
      await robots.rulesOf(new URL(siteUrl("/")), { userAgent: "Winnow/0.1", signal: forEver });
    }
    site.set({ "/robots.txt": { status: 404 } });
    expect(visitors).toBe(before);
  });

  test("by a crawl: its sitemaps, links, redirects and refreshes", async () => {
    const urls = insideUrls().filter((url) => !/[\n\t]/u.test(url));
    const links = urls.map((url) => `<a href="${url}contact">contact</a>`).join("");
    const refresh = `<meta http-equiv="refresh" content="0;url=http://127.0.0.2:${port}/">`;
    const own = await startWebsitePeer({
      "/robots.txt": urls.map((url) => `Sitemap: ${url}`).join("\n"),
      "/sitemap.xml": `<urlset>${urls.map((url) => `<url><loc>${url.replaceAll("&", "&amp;")}</loc></url>`).join("")}</urlset>`,
      "/": html(`${refresh}<base href="http://127.0.0.2:${port}/">${links}`),
      "/contact": redirectTo(`http://127.0.0.2:${port}/`),
    });
    onTestFinished(() => own.close());
    const websites = createWebsites({ isPublic, resolve, chromium: "/none", wait: async () => {} });
    onTestFinished(() => websites.close());
    const before = visitors;
    const job = { type: "website" as const, selectors: null, maxPages: 30, maxDepth: 3, renderScripts: false };
    const events = await Array.fromAsync(
      websites.scrape({
        ...job,
        url: `http://site.example:${own.port}/`,
        known: new Map(),
        userAgent: "Winnow/0.1",
        signal: forEver,
      }),
    );
    expect(events.some((event) => event.kind === "page" && event.page.status === 200)).toBe(true);
    expect(visitors).toBe(before);
  });

  test.skipIf(chromium === null)("by a rendered page", async () => {
    const renderer = createRenderer({ executable: chromium ?? "", isSandboxed: false }, door);
    onTestFinished(() => renderer.close());
    const urls = insideUrls().map((url) => url.replaceAll(/[\n\t]/gu, ""));
    const before = visitors;
    // A page's requests are limited.
    for (let at = 0; at < urls.length; at += 60) {
      const script = `
        const done = ${JSON.stringify(urls.slice(at, at + 60))}.map(async (url) => { try { await fetch(url, { mode: "no-cors" }); return "answered"; } catch { return "failed"; } });
        Promise.all(done).then((all) => { document.getElementById("root").textContent = [...new Set(all)].join(); });`;
      const outcome = await renderer.render({
        url: siteUrl("/"),
        html: html(`<div id="root"></div><script>${script}</script>`),
        userAgent: "Winnow/0.1",
        signal: forEver,
        mayFetch: async () => null,
        isOwnSite: () => true,
      });
      // URLs without a network request, like data:, are handled by the browser.
      expect(outcome).toMatchObject({
        kind: "rendered",
        html: expect.stringMatching(/id="root">(?:failed|failed,answered|answered,failed)</u),
      });
    }
    expect(visitors).toBe(before);
  });
});

describe("mail servers once an account exists", () => {
  const given = mailReach(undefined, async () => false);
  const reach: ReachNow = async () => ({ ...(await given()), resolve });
  const smtp = { username: "a", password: "secret", fromEmail: "a@b.example", recipientEmails: ["c@d.example"] };
  const imap = { email: "a@b.example", password: "secret", labels: "INBOX" };

  test.each([
    ["nobody", undefined, true],
    ["nobody", true, true],
    ["nobody", false, false],
    ["somebody", undefined, false],
    ["somebody", true, true],
    ["somebody", false, false],
  ])(
    "where %s has an account and the operator sets %s, private ones are allowed: %s",
    async (who, setting, expected) => {
      const { allowPrivate } = await mailReach(setting, async () => who === "nobody")();
      expect(allowPrivate).toBe(expected);
    },
  );

  test("are checked for each connection, so the first account counts at once", async () => {
    const winnow = await freshWinnow("sqlite");
    const { workspace } = winnow;
    const mailer = createMailer({ reach: mailReach(undefined, () => isOpen(workspace)) });
    const check = async (): Promise<string> =>
      (await mailer.check({ ...smtp, smtpHost: "127.0.0.1", smtpPort: 2525 })).code;
    expect(await check()).not.toBe("mail_host_private");
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    expect(await check()).toBe("mail_host_private");
  });

  test.each(hosts)("%s is rejected as an SMTP and IMAP server, whether or not anything listens", async (host) => {
    const mailer = createMailer({ reach });
    const mailboxes = createMailboxes({ reach });
    for (const smtpPort of [25, 465, 587]) {
      const check = await mailer.check({ ...smtp, smtpHost: host, smtpPort });
      expect(check).toMatchObject({ valid: false, code: "mail_host_private" });
    }
    const message = { messageId: "<1@b.example>", fromName: "A", subject: "S", text: "T", attachments: [] };
    await expect(mailer.send({ ...smtp, smtpHost: host, smtpPort: 587 }, message)).rejects.toMatchObject({
      id: "mail_host_private",
    });
    for (const server of [`imaps://${host}:993`, `imap://${host}:143`]) {
      const check = await mailboxes.check({ ...imap, server }, forEver);
      expect(check).toMatchObject({ success: false, code: "mailbox_host_private" });
      await expect(mailboxes.open({ ...imap, server }, forEver)).rejects.toMatchObject({ id: "mailbox_host_private" });
    }
  });

  test("the error is the same for an open port and a closed one", async () => {
    const mailer = createMailer({ reach: given });
    const before = visitors;
    const messages = await Promise.all(
      ["127.0.0.2", "::1", "10.0.0.1"].map(async (smtpHost) => {
        const { message } = await mailer.check({ ...smtp, smtpHost, smtpPort: port });
        return message.replace(smtpHost, "HOST");
      }),
    );
    expect(new Set(messages).size).toBe(1);
    expect(visitors).toBe(before);
  });

  test.each([22, 80, 443, 3306, 5432, 6379, 8080, 11_211])("port %i of a public host is rejected", async (foreign) => {
    const mailer = createMailer({ reach: async () => ({ ...(await reach()), isPublic }) });
    const mailboxes = createMailboxes({ reach: async () => ({ ...(await reach()), isPublic }) });
    const sent = await mailer.check({ ...smtp, smtpHost: "site.example", smtpPort: foreign });
    expect(sent).toMatchObject({ code: "mail_port_refused", message: expect.stringContaining("587") });
    const read = await mailboxes.check({ ...imap, server: `imaps://site.example:${foreign}` }, forEver);
    expect(read).toMatchObject({ code: "mailbox_port_refused", message: expect.stringContaining("993") });
  });
});

describe("a name server that changes its answer", () => {
  /** Returns these in sequence, then repeats the last; counts its queries. */
  function changing(...answers: string[][]): { resolve: Resolve; asked: () => number } {
    let asked = 0;
    return {
      resolve: (_host, answer) => {
        const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
        asked += 1;
        answer(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
      },
      asked: () => asked,
    };
  }

  test("is asked once per connection, which uses the checked address", async () => {
    const names = changing(["127.0.0.1"], ["127.0.0.2"]);
    const own = createGuardedFetch({ isPublic, resolve: names.resolve });
    onTestFinished(() => own.close());
    const before = visitors;
    expect(await own.fetch(`http://rebind.example:${site.port}/`)).toMatchObject({ kind: "answered" });
    expect(names.asked()).toBe(1);
    // Another connection asks again.
    expect(await own.fetch(`http://rebind.example:${port}/`)).toMatchObject({ kind: "refused" });
    expect(names.asked()).toBe(2);
    expect(visitors).toBe(before);
  });

  test.each([
    [["127.0.0.1", "127.0.0.2"]],
    [["127.0.0.2", "127.0.0.1"]],
    [["127.0.0.1", "::1"]],
    [["127.0.0.1", "169.254.169.254"]],
    [["127.0.0.1", "fd00:ec2::254"]],
  ])("and returns a private address next to a public one (%j) is rejected everywhere", async (addresses) => {
    const { resolve: mixed } = changing(addresses);
    const own = createGuardedFetch({ isPublic, resolve: mixed });
    onTestFinished(() => own.close());
    const before = [visitors, site.connections];
    expect(await own.fetch(`http://mixed.example:${site.port}/`)).toMatchObject({ kind: "refused" });
    const reach = { allowPrivate: false, isPublic, resolve: mixed };
    await expect(openGuardedSocket("mixed.example", site.port, reach, 5_000)).rejects.toMatchObject({
      name: "PrivateAddressError",
    });
    const check = await createMailboxes({ reach: async () => reach }).check(
      { email: "a@b.example", password: "secret", labels: "INBOX", server: "imaps://mixed.example:993" },
      forEver,
    );
    expect(check.code).toBe("mailbox_host_private");
    expect([visitors, site.connections]).toEqual(before);
  });

  test("gains nothing by STARTTLS, which uses the same connection", async () => {
    const peer = await startSmtpPeer({ mode: "starttls", users: { a: "secret" } });
    onTestFinished(() => peer.close());
    const names = changing(["127.0.0.1"], ["127.0.0.2"]);
    const mailer = createMailer({ reach: async () => ({ allowPrivate: true, resolve: names.resolve }) });
    const settings = { username: "a", password: "secret", fromEmail: "a@b.example", recipientEmails: ["c@d.example"] };
    const before = visitors;
    await mailer.check({ ...settings, smtpHost: "rebind.example", smtpPort: peer.port });
    expect(names.asked()).toBe(1);
    expect(visitors).toBe(before);
  });

  test("is checked again on each reconnect to a mailbox, as when listening", async () => {
    const names = changing(["127.0.0.1"], ["127.0.0.2"]);
    const mailboxes = createMailboxes({
      reach: async () => ({ allowPrivate: false, isPublic, resolve: names.resolve }),
    });
    const settings = {
      email: "a@b.example",
      password: "secret",
      labels: "INBOX",
      server: "imaps://rebind.example:993",
    };
    const hooks = { onReady: () => {}, onNews: () => {}, onSign: () => {} };
    // Nothing listens there.
    await expect(mailboxes.watch(settings, hooks, forEver)).rejects.toMatchObject({ id: "mailbox_connection_refused" });
    await expect(mailboxes.watch(settings, hooks, forEver)).rejects.toMatchObject({ id: "mailbox_host_private" });
  });
});
