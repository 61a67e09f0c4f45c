import { setImmediate as nextTurn } from "node:timers/promises";
import type { SyncRun } from "#shared/contract/data-source.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** Other writes wait for a batch; larger ones write fewer pages and less often wait for the disk. */
const BATCH = 750;
const COMPARED_AT_ONCE = 2_000;
const MAX_REASONS = 100;

interface Read {
  /** Every row of the source, changed or not. */
  rows: readonly RawLead[];
  /** Rows that can't be read, and why. */
  skipped: SyncRun["reasons"];
  run: SyncRun;
  signal: AbortSignal;
}

/** Takes in the new and changed rows of a source, up to the lead limit per sync, and updates the counts in `run`. */
export async function takeInRows(
  workspace: Workspace,
  source: DataSourceRecord,
  { rows, skipped, run, signal }: Read,
): Promise<void> {
  const { feed } = workspace;
  const { maxLeadsPerSync } = await readSettings(workspace);
  const fresh = await changedRows(workspace, source, rows, signal);
  run.unchanged = rows.length - fresh.length;
  const most = maxLeadsPerSync ?? fresh.length;
  run.seen = run.unchanged + skipped.length;
  run.skipped = skipped.length;
  run.reasons = skipped.slice(0, MAX_REASONS);

  // The next sync continues with the rows beyond the limit. Skipped rows don't count toward the limit: they are new
  // each time, so enough of them would block the others forever.
  let done = 0;
  for (let left = most; done < fresh.length && left > 0; left = most - run.created - run.updated) {
    signal.throwIfAborted();
    const some = fresh.slice(done, done + Math.min(BATCH, left));
    await takeBatch(workspace, source, some, run);
    done += some.length;
    const total = Math.max(done, Math.min(fresh.length, most));
    feed.progress({ work: "sync", label: source.name, done, total, finished: false });
    feed.changed(["leads"]);
    // Lets other requests run between batches.
    await nextTurn();
  }
  if (done < fresh.length) run.waiting = fresh.length - done;
}

/** The new and changed rows. */
async function changedRows(
  { store }: Pick<Workspace, "store">,
  source: DataSourceRecord,
  rows: readonly RawLead[],
  signal: AbortSignal,
): Promise<RawLead[]> {
  const changed: RawLead[] = [];
  for (let from = 0; from < rows.length; from += COMPARED_AT_ONCE) {
    signal.throwIfAborted();
    const some = rows.slice(from, from + COMPARED_AT_ONCE);
    const known = await store.leads.rowHashes(
      source.id,
      some.map(({ rowKey }) => rowKey),
    );
    changed.push(...some.filter(({ rowKey, contentHash }) => known.get(rowKey) !== contentHash));
    await nextTurn();
  }
  return changed;
}

async function takeBatch(workspace: Workspace, source: DataSourceRecord, rows: RawLead[], run: SyncRun): Promise<void> {
  const ref = { kind: source.type, id: source.id, name: source.name };
  const { decision } = await withScoring(workspace, (scoring) => takeIn(workspace, ref, rows, scoring));
  for (const { kind, locator, reason } of decision.outcomes) {
    run.seen += 1;
    run[kind] += 1;
    if (reason !== undefined && run.reasons.length < MAX_REASONS) run.reasons.push({ locator, reason });
  }
  run.qualified += decision.newlyQualified.length;
}
