import { createSecureContext } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { createMailboxes, type MailboxSettings } from "#server/pipeline/sources/mailbox/index.ts";
import type {
  FetchedMessage,
  MessageBatch,
  ReadMark,
  ReadRequest,
} from "#server/pipeline/sources/mailbox/read-folder.ts";
import { ANYWHERE } from "#test/anywhere.ts";
import { startCuttingProxy, type CuttingProxy } from "#test/peers/dovecot/cutting-proxy.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import type { Maildir } from "#test/peers/dovecot/maildir.ts";
import { message, messages } from "#test/peers/dovecot/sample-messages.ts";
import { readTestCertificate } from "#test/peers/smtp/smtp-peer.ts";

const PASSWORD = "app password of the test";
const mailboxes = createMailboxes({
  reach: ANYWHERE,
  trust: () => createSecureContext({ ca: readTestCertificate("authority.pem") }),
});
const forEver = new AbortController().signal;

let dovecot: DovecotPeer;
let users = 0;

beforeAll(async () => {
  dovecot = await startDovecot();
});
afterAll(() => dovecot.stop());

interface TestMailbox {
  mail: Maildir;
  settings: MailboxSettings;
}

async function newMailbox(): Promise<TestMailbox> {
  users += 1;
  const email = `user${users}@acme.example`;
  const mail = await dovecot.addUser(email, PASSWORD);
  return {
    mail,
    settings: { email, password: PASSWORD, server: `imap://127.0.0.1:${dovecot.imapPort}`, labels: "INBOX" },
  };
}

function request(more: Partial<ReadRequest> = {}): ReadRequest {
  const since = new Date(Date.now() - LIMITS.mailbox.firstSyncDays * DAY);
  const known = async (): Promise<Set<number>> => new Set();
  return { folder: "INBOX", mark: null, since, overlaps: false, known, breaks: new Map(), ...more };
}

/** Reads a folder to its end over one connection. */
async function read(settings: MailboxSettings, more: Partial<ReadRequest> = {}): Promise<MessageBatch[]> {
  const open = await mailboxes.open(settings, forEver);
  try {
    return await Array.fromAsync(open.read(request({ folder: open.folders[0] ?? "", ...more })));
  } finally {
    await open.close();
  }
}

/** Reads a folder over as many connections as needed, each from the previous one's cursor. */
async function readThrough(settings: MailboxSettings, more: Partial<ReadRequest> = {}): Promise<MessageBatch[]> {
  const batches: MessageBatch[] = [];
  const breaks = new Map<number, number>();
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      const open = await mailboxes.open(settings, forEver);
      const mark = batches.at(-1)?.mark ?? more.mark ?? null;
      for await (const batch of open.read(request({ ...more, mark, breaks }))) batches.push(batch);
      await open.close();
      return batches;
    } catch {
      // The next connection continues.
    }
  }
  throw new Error("It does not end");
}

function subjects(batches: readonly MessageBatch[]): string[] {
  return batches.flatMap((batch) => batch.messages.map(subjectOf));
}

function subjectOf({ bytes, problem }: FetchedMessage): string {
  if (bytes === null) return problem ?? "";
  return /^Subject: (.*?)\r?$/mu.exec(Buffer.from(bytes).toString("latin1"))?.[1] ?? "";
}

function lastMark(batches: readonly MessageBatch[]): ReadMark {
  const mark = batches.at(-1)?.mark;
  if (mark === undefined) throw new Error("Nothing was read");
  return mark;
}

async function cuttable(settings: MailboxSettings): Promise<{ proxy: CuttingProxy; settings: MailboxSettings }> {
  const proxy = await startCuttingProxy(dovecot.imapPort);
  onTestFinished(() => proxy.close());
  return { proxy, settings: { ...settings, server: `imap://127.0.0.1:${proxy.port}` } };
}

