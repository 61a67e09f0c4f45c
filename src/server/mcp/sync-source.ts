import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { type DataSource, SyncCounts } from "#shared/contract/data-source.ts";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { type MailboxConfig, MailboxSyncResult } from "#shared/contract/mailbox.ts";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import { marked } from "#server/mcp/answer-text.ts";
import { refusal, type ApiCalls } from "#server/mcp/api-calls.ts";
import type { Tool } from "#server/mcp/tool.ts";

const SYNCS = {
  data_sources: "POST /api/sync-leads",
  mailbox: "POST /api/gmail/sync",
  website: "POST /api/scrape-targets/{id}/scrape",
} as const satisfies Record<string, EndpointKey>;
type Kind = keyof typeof SYNCS;

/** Data sources and websites count rows and records, the mailbox its messages. */
const Counts = z.object({ ...SyncCounts.shape, ...MailboxSyncResult.omit({ canceled: true }).shape }).partial();

type Run = z.infer<typeof Counts> & { message?: string };

/** Syncs now; a long sync goes on after the answer. */
export const syncSource: Tool = {
  description:
    "Read a source now and import new leads: all active data sources, the mailbox, or one website. A long sync continues in the background.",
  calls: Object.values(SYNCS),
  input: z.strictObject({
    source: z.enum(Object.keys(SYNCS) as [Kind, ...Kind[]]),
    id: Id.optional().describe("The website's id from list_sources; only for a website."),
    dryRun: z
      .boolean()
      .default(false)
      .describe("Lists what would be read. The new leads aren't known before it is read."),
  }),
  output: marked(
    z.object({
      dryRun: z.boolean(),
      undoId: Id.nullable().describe("Always null: a sync can't be undone as a whole."),
      state: z.enum(["not started", "running", "finished"]),
      sources: z.array(z.string()).describe("What was, or would be, read."),
      counts: Counts.nullable(),
      message: z.string(),
    }),
    ["message"],
  ),
  hints: { destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run(api, { source, id, dryRun }) {
    const kind = source as Kind;
    if ((kind === "website") !== (id !== undefined)) throw refusal("Give the id of a website, and only of a website.");
    const sources = await namesOf(api, kind, id);
    const answer = { dryRun: dryRun === true, undoId: null, sources, counts: null, message: "" };
    if (dryRun === true || sources.length === 0) return { ...answer, state: "not started" };
    const syncing = api.call(SYNCS[kind], { id });
    const limit = new AbortController();
    const isOver = sleep(LIMITS.mcp.syncMilliseconds, null, { signal: limit.signal, ref: false }).catch(() => null);
    const ended = await Promise.race([syncing, isOver]).finally(() => limit.abort());
    if (ended === null) {
      // Its outcome is on the source.
      syncing.catch(() => {});
      return { ...answer, state: "running" };
    }
    const body = ended.body as { run?: Run } & Run;
    const run = body.run ?? body;
    return { ...answer, state: "finished", counts: run, message: run.message ?? "" };
  },
};

async function namesOf(api: ApiCalls, kind: Kind, id: unknown): Promise<string[]> {
  switch (kind) {
    case "data_sources": {
      const sources = (await api.call("GET /api/data-sources")).body as DataSource[];
      return sources.filter(({ isActive }) => isActive).map(({ name }) => name);
    }
    case "mailbox": {
      const { isConfigured, email } = (await api.call("GET /api/gmail/config")).body as MailboxConfig;
      return isConfigured ? [email] : [];
    }
    case "website": {
      const targets = (await api.call("GET /api/scrape-targets")).body as ScrapeTarget[];
      const target = targets.find((one) => one.id === id);
      if (target === undefined) throw refusal("No website has this id.");
      return [target.name];
    }
  }
}
