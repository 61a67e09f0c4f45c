import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MailboxHealth } from "#shared/contract/mailbox.ts";
import { startWatchingMailboxes } from "#server/features/mailbox/watch-mailboxes.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { tick } from "#test/jobs.ts";
import { inquiry, newMailbox, whenChanged, type MailboxUnderTest } from "#test/http/mailbox-under-test.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

const SHORT_PAUSE = 20;

let dovecot: DovecotPeer;
beforeAll(async () => {
  dovecot = await startDovecot();
});
afterAll(() => dovecot.stop());

describe.each(oneEngine("sqlite"))("watching mailboxes on %s", (engine) => {
  let winnow: TestWinnow;
  let mailbox: MailboxUnderTest;
  let watching: { stop(): Promise<void> };
  beforeEach(async () => {
    winnow = await freshWinnow(engine);
    mailbox = await newMailbox(dovecot);
    watching = startWatchingMailboxes(winnow.workspace, SHORT_PAUSE);
  });
  afterEach(() => watching.stop());
  const save = (more: object = {}) =>
    winnow.ok("POST /api/gmail/config", { body: { ...mailbox.settings, autoSync: true, ...more } });
  const health = async (): Promise<MailboxHealth> => (await winnow.ok("GET /api/gmail/config")).health;
  const isWatching = (): Promise<MailboxHealth> => whenChanged(winnow, health, ({ watching: is }) => is);
  const leadCount = async (): Promise<number> => (await winnow.ok("GET /api/leads")).length;

  test("reads a message as soon as it is announced, even after the server was away", async () => {
    await save();
    await isWatching();
    mailbox.mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    await whenChanged(winnow, leadCount, (count) => count === 1);

    await dovecot.halt();
    await whenChanged(winnow, health, ({ state }) => state === "failing");
    mailbox.mail.deliver([{ raw: inquiry({ id: "two@bo.example", name: "Bo Berg", email: "bo@berg.example" }) }]);
    await dovecot.resume();
    await whenChanged(winnow, leadCount, (count) => count === 2);
    mailbox.mail.deliver([{ raw: inquiry({ id: "three@cy.example", name: "Cy Cole", email: "cy@cole.example" }) }]);
    await whenChanged(winnow, leadCount, (count) => count === 3);
    expect(await whenChanged(winnow, health, ({ state }) => state === "active")).toMatchObject({
      message: "Synced without errors.",
    });
  });

  test("follows settings changes without a restart", async () => {
    await save({ autoSync: false });
    expect((await health()).watching).toBe(false);
    await save();
    await isWatching();
    const other = await newMailbox(dovecot);
    other.mail.deliver([{ raw: inquiry({ id: "other@lee.example" }) }]);
    await winnow.ok("POST /api/gmail/config", { body: { ...other.settings, autoSync: true } });
    await whenChanged(winnow, leadCount, (count) => count === 1);
    await winnow.ok("POST /api/gmail/config", { body: { ...other.settings, autoSync: true, enabled: false } });
    await whenChanged(winnow, health, ({ watching: is, state }) => !is && state === "inactive");
  });

  test("listens to a mailbox that is a data source", async () => {
    const { email, appPassword, server } = mailbox.settings;
    const config = { email, appPassword, server };
    const source = await winnow.ok("POST /api/data-sources", { body: { name: "Inbox", type: "email", config } });
    const lastSync = async () =>
      (await winnow.ok("GET /api/data-sources")).find(({ id }) => id === source.id)?.lastSync;
    await whenChanged(winnow, lastSync, (time) => typeof time === "string");
    mailbox.mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    await whenChanged(winnow, leadCount, (count) => count === 1);
    expect(await winnow.ok("GET /api/gmail/emails")).toMatchObject([{ mailbox: `mailbox:${source.id}`, isLead: true }]);
  });
});

test("only one of several processes listens", async () => {
  const databaseUrl = await migratedPostgres();
  const [one, other] = [await freshWinnow("postgres", { databaseUrl }), await freshWinnow("postgres", { databaseUrl })];
  const { settings, mail } = await newMailbox(dovecot);
  await one.ok("POST /api/gmail/config", { body: { ...settings, autoSync: true } });
  const watchers = [one, other].map(({ workspace }) => startWatchingMailboxes(workspace, SHORT_PAUSE));
  const health = async (): Promise<MailboxHealth> => (await other.ok("GET /api/gmail/config")).health;
  await whenChanged(other, health, ({ watching }) => watching);
  mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
  await whenChanged(
    other,
    async () => (await other.ok("GET /api/leads")).length,
    (count) => count === 1,
  );
  const log = await dovecot.log();
  const logins = log.split("\n").filter((line) => line.includes(`Login: user=<${settings.email}>`));
  expect(logins.length).toBeLessThanOrEqual(4);
  expect(logins).not.toEqual([]);
  await Promise.all(watchers.map((watcher) => watcher.stop()));
});

describe("the clock", () => {
  test("reads the mailbox when its interval has passed", async () => {
    let now = new Date();
    const winnow = await freshWinnow("sqlite", { clock: () => now });
    const { settings, mail } = await newMailbox(dovecot);
    await winnow.ok("POST /api/gmail/config", { body: { ...settings, autoSync: true, syncInterval: 30 } });
    const processed = async () => (await winnow.ok("GET /api/gmail/emails")).length;
    mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    await tick(winnow.workspace, "mailbox");
    expect(await processed()).toBe(1);

    mail.deliver([{ raw: inquiry({ id: "two@lee.example" }) }]);
    now = new Date(now.getTime() + 29 * 60_000);
    await tick(winnow.workspace, "mailbox");
    expect(await processed()).toBe(1);
    now = new Date(now.getTime() + 60_000);
    await tick(winnow.workspace, "mailbox");
    expect(await processed()).toBe(2);
  });
});
