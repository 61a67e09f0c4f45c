import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test, type TestContext } from "vitest";
import type { Schedule } from "#shared/contract/schedule.ts";
import { openStore, type StoreOptions } from "#server/db/open-store.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { type EngineName, migratedDatabase, oneEngine } from "#test/stores.ts";

const AUTHORITY = fileURLToPath(new URL("../fixtures/tls/authority.pem", import.meta.url));
const LONG_AGO = "2026-01-01T00:00:00.000Z";
const TIMEOUT = 300_000;

// Most of the time is spent waiting for the killed process's lease.
describe.concurrent.each(oneEngine("sqlite"))("killed between sending a report and recording it, on %s", (engine) => {
  test(
    "doesn't resend a report that a person requested, and says so",
    { timeout: TIMEOUT },
    async ({ expect, onTestFinished }) => {
      const sent = await sendAndKill(engine, { expect, onTestFinished }, async (server) => {
        await fetch(`${server.url}/api/send-report`, { method: "POST" }).catch(() => null);
      });
      expect(sent).toBe(1);
    },
  );

  test(
    "doesn't resend a scheduled report for its window, and says so",
    { timeout: TIMEOUT },
    async ({ expect, onTestFinished }) => {
      const sent = await sendAndKill(engine, { expect, onTestFinished }, async (server, where, restart) => {
        await server.stop();
        const store = await openStore(where);
        const [settings] = await store.emailSettings.list();
        // As if set up long ago: a report is due.
        await store.emailSettings.update(settings?.id ?? "", { scheduledSince: LONG_AGO });
        await store.close();
        await restart();
      });
      expect(sent).toBe(1);
    },
  );
});

/** Triggers a report, kills the server while sending, waits until all has settled, and returns how many were sent. */
async function sendAndKill(
  engine: EngineName,
  { expect, onTestFinished }: Pick<TestContext, "expect" | "onTestFinished">,
  send: (server: ServerProcess, where: StoreOptions, restart: () => Promise<void>) => Promise<void>,
): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
  const databaseUrl = await migratedDatabase(engine, dataDir);
  const killed = Promise.withResolvers<void>();
  let server: ServerProcess | undefined;
  const smtp = await startSmtpPeer({
    mode: "starttls",
    users: { [SMTP_USER.name]: SMTP_USER.password },
    // The mail server has the message, but its sender is gone.
    onMessage() {
      if (server === undefined) killed.reject(new Error("It was sent before the server was there to be killed."));
      else void server.kill().then(killed.resolve, killed.reject);
    },
  });
  onTestFinished(() => smtp.close());
  const env = { NODE_EXTRA_CA_CERTS: AUTHORITY, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const start = async (): Promise<void> => {
    server = undefined;
    server = await startServer({ dataDir, env });
  };

  await start();
  const running = (): ServerProcess => server ?? expect.unreachable();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(mailSettings({ smtp }));
  await fetch(`${running().url}/api/email-settings`, { method: "POST", headers, body });
  // Killed before its address is known, since the clock sends it at once.
  await send(running(), { dataDir, databaseUrl }, () => start().catch(() => {}));
  await killed.promise;
  expect(smtp.messages).toHaveLength(1);

  await start();
  const notified = async (): Promise<string[]> => {
    const activity = await fetch(`${running().url}/api/dashboard/activity`);
    return ((await activity.json()) as { title: string }[]).map(({ title }) => title);
  };
  await expect.poll(notified, { timeout: TIMEOUT, interval: 500 }).toContain("A report may not have been sent");
  const isUnderWay = async (): Promise<boolean> => {
    const { counts } = (await (await fetch(`${running().url}/api/jobs?kind=report`)).json()) as {
      counts: Record<"waiting" | "running" | "retrying", number>;
    };
    return counts.waiting + counts.running + counts.retrying > 0;
  };
  await expect.poll(isUnderWay, { timeout: TIMEOUT, interval: 500 }).toBe(false);
  const schedules = (await (await fetch(`${running().url}/api/schedules`)).json()) as Schedule[];
  expect(schedules.find(({ id }) => id === "report")?.isOn).toBe(true);
  expect(await running().stop()).toBe(0);
  await rm(dataDir, { recursive: true });
  return smtp.messages.length;
}
