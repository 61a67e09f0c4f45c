import { describe, expect, test } from "vitest";
import type { Notification, NotificationList } from "#shared/contract/notification.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { BOB, makeAccounts } from "#test/http/account-examples.ts";
import { addLeads, oneEngine } from "#test/stores.ts";

const SINCE = "2026-05-01T08:00:00.000Z";

const kinds = async (winnow: TestWinnow): Promise<string[]> =>
  (await winnow.ok("GET /api/notifications")).items.map(({ kind }) => kind);

const only = async (winnow: TestWinnow): Promise<Notification> => {
  const { items } = await winnow.ok("GET /api/notifications");
  expect(items).toHaveLength(1);
  return items[0]!;
};

/** Like Mark all read. */
async function readAll(winnow: TestWinnow): Promise<NotificationList> {
  const { items } = await winnow.ok("GET /api/notifications");
  return winnow.ok("POST /api/notifications/read", { body: { ids: items.map(({ id }) => id) } });
}

/** A qualified lead that nobody has looked at. */
const waiting = (name: string) => ({ name, status: "qualified", statusSetBy: "rule", score: 60 }) as const;

/** Like a workflow: written, then announced. */
async function changed(winnow: TestWinnow, write: Promise<unknown>): Promise<void> {
  await write;
  const topics = ["leads", "data-sources", "scrape-targets", "mailbox", "email-settings", "status"] as const;
  winnow.workspace.feed.changed([...topics, "notifications"]);
}

async function addFailingSource(winnow: TestWinnow, name = "Spring fair"): Promise<string> {
  const { dataSources } = winnow.workspace.store;
  const { id } = await winnow.ok("POST /api/data-sources", {
    body: {
      name,
      type: "google_sheets",
      config: { spreadsheetId: "1abcdefghijklmnop", authMethod: "api_key", apiKey: "k" },
    },
  });
  await changed(winnow, dataSources.update(id, { failingSince: SINCE }));
  return id;
}

async function addMailServer(winnow: TestWinnow): Promise<string> {
  const { id } = await winnow.ok("POST /api/email-settings", {
    body: {
      smtpHost: "127.0.0.1",
      smtpPort: 1,
      username: "winnow",
      password: "secret",
      fromEmail: "winnow@planwell.example",
      recipientEmails: ["sales@planwell.example"],
    },
  });
  return id;
}