describe("reading a folder", () => {
  test("first looks back some days, then reads only what is new", async () => {
    const { mail, settings } = await newMailbox();
    const old = new Date(Date.now() - (LIMITS.mailbox.firstSyncDays + 5) * DAY);
    mail.deliver([{ raw: message({ subject: "Long ago" }), arrived: old }, ...messages(3, "first")]);
    const first = await read(settings);
    expect(subjects(first)).toEqual(["Message 1", "Message 2", "Message 3"]);
    expect(first.at(-1)).toMatchObject({ done: 3, total: 3, mark: { lastUid: 4 } });

    expect(await read(settings, { mark: lastMark(first) })).toEqual([]);

    mail.deliver([
      { raw: message({ subject: "Moved here later" }), arrived: old },
      { raw: message({ subject: "New" }) },
    ]);
    const second = await read(settings, { mark: lastMark(first) });
    expect(subjects(second)).toEqual(["Moved here later", "New"]);
    expect(lastMark(second).lastUid).toBe(6);
  });

  test("looks back no further after an interrupted first read", async () => {
    const { mail, settings } = await newMailbox();
    const old = new Date(Date.now() - (LIMITS.mailbox.firstSyncDays + 5) * DAY);
    mail.deliver(messages(LIMITS.mailbox.batch, "first"));
    mail.deliver([{ raw: message({ subject: "Long ago" }), arrived: old }, { raw: message({ subject: "Last" }) }]);
    const open = await mailboxes.open(settings, forEver);
    const { value: first } = await open.read(request()).next();
    await open.close();
    const broken: ReadMark | undefined = first?.mark;
    expect(broken).toMatchObject({ lastUid: LIMITS.mailbox.batch, since: expect.any(String) });

    const rest = await read(settings, { mark: broken ?? null, since: new Date(0) });
    expect(subjects(rest)).toEqual(["Last"]);
    expect(lastMark(rest)).toMatchObject({ lastUid: LIMITS.mailbox.batch + 2, since: null });
  });

  test("has reached the end when the rest of its first read is gone", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(2, "gone"));
    const mark = { ...lastMark(await read(settings)), lastUid: 1, since: new Date().toISOString() };
    mail.expunge("gone-2@");
    expect(await read(settings, { mark })).toMatchObject([{ messages: [], mark: { lastUid: 2, since: null } }]);
  });

  test("leaves the mailbox unchanged", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(5, "untouched"));
    mail.deliver(messages(2, "elsewhere"), "Leads");
    const before = mail.messages();
    await read(settings);
    await read({ ...settings, labels: "Leads" });
    await mailboxes.check(settings, forEver);
    expect(mail.messages()).toEqual(before);
  });

  test("reads an empty folder, and one whose last messages are gone", async () => {
    const { mail, settings } = await newMailbox();
    const empty = await read(settings);
    expect(empty).toMatchObject([{ messages: [], mark: { lastUid: 0 }, total: 0 }]);
    mail.deliver(messages(3, "gone"));
    const first = await read(settings, { mark: lastMark(empty) });
    mail.expunge("gone-2@");
    mail.expunge("gone-3@");
    expect(await read(settings, { mark: lastMark(first) })).toEqual([]);
    mail.deliver([{ raw: message({ subject: "After" }) }]);
    expect(subjects(await read(settings, { mark: lastMark(first) }))).toEqual(["After"]);
  });

  test("skips what is expunged between the search and the fetch", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(LIMITS.mailbox.batch + 10, "expunged"));
    const open = await mailboxes.open(settings, forEver);
    const batches: MessageBatch[] = [];
    for await (const batch of open.read(request())) {
      batches.push(batch);
      if (batches.length === 1) mail.expunge(`expunged-${LIMITS.mailbox.batch + 5}@`);
    }
    await open.close();
    expect(batches).toHaveLength(2);
    expect(lastMark(batches).lastUid).toBe(LIMITS.mailbox.batch + 10);
    expect(subjects(batches).length).toBeGreaterThanOrEqual(LIMITS.mailbox.batch + 9);
  });

  test("reads again when the UIDs were reassigned, but not known messages", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(4, "renumbered"));
    const first = await read(settings);
    mail.renumber();
    mail.deliver([{ raw: message({ id: "fresh@test.example", subject: "Fresh" }) }]);
    const asked: string[] = [];
    const known = async (headers: ReadonlyMap<number, Uint8Array>): Promise<Set<number>> => {
      const texts = [...headers].map(([uid, bytes]) => [uid, Buffer.from(bytes).toString("latin1")] as const);
      asked.push(...texts.map(([, text]) => text));
      return new Set(texts.filter(([, text]) => !text.includes("<fresh@test.example>")).map(([uid]) => uid));
    };
    const again = await read(settings, { mark: lastMark(first), known });
    expect(subjects(again)).toEqual(["Fresh"]);
    expect(asked).toHaveLength(5);
    expect(asked[0]).toMatch(/^(?:(?:Message-ID|Date|From): .+\r\n){3}\r\n$/u);
    expect(again.at(-1)).toMatchObject({ knownIds: 4, done: 5, total: 5 });
    expect(lastMark(again).uidValidity).not.toBe(lastMark(first).uidValidity);
  });

  test.each([
    "Zwei & drei",
    "Späße/Größe 🎉",
    'With "quotes" and \\ and *',
    "收件箱",
    "a{b}(c)%d",
    "  spaced  out",
    "&AOQ-",
  ])("reads a folder named %j", async (name) => {
    const { mail, settings } = await newMailbox();
    mail.deliver([{ raw: message({ subject: "In there" }) }], name);
    expect(subjects(await read({ ...settings, labels: name }))).toEqual(["In there"]);
  });

  test("reads the beginning of a very long message", async () => {
    const { mail, settings } = await newMailbox();
    const text = "All work and no play makes a long message.\r\n".repeat(1_200_000);
    mail.deliver([{ raw: message({ subject: "Fifty megabytes", text }) }, { raw: message({ subject: "Short" }) }]);
    const [batch] = await read(settings);
    expect(batch?.messages.map(subjectOf)).toEqual(["Fifty megabytes", "Short"]);
    expect(batch?.messages[0]?.bytes).toHaveLength(LIMITS.mailbox.messageBytes);
  });

  test("holds a limited amount at a time", async () => {
    const { mail, settings } = await newMailbox();
    const text = "x".repeat(72).concat("\r\n").repeat(20_000);
    mail.deliver(Array.from({ length: 12 }, (_, index) => ({ raw: message({ subject: `Large ${index}`, text }) })));
    const batches = await read(settings);
    expect(batches.length).toBeGreaterThan(1);
    expect(subjects(batches)).toEqual(Array.from({ length: 12 }, (_, index) => `Large ${index}`));
    expect(batches.map(({ done }) => done)).toEqual(batches.map(({ mark }) => mark.lastUid));
  });
});

