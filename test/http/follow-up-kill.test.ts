import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";
import type { FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { HOUR } from "#shared/durations.ts";
import { openStore } from "#server/db/open-store.ts";
import { mailSettings, SMTP_USER } from "#test/http/endpoint-examples.ts";
import { startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { endLeases } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { migratedDatabase, oneEngine } from "#test/stores.ts";

const AUTHORITY = fileURLToPath(new URL("../fixtures/tls/authority.pem", import.meta.url));
const TIMEOUT = 300_000;

describe.concurrent("killed between sending a follow-up and recording it", () => {
  test.for(oneEngine("postgres"))(
    "doesn't send it again and says so, on %s",
    { timeout: TIMEOUT },
    async (engine, { expect, onTestFinished }) => {
      const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
      const databaseUrl = await migratedDatabase(engine, dataDir);
      let server: ServerProcess | undefined;
      const smtp = await startSmtpPeer({
        mode: "starttls",
        users: { [SMTP_USER.name]: SMTP_USER.password },
        // The mail server has the message, but its sender is gone.
        onMessage: () => void server?.kill(),
      });
      onTestFinished(() => smtp.close());
      const start = (): Promise<ServerProcess> =>
        startServer({
          dataDir,
          env: { NODE_EXTRA_CA_CERTS: AUTHORITY, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
        });

      server = await start();
      await server.ask("POST", "/api/email-settings", mailSettings({ smtp }));
      const body = { name: "Bo Berg", email: "bo@freemail.example", notes: "Met at the fair", company: "Berg" };
      const { id } = await server.ask<{ id: string }>("POST", "/api/leads", body);
      const path = `/api/leads/${id}/follow-ups`;
      await expect(server.ask("POST", `${path}/${id}-phone/send`)).rejects.toThrow(TypeError);
      await server.kill();
      expect(smtp.messages).toHaveLength(1);

      if (databaseUrl === undefined) await endLease(dataDir, `follow-up:${id}`);
      else await endLeases(databaseUrl);
      server = await start();
      const [question] = await server.ask<FollowUpQuestion[]>("GET", path);
      const reason = expect.stringContaining("may have gone out") as string;
      expect(question).toMatchObject({ state: "failed", attempt: 1, dueAt: null, reason });
      expect(await server.ask("GET", `/api/leads/${id}`)).toMatchObject({
        followUpAttempts: 1,
        qualificationStatus: "incomplete",
      });
      expect(await server.stop()).toBe(0);
      expect(smtp.messages).toHaveLength(1);
      await rm(dataDir, { recursive: true });
    },
  );
});

/** Ends the lease of the killed process, which would expire seconds later. */
async function endLease(dataDir: string, key: string): Promise<void> {
  const store = await openStore({ dataDir, clock: () => new Date(Date.now() + HOUR) });
  await store.leases.acquire(key, "nobody", 0);
  await store.leases.release(key, "nobody");
  await store.close();
}
