import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { DAY, HOUR } from "#shared/durations.ts";
import { makeBackup } from "#server/features/backups/file/make-backup.ts";
import { restoreBackup } from "#server/features/backups/file/restore-backup.ts";
import { openStore } from "#server/db/open-store.ts";
import { sendDueFollowUps } from "#server/features/follow-ups/send-due-follow-ups.ts";
import { approveQuestions } from "#server/features/follow-ups/send-follow-up.ts";
import { sendDueReport } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";
import { freshWinnow } from "#test/harness.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { addLeads, temporaryDatabase, temporaryFolder, oneEngine } from "#test/stores.ts";

const QUIET = { signal: new AbortController().signal, progress: () => {} };

describe.each(oneEngine("sqlite"))("messages sent after a backup on %s", (engine) => {
  test.each([
    { how: "by hand", automatic: false, onAgain: false },
    { how: "automatically", automatic: true, onAgain: false },
    { how: "automatically again at once", automatic: true, onAgain: true },
  ])("aren't sent again after a restore, where follow-ups go out $how", async ({ automatic, onAgain }) => {
    const smtp = await startSmtpPeer({ mode: "starttls", users: { [SMTP_USER.name]: SMTP_USER.password } });
    onTestFinished(() => smtp.close());
    let now = Date.parse("2026-11-02T12:00:00.000Z");
    const winnow = await freshWinnow(engine, { clock: () => new Date(now), publicUrl: "https://winnow.example" });
    const { workspace } = winnow;
    await winnow.ok("POST /api/email-settings", { body: { ...mailSettings({ smtp }), reportFrequency: "daily" } });
    await winnow.ok("PUT /api/settings", { body: { followUpAutomatic: automatic, reportTimeZone: "UTC" } });
    await sendDueFollowUps(workspace);
    const add = async (email: string): Promise<string> =>
      (await winnow.ok("POST /api/leads", { body: { name: "Bo Berg", email, company: "Berg" } })).id;
    const [asked, approved] = [await add("asked@freemail.example"), await add("approved@freemail.example")];
    await approveQuestions(workspace, asked, ["phone"]);
    expect(await sendDueFollowUps(workspace)).toBe(1);

    now += 4 * DAY;
    await sendDueReport(workspace);
    await approveQuestions(workspace, approved, ["phone"]);
    now += DAY - HOUR;
    const path = join(await temporaryFolder(), "store.winnow-backup");
    const source = workspace.store.leadsAddress;
    const plan = { source, path, at: new Date(now).toISOString(), verifies: false } as const;
    await makeBackup({ ...plan, secrets: "sealed", keyCheck: null, key: null }, QUIET);
    now += 2 * HOUR;
    await add("later@freemail.example");
    now += HOUR;
    expect(await sendDueFollowUps(workspace)).toBe(automatic ? 3 : 1);
    expect(await sendDueReport(workspace)).not.toBeNull();
    const known = smtp.messages.length;

    const place = {
      dataDir: await temporaryFolder(),
      databaseUrl: engine === "postgres" ? await temporaryDatabase() : undefined,
    };
    const passphrase = (): Promise<string> => Promise.reject(new Error("Nobody was to be asked."));
    const restore = { path, ...place, secretKey: undefined, replaces: false, at: new Date(now), passphrase };
    expect(await restoreBackup(restore, QUIET)).toMatchObject({
      held: { questions: automatic ? 2 : 1, automaticFollowUps: automatic, reports: true },
    });
    const store = await openStore(place);
    onTestFinished(() => store.close());
    const restored: Workspace = { ...workspace, store };
    // Its source reports it once more.
    const again = { email: "later@freemail.example", emailKey: "later@freemail.example", createdAt: plan.at };
    await addLeads(store, [{ ...again, phone: "", missingInfo: ["phone"], qualificationStatus: "incomplete" }]);
    if (onAgain) await store.settings.write({ followUpAutomatic: true });
    now += HOUR;
    for (let minute = 0; minute < 2; minute += 1) expect(await sendDueFollowUps(restored)).toBe(0);
    expect(await sendDueReport(restored)).toBeNull();
    expect(smtp.messages).toHaveLength(known);
    const snapshot = await store.followUps.snapshot(approved);
    expect(snapshot?.questions).toMatchObject([
      { state: "failed", dueAt: null, reason: expect.stringContaining("may have gone out") as string },
    ]);
    expect(snapshot?.lead.qualificationStatus).toBe("incomplete");
    expect((await store.followUps.snapshot(asked))?.lead.qualificationStatus).toBe(
      automatic ? "incomplete" : "in_progress",
    );

    await approveQuestions(restored, approved, ["phone"]);
    expect(await sendDueFollowUps(restored)).toBe(1);
    now += DAY;
    expect(await sendDueReport(restored)).not.toBeNull();
  });
});