describe.each(oneEngine("sqlite"))("notifications on %s", (engine) => {
  test("are empty in a new product", async () => {
    const winnow = await freshWinnow(engine);
    expect(await winnow.ok("GET /api/notifications")).toEqual({ items: [], unread: 0 });
    const body = { ids: ["leads_to_review:1:1"] };
    expect(await winnow.ok("POST /api/notifications/read", { body })).toEqual({ items: [], unread: 0 });
  });

  test("list leads that wait for review, and not those already decided", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const [ann, bob] = await addLeads(store, [waiting("Ann"), waiting("Bob"), { name: "Cid", status: "pending" }]);
    const two = await only(winnow);
    expect(two).toMatchObject({
      kind: "leads_to_review",
      title: "2 qualified leads are waiting for review",
      isRead: false,
    });
    await winnow.ok("PATCH /api/leads/{id}", { id: ann!, body: { status: "approved" } });
    expect((await only(winnow)).title).toBe("1 qualified lead is waiting for review");
    await winnow.ok("PATCH /api/leads/{id}", { id: bob!, body: { status: "qualified" } });
    expect(await kinds(winnow)).toEqual([]);
  });

  test("about leads are new again when one is added, not when one is decided", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const [first, , third] = await addLeads(store, [waiting("Ann"), waiting("Bob"), waiting("Cid")]);
    expect((await readAll(winnow)).unread).toBe(0);
    await winnow.ok("PATCH /api/leads/{id}", { id: third!, body: { status: "rejected" } });
    expect((await only(winnow)).isRead).toBe(true);
    await winnow.ok("PATCH /api/leads/{id}", { id: first!, body: { status: "approved" } });
    await readAll(winnow);
    expect((await only(winnow)).isRead).toBe(true);
    await changed(winnow, addLeads(store, [waiting("Dot")]));
    expect(await only(winnow)).toMatchObject({ title: "2 qualified leads are waiting for review", isRead: false });
  });

  test("are read by each person, whatever others see and read", async () => {
    const winnow = await freshWinnow(engine);
    await makeAccounts(winnow);
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
    const [ada] = await winnow.ok("GET /api/team");
    await addLeads(winnow.workspace.store, [
      waiting("Bo"),
      { ...waiting("Ann"), ownerId: ada!.id, owner: ada!.username, ownerSetBy: "person" },
    ]);
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    expect((await readAll(winnow)).unread).toBe(0);
    const { items, unread } = await bob.ok("GET /api/notifications");
    expect([items.map(({ title }) => title), unread]).toEqual([["1 qualified lead is waiting for review"], 1]);
    await bob.ok("POST /api/notifications/read", { body: { ids: items.map(({ id }) => id) } });
    await addFailingSource(winnow, "Spring fair");
    expect((await readAll(winnow)).unread).toBe(0);
    expect((await bob.ok("GET /api/notifications")).items.map(({ kind, isRead }) => [kind, isRead])).toEqual([
      ["source_failing", false],
      ["leads_to_review", true],
    ]);
  });

  test("name what fails, why and how to fix it, latest first", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const sourceId = await addFailingSource(winnow);
    const { id: targetId } = await winnow.ok("POST /api/scrape-targets", {
      body: { name: "Trade fair", url: "fair.example" },
    });
    await store.scrapes.update(targetId, { failingSince: "2026-05-02T08:00:00.000Z" });
    await changed(
      winnow,
      store.mailbox.write({
        email: "sales@planwell.example",
        enabled: true,
        failingSince: "2026-05-03T08:00:00.000Z",
        lastError: "The app password was refused.",
      }),
    );
    expect((await winnow.ok("GET /api/notifications")).items).toMatchObject([
      {
        kind: "mailbox_failing",
        title: "The mailbox sales@planwell.example can't be read",
        description: "The app password was refused.",
        href: "/gmail",
      },
      { kind: "target_failing", title: "Trade fair couldn't be scraped", href: `/lead-scraper?run=${targetId}` },
      {
        kind: "source_failing",
        title: "Spring fair can't be read",
        at: SINCE,
        href: `/data-sources?edit=${sourceId}`,
      },
    ]);
    // A source that a person switched off needs no attention.
    await winnow.ok("PATCH /api/data-sources/{id}", { id: sourceId, body: { isActive: false } });
    await winnow.ok("PATCH /api/scrape-targets/{id}", { id: targetId, body: { isActive: false } });
    await changed(winnow, store.mailbox.write({ enabled: false }));
    expect(await kinds(winnow)).toEqual([]);
  });

  test("list a report that a real server rejected, until one was sent", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    await addMailServer(winnow);
    expect((await winnow.call("POST /api/send-report")).statusCode).toBe(502);
    expect(await kinds(winnow)).toEqual(expect.arrayContaining(["email_failing", "report_not_sent"]));
    const { items } = await winnow.ok("GET /api/notifications");
    expect(items.map(({ title }) => title).toSorted()).toEqual([
      "Email can't be sent through 127.0.0.1",
      "The last report couldn't be sent",
    ]);
    const begun = { windowKey: "manual:later", messageId: "<later@planwell.example>", leadCount: 1 };
    const later = await store.reports.begin({ ...begun, startedAt: "2099-01-01T08:00:00.000Z" });
    const finishedAt = "2099-01-01T08:00:01.000Z";
    await changed(winnow, store.reports.finish(later!.id, { state: "sent", error: "", finishedAt }));
    expect(await kinds(winnow)).toEqual(["email_failing"]);
  });

  test("list a report that may or may not have been sent", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const report = {
      windowKey: "daily:2026-05-01",
      messageId: "<one@planwell.example>",
      leadCount: 3,
      startedAt: SINCE,
    };
    const begun = await store.reports.begin(report);
    expect(await kinds(winnow)).toEqual([]);
    const error = "The server stopped while sending this";
    await changed(winnow, store.reports.giveUp(begun!.id, { error, finishedAt: SINCE }));
    expect(await only(winnow)).toMatchObject({
      kind: "report_not_sent",
      title: "The last report may not have been sent",
      description: `${error}. If it didn't arrive, send another one.`,
    });
  });

  test("list leads that will be removed, and when", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const old = { createdAt: "2020-01-01T08:00:00.000Z", updatedAt: "2020-01-01T08:00:00.000Z" };
    await addLeads(store, [{ name: "Ann", status: "pending", ...old }]);
    await winnow.ok("PUT /api/settings", { body: { retentionDays: 365 } });
    const now = new Date();
    await changed(winnow, store.oldLeads.writeNotices([{ at: now.toISOString(), retentionDays: 365 }]));
    const ahead = await only(winnow);
    expect(ahead).toMatchObject({ kind: "removal_ahead", title: "1 old lead will be removed", href: "/configuration" });
    expect(Date.parse(ahead.at)).toBeGreaterThan(now.getTime());
  });

  test("list each week's removals, even when the previous week's were read", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const old = { createdAt: "2020-01-01T08:00:00.000Z", updatedAt: "2020-01-01T08:00:00.000Z" };
    await addLeads(store, [{ name: "Ann", status: "pending", ...old }]);
    await winnow.ok("PUT /api/settings", { body: { retentionDays: 365 } });
    // Each notice shows for seven days: a Monday's and its Sunday's are of one week, the next Monday's is not.
    const lookedAt = (day: string): Promise<void> =>
      changed(winnow, store.oldLeads.writeNotices([{ at: `${day}T08:00:00.000Z`, retentionDays: 365 }]));
    await lookedAt("2026-05-04");
    expect((await readAll(winnow)).unread).toBe(0);
    await lookedAt("2026-05-10");
    expect((await winnow.ok("GET /api/notifications")).unread).toBe(0);
    await lookedAt("2026-05-11");
    expect((await winnow.ok("GET /api/notifications")).unread).toBe(1);
  });

  test("respect the notification settings", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    await addFailingSource(winnow);
    await addLeads(store, [waiting("Ann")]);
    await store.mailbox.write({ email: "a@b.example", enabled: true, failingSince: SINCE, lastError: "Refused." });
    const begun = await store.reports.begin({
      windowKey: "w",
      messageId: "<m@b.example>",
      leadCount: 1,
      startedAt: SINCE,
    });
    await changed(winnow, store.reports.finish(begun!.id, { state: "failed", error: "Refused.", finishedAt: SINCE }));
    const bySetting = {
      notifySourceFailures: "source_failing",
      notifyMailboxFailures: "mailbox_failing",
      notifyReportFailures: "report_not_sent",
      notifyLeadsToReview: "leads_to_review",
    } as const;
    expect((await kinds(winnow)).toSorted()).toEqual(Object.values(bySetting).toSorted());
    for (const [setting, kind] of Object.entries(bySetting)) {
      await winnow.ok("PUT /api/settings", { body: { [setting]: false } });
      expect(await kinds(winnow)).not.toContain(kind);
      await winnow.ok("PUT /api/settings", { body: { [setting]: true } });
      expect(await kinds(winnow)).toContain(kind);
    }
  });

  test("stay read one by one, and come back as new", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    const sourceId = await addFailingSource(winnow, "Spring fair");
    await addFailingSource(winnow, "Autumn fair");
    const { items, unread } = await winnow.ok("GET /api/notifications");
    expect(unread).toBe(2);
    const spring = items.find(({ title }) => title.startsWith("Spring"))!;
    const announced: string[][] = [];
    winnow.workspace.feed.onStale((topics) => announced.push([...topics]));
    const after = await winnow.ok("POST /api/notifications/read", { body: { ids: [spring.id, "of nothing"] } });
    expect(after.unread).toBe(1);
    expect(after.items.filter(({ isRead }) => isRead).map(({ id }) => id)).toEqual([spring.id]);
    expect(announced).toContainEqual(["notifications"]);
    expect(await store.notifications.marks(null)).toEqual([spring.id]);

    await changed(winnow, store.dataSources.update(sourceId, { failingSince: "2026-06-01T08:00:00.000Z" }));
    expect((await winnow.ok("GET /api/notifications")).unread).toBe(2);
    await readAll(winnow);
    const marks = await store.notifications.marks(null);
    expect(marks).toHaveLength(2);
    expect(marks).not.toContain(spring.id);
  });

  test.each([
    ["an empty id", { ids: [""] }],
    ["a long id", { ids: ["x".repeat(201)] }],
    ["too many", { ids: Array.from({ length: 1_001 }, String) }],
    ["nothing", {}],
    ["an empty list", { ids: [] }],
    ["no list", { ids: "all" }],
  ])("reject %s", async (_, body) => {
    const winnow = await freshWinnow(engine);
    expect((await winnow.call("POST /api/notifications/read", { body })).statusCode).toBe(422);
  });
});