describe("a broken connection", () => {
  test("loses and repeats nothing, wherever it is cut", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(450, "cut"));
    const { proxy, settings: through } = await cuttable({ ...settings });
    // With TLS, a byte more or less falls anywhere in a message or between two.
    proxy.cutAfter(20_000, 90_001, 5_000, 40_003, 3_001);
    const batches = await readThrough(through);
    expect(subjects(batches)).toEqual(Array.from({ length: 450 }, (_, index) => `Message ${index + 1}`));
    expect(proxy.connections).toBe(6);
  });

  test("is reported", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(300, "dropped"));
    const { proxy, settings: through } = await cuttable(settings);
    proxy.cutAfter(60_000);
    await expect(read(through)).rejects.toMatchObject({ id: "mailbox_connection_dropped", status: 502 });
  });

  test("at the same message each time skips that message", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(3, "before"));
    mail.deliver([{ raw: message({ subject: "Breaks it", text: "x".repeat(72).concat("\r\n").repeat(20_000) }) }]);
    mail.deliver(messages(2, "after"));
    const { proxy, settings: through } = await cuttable(settings);
    proxy.cutAfter(...Array.from({ length: 3 }, () => 400_000));
    const batches = await readThrough(through);
    expect(subjects(batches)).toEqual([
      "Message 1",
      "Message 2",
      "Message 3",
      "The server couldn't deliver this message.",
      "Message 1",
      "Message 2",
    ]);
  });

  test("is closed when it is no longer wanted", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver(messages(LIMITS.mailbox.batch * 2, "unwanted"));
    const end = new AbortController();
    const open = await mailboxes.open(settings, end.signal);
    const reading = open.read(request());
    await reading.next();
    end.abort();
    await expect(Array.fromAsync(reading)).rejects.toMatchObject({ id: "mailbox_connection_dropped" });
    await expect(mailboxes.open(settings, end.signal)).rejects.toThrow("aborted");
  });
});

describe("watching", () => {
  test("notifies at once and whenever mail arrives, until stopped", async () => {
    const { mail, settings } = await newMailbox();
    const end = new AbortController();
    const isReady = Promise.withResolvers<void>();
    const news: string[] = [];
    let signs = 0;
    let arrived = Promise.withResolvers<void>();
    const watching = mailboxes.watch(
      settings,
      {
        onReady: () => isReady.resolve(),
        onSign: () => (signs += 1),
        onNews: () => {
          news.push("news");
          arrived.resolve();
        },
      },
      end.signal,
    );
    await isReady.promise;
    await arrived.promise;
    arrived = Promise.withResolvers();
    mail.deliver([{ raw: message() }]);
    await arrived.promise;
    expect(news).toHaveLength(2);
    expect(signs).toBe(2);
    end.abort();
    await watching;
  });

  test("reports when the server goes away", async () => {
    const { settings } = await newMailbox();
    const own = await startDovecot();
    onTestFinished(() => own.stop());
    await own.addUser(settings.email, PASSWORD);
    const ready = Promise.withResolvers<void>();
    const watching = mailboxes.watch(
      { ...settings, server: `imap://127.0.0.1:${own.imapPort}` },
      { onReady: () => ready.resolve(), onSign: () => {}, onNews: () => {} },
      forEver,
    );
    await ready.promise;
    const [error] = await Promise.all([watching.catch((failure: unknown) => failure), own.halt()]);
    expect(error).toMatchObject({ id: "mailbox_connection_dropped" });
  });
});

