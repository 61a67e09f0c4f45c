import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startWebhookReceiver } from "#test/peers/webhook/receiver.ts";
import { KILL_ROUNDS } from "#test/thorough.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";

const LEADS = 5;
const TIMEOUT = 300_000;

test(
  "a server killed during deliveries loses none, and repeats them under the same IDs",
  { timeout: TIMEOUT },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
    const env = { WINNOW_SCRAPE_ALLOW_PRIVATE: "1" };
    let server: ServerProcess | undefined;
    let killing: Promise<void> | undefined;
    let isKilling = false;
    const receiver = await startWebhookReceiver(() => {
      // The receiver has the event, but its sender is gone.
      if (isKilling) killing ??= server?.kill();
    });
    onTestFinished(() => receiver.close());
    server = await startServer({ dataDir, env });
    await server.ask("POST", "/api/webhook-endpoints", { url: receiver.url, events: ["lead.created"] });

    const leadIds: string[] = [];
    for (let kill = 0; kill < KILL_ROUNDS; kill += 1) {
      const running = server;
      for (let lead = 0; lead < LEADS; lead += 1) {
        const { id } = await running.ask<{ id: string }>("POST", "/api/leads", {
          name: "Ann Lee",
          email: `lead${kill}-${lead}@acme.example`,
        });
        leadIds.push(id);
        // Only after the last was acknowledged, so that none may be missing.
        isKilling = lead === LEADS - 1;
      }
      await running
        .ask<{ id: string }>("POST", "/api/leads", { name: "Bo Berg", email: `last${kill}@acme.example` })
        .then(
          ({ id }) => leadIds.push(id),
          () => {},
        );
      await expect.poll(() => killing !== undefined, { timeout: TIMEOUT }).toBe(true);
      await killing;
      isKilling = false;
      killing = undefined;
      server = await startServer({ dataDir, env });
    }

    const received = (): { leadId: string; id: string }[] =>
      receiver.requests.map(({ body, headers }) => ({
        leadId: (JSON.parse(body) as { data: { leadId: string } }).data.leadId,
        id: String(headers["webhook-id"]),
      }));
    await expect
      .poll(() => leadIds.filter((leadId) => received().every((one) => one.leadId !== leadId)), { timeout: TIMEOUT })
      .toEqual([]);
    const ids = Map.groupBy(received(), ({ leadId }) => leadId);
    for (const messages of ids.values()) expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    await server.stop();
    await rm(dataDir, { recursive: true });
  },
);
