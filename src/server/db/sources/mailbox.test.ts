import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FolderCursor, NewProcessedEmail } from "#server/db/sources/processed-emails.ts";
import type { Store } from "#server/db/store.ts";
import { addDataSource, EMPTY_BATCH, ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";

function anEmail(messageKey: string, more: Partial<NewProcessedEmail> = {}): NewProcessedEmail {
  return {
    mailbox: "gmail",
    messageKey,
    folder: "INBOX",
    uid: 4_294_967_295,
    from: "Ann <ann@x.example>",
    leadName: "Ann",
    subject: "Quote \u0000",
    verdict: "lead",
    confidence: 91,
    reason: "Asks for a quote",
    reasons: [{ text: "Asks for a price" }],
    kind: "message",
    leadId: null,
    analysis: {
      name: "Ann",
      company: "",
      title: "",
      phone: "",
      email: "ann@x.example",
      subject: "",
      text: "",
      evidence: [],
    },
    date: AT,
    processedAt: AT,
    leadRow: null,
    ...more,
  };
}

/** Stores messages the way a sync does. */
async function process(
  { leads }: Store,
  emails: readonly NewProcessedEmail[],
  cursor: FolderCursor | null = null,
): Promise<void> {
  await leads.applyBatch({
    ...EMPTY_BATCH,
    alongside: {
      kind: "messages",
      emails,
      cursor: cursor && { mailbox: "gmail", folder: "INBOX", cursor },
    },
  });
}

describe.each(ENGINES)("mailboxes on %s", (engine) => {
  it("stores the one mailbox", async () => {
    const { mailbox } = await openTestStore(engine);
    expect(await mailbox.read()).toBeNull();
    const first = await mailbox.write({ email: "me@x.example", enabled: true });
    expect(first).toEqual({
      email: "me@x.example",
      signIn: "password",
      sealedAppPassword: null,
      enabled: true,
      autoSync: false,
      syncInterval: 30,
      labels: "",
      server: "",
      lastSync: null,
      lastAttempt: null,
      failingSince: null,
      lastError: "",
      messagesWaiting: 0,
    });
    const second = await mailbox.write({ sealedAppPassword: "sealed", labels: "INBOX, Sales", lastAttempt: AT });
    expect(second).toEqual({ ...first, sealedAppPassword: "sealed", labels: "INBOX, Sales", lastAttempt: AT });
    expect(await mailbox.write({})).toEqual(second);
    expect(await mailbox.read()).toEqual(second);
  });

  it("stores what it read of a message once", async () => {
    const store = await openTestStore(engine);
    const { mailbox } = store;
    const long = `<${randomBytes(4_000).toString("hex")}@y.example>`;
    await process(store, [anEmail("<1@x>"), anEmail("<1@x>", { subject: "again" }), anEmail(long)]);
    await process(store, [anEmail("<1@x>", { subject: "again" }), anEmail("<2@x>", { uid: null, analysis: null })]);
    await process(store, [anEmail("<1@x>", { mailbox: "pasted", processedAt: "2026-05-02T10:00:00.000Z" })]);

    const [pasted, second, , first] = await mailbox.emails(9);
    const { leadRow: _, ...rest } = anEmail("<1@x>");
    expect(first).toEqual({
      ...rest,
      id: first?.id,
      correction: null,
      correctedAt: null,
      correctionActId: null,
      modelReading: null,
      modelTries: 0,
    });
    expect(second).toMatchObject({ messageKey: "<2@x>", uid: null, analysis: null });
    expect(pasted?.mailbox).toBe("pasted");
    expect(await mailbox.email(first?.id ?? "")).toEqual(first);
    expect(await mailbox.email("x")).toBeNull();
    expect(await mailbox.emails(1, second?.id)).toHaveLength(1);
    expect(await mailbox.emails(9, first?.id)).toEqual([]);
    expect(await mailbox.emails(9, "x")).toEqual([]);

    expect(await mailbox.seen("gmail", ["<1@x>", "<3@x>", long])).toEqual(
      new Map(["<1@x>", long].map((key) => [key, { from: "Ann <ann@x.example>", date: AT }])),
    );
    expect(await mailbox.seen("other", ["<1@x>"])).toEqual(new Map());
    expect(await mailbox.countSince(AT)).toBe(3);
    expect(await mailbox.countSince("2026-05-01T10:00:00.001Z")).toBe(0);
  });

  it("lists and counts messages by verdict", async () => {
    const store = await openTestStore(engine);
    const { mailbox, dataSources } = store;
    const source = await addDataSource(store);
    await process(store, [
      anEmail("<1@x>", { verdict: "review" }),
      anEmail("<2@x>"),
      anEmail("<3@x>", { verdict: "review" }),
      anEmail("<4@x>", { verdict: "not_lead" }),
      anEmail("<5@x>", { verdict: "review", mailbox: `mailbox:${source}` }),
    ]);
    await dataSources.remove(source);
    const keys = async (...query: Parameters<typeof mailbox.emails>) =>
      (await mailbox.emails(...query)).map(({ messageKey }) => messageKey);
    expect(await keys(9, undefined, "review")).toEqual(["<3@x>", "<1@x>"]);
    expect(await keys(1, undefined, "review")).toEqual(["<3@x>"]);
    const [newest] = await mailbox.emails(1, undefined, "review");
    expect(await keys(9, newest?.id, "review")).toEqual(["<1@x>"]);
    expect(await mailbox.count("review")).toEqual({ count: 2, exact: true });
    expect(await mailbox.count("lead")).toEqual({ count: 1, exact: true });
    expect(await mailbox.count()).toEqual({ count: 4, exact: true });
  });

  it("lists corrections in order, with their results", async () => {
    const store = await openTestStore(engine);
    const { mailbox } = store;
    await process(store, [anEmail("<1@x>"), anEmail("<2@x>"), anEmail("<3@x>")]);
    const [, second, first] = await mailbox.emails(9);
    const correct = (id: string | undefined, correctedAt: string) =>
      mailbox.update(id ?? "", {
        correction: "not_lead",
        correctedAt,
        correctionActId: "12",
        leadId: "34",
        verdict: "not_lead",
        reason: "You said so",
        reasons: [],
      });
    expect(await correct(second?.id, "2026-05-03T00:00:00.000Z")).toMatchObject({
      correctionActId: "12",
      leadId: "34",
    });
    await correct(first?.id, "2026-05-04T00:00:00.000Z");
    expect((await mailbox.corrected()).map(({ messageKey }) => messageKey)).toEqual(["<2@x>", "<1@x>"]);
    await mailbox.update(second?.id ?? "", { correction: null, correctedAt: null, correctionActId: null });
    expect((await mailbox.corrected()).map(({ messageKey }) => messageKey)).toEqual(["<1@x>"]);
    expect(await mailbox.update("999", { correction: "lead" })).toBeNull();
  });

  it("finds messages for the language model, fewest tries first, then newest", async () => {
    const store = await openTestStore(engine);
    const { mailbox } = store;
    const review = (messageKey: string, more: object = {}) => anEmail(messageKey, { verdict: "review", ...more });
    await process(store, [anEmail("<lead@x>"), review("<1@x>"), review("<2@x>"), review("<3@x>"), review("<4@x>")]);
    await process(store, [review("<reply@x>", { kind: "reply" }), review("<erased@x>", { analysis: null })]);
    const unread = async (tries = 3) => (await mailbox.unreadByModel(9, tries)).map(({ messageKey }) => messageKey);
    expect(await unread()).toEqual(["<4@x>", "<3@x>", "<2@x>", "<1@x>"]);
    const idOf = async (key: string) => (await mailbox.emailByKey("gmail", key))?.id ?? "";
    await mailbox.update(await idOf("<4@x>"), { modelTries: 1 });
    await mailbox.update(await idOf("<3@x>"), { correction: "lead", correctedAt: AT });
    const modelReading = { outcome: "unsure", evidence: "", at: AT } as const;
    expect(await mailbox.update(await idOf("<2@x>"), { modelReading })).toMatchObject({ modelReading });
    expect(await unread()).toEqual(["<1@x>", "<4@x>"]);
    expect(await unread(1)).toEqual(["<1@x>"]);
    expect(await mailbox.unreadByModel(1, 3)).toHaveLength(1);
  });

  it("deletes a mailbox with its data source", async () => {
    const store = await openTestStore(engine);
    const { mailbox, dataSources } = store;
    const source = await addDataSource(store);
    const own = `mailbox:${source}`;
    const cursor = { uidValidity: "1", lastUid: 2, modSeq: null, since: null };
    for (const name of [own, "other"]) {
      const emails = [anEmail("<1@x>", { mailbox: name })];
      const alongside = { kind: "messages" as const, emails, cursor: { mailbox: name, folder: "INBOX", cursor } };
      await store.leads.applyBatch({ ...EMPTY_BATCH, alongside });
    }
    await dataSources.remove(source);
    expect((await mailbox.emails(9)).map((email) => email.mailbox)).toEqual(["other"]);
    const cursors = await Promise.all([own, "other"].map((name) => mailbox.cursors(name)));
    expect(cursors.map(({ size }) => size)).toEqual([0, 1]);
  });
});

const aCursor = fc.record({
  uidValidity: fc.constantFrom("1", "4294967295"),
  lastUid: fc.constantFrom(0, 9, 10, 4_294_967_295),
  modSeq: fc.constantFrom(null, "9", "10", "9223372036854775807"),
  since: fc.constantFrom(null, AT),
});

/** Whether a folder read to `next` is read at least as far as before. */
function isNoStepBack(before: FolderCursor, next: FolderCursor): boolean {
  if (next.uidValidity !== before.uidValidity) return true;
  if (next.lastUid !== before.lastUid) return next.lastUid > before.lastUid;
  return before.modSeq === null || next.modSeq === null || BigInt(next.modSeq) >= BigInt(before.modSeq);
}

describe.each(ENGINES)("the cursor of a folder on %s", (engine) => {
  it("never goes back within one UIDVALIDITY", async () => {
    const store = await openTestStore(engine);
    let kept: FolderCursor | undefined;
    let stepsBack = 0;
    await fc.assert(
      fc.asyncProperty(aCursor, async (next) => {
        await process(store, [], next);
        const isForward = kept === undefined || isNoStepBack(kept, next);
        if (!isForward) stepsBack += 1;
        kept = isForward ? next : kept;
        expect((await store.mailbox.cursors("gmail")).get("INBOX")).toEqual(kept);
      }),
      { numRuns: 200 },
    );
    expect(stepsBack).toBeGreaterThan(10);
  });
});