describe("a test of the connection", () => {
  test("reports how it was made and which folders exist", async () => {
    const { mail, settings } = await newMailbox();
    mail.deliver([], "Leads");
    const tls = { ...settings, server: `imaps://localhost:${dovecot.imapsPort}`, labels: "inbox, leads" };
    expect(await mailboxes.check(tls, forEver)).toEqual({
      success: true,
      code: "ok",
      message: `Connected to localhost:${dovecot.imapsPort} over TLS; found INBOX, Leads.`,
      folders: expect.arrayContaining(["INBOX", "Leads"]),
    });
    // STARTTLS is used where it is offered, also on this machine.
    expect((await mailboxes.check(settings, forEver)).message).toContain("over TLS");
  });

  test("names the missing folder and the existing ones", async () => {
    const { settings } = await newMailbox();
    const result = await mailboxes.check({ ...settings, labels: "INBOX, Leeds" }, forEver);
    expect(result).toMatchObject({ success: false, code: "mailbox_folder_missing" });
    expect(result.message).toBe("The mailbox has no folder named “Leeds”. It has: INBOX.");
    await expect(mailboxes.open({ ...settings, labels: "Leeds" }, forEver)).rejects.toMatchObject({
      id: "mailbox_folder_missing",
    });
  });

  test("names a wrong password, without repeating it", async () => {
    const { settings } = await newMailbox();
    const result = await mailboxes.check({ ...settings, password: "quite-wrong" }, forEver);
    expect(result).toMatchObject({ success: false, code: "mailbox_sign_in_failed" });
    expect(result.message).not.toContain("quite-wrong");
  });

  test.each([
    ["a port without TLS from the start", () => `imaps://127.0.0.1:${dovecot.imapPort}`, "mailbox_wrong_port"],
    ["a closed port", () => "imaps://127.0.0.1:1", "mailbox_connection_refused"],
    ["no server at all", () => "https://mail.example", "mailbox_server_invalid"],
  ])("names %s", async (_name, server, code) => {
    const { settings } = await newMailbox();
    expect(await mailboxes.check({ ...settings, server: server() }, forEver)).toMatchObject({ success: false, code });
  });

  test.each([
    ["expired", "mailbox_certificate_expired"],
    ["wrong-name", "mailbox_certificate_wrong_name"],
  ] as const)("names a certificate that is %s", async (certificate, code) => {
    const own = await startDovecot({ certificate });
    onTestFinished(() => own.stop());
    const settings = { email: "ann@acme.example", password: PASSWORD, labels: "" };
    for (const server of [`imaps://127.0.0.1:${own.imapsPort}`, `imap://127.0.0.1:${own.imapPort}`]) {
      expect(await mailboxes.check({ ...settings, server }, forEver)).toMatchObject({ success: false, code });
    }
  });

  test("trusts only the authorities it was given", async () => {
    const { settings } = await newMailbox();
    const strict = createMailboxes({ reach: ANYWHERE, trust: () => createSecureContext({ ca: [] }) });
    const server = `imaps://127.0.0.1:${dovecot.imapsPort}`;
    expect(await strict.check({ ...settings, server }, forEver)).toMatchObject({
      success: false,
      code: "mailbox_certificate_untrusted",
    });
  });

  test("goes without encryption only where none is offered and nothing leaves this machine", async () => {
    const own = await startDovecot({ certificate: null });
    onTestFinished(() => own.stop());
    await own.addUser("ann@acme.example", PASSWORD);
    const settings = { email: "ann@acme.example", password: PASSWORD, labels: "" };
    const result = await mailboxes.check({ ...settings, server: `imap://127.0.0.1:${own.imapPort}` }, forEver);
    expect(result).toMatchObject({ success: true });
    expect(result.message).toContain("without encryption");
  });

  test("accepts an app password in the four groups that Google shows", async () => {
    const email = "grouped@acme.example";
    await dovecot.addUser(email, "abcdefghijklmnop");
    const server = `imap://127.0.0.1:${dovecot.imapPort}`;
    expect(
      await mailboxes.check({ email, password: "abcd efgh ijkl mnop", server, labels: "" }, forEver),
    ).toMatchObject({
      success: true,
    });
  });
});
