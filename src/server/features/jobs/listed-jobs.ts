import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { startImport } from "#server/features/imports/import-file.ts";
import { cancelImport } from "#server/features/imports/import-work.ts";
import { undoImport } from "#server/features/imports/undo-import.ts";
import { beginApply } from "#server/features/replays/apply-replay.ts";
import { cancelReplay, startReplay } from "#server/features/replays/replays.ts";
import type { JobRecord } from "#server/jobs/queue/job-queue.ts";
import type { Workspace } from "#server/workspace.ts";

const OfImport = z.object({ importId: Id, work: z.enum(["take-in", "undo"]) });
const OfReplay = z.object({ replayId: Id.optional(), leadIds: z.array(Id).optional() });

/**
 * Cancels a job chosen from the list. An import or replay is also marked in its own record, since a job that hasn't
 * started can't do that itself. Returns false if the job neither waited nor ran.
 */
export async function cancelListedJob(workspace: Workspace, job: JobRecord): Promise<boolean> {
  const { store } = workspace;
  if (!(await workspace.jobs.cancel(job.id))) return false;
  if (job.kind === "import") {
    const importId = OfImport.safeParse(job.input).data?.importId ?? "";
    if ((await store.imports.get(importId)) !== null) await cancelImport(workspace, importId);
  }
  if (job.kind === "replay") {
    for (const { id } of await store.replays.unfinished()) await cancelReplay(workspace, id);
  }
  return true;
}

/**
 * Tries a failed or canceled job from the list again; null if it's neither. An import or replay that its record says
 * is over begins again like any other, in a new job. Throws as that does.
 */
export async function retryListedJob(workspace: Workspace, job: JobRecord): Promise<JobRecord | null> {
  const { jobs } = workspace;
  if (job.state !== "dead" && job.state !== "cancelled") return null;
  const begin = await beginnerOf(workspace, job);
  if (begin === null) return jobs.retry(job.id);
  const begun = await begin();
  await jobs.drop(job.id);
  return begun;
}

/** How the work of a job begins again; null where the job itself can go on. */
async function beginnerOf(
  workspace: Workspace,
  { kind, key, input }: JobRecord,
): Promise<(() => Promise<JobRecord | null>) | null> {
  const { store, jobs } = workspace;
  const begun = async (): Promise<JobRecord | null> =>
    (await jobs.ofKey(key)) ?? (await jobs.latestRuns([key]))[0] ?? null;
  const file = kind === "import" ? OfImport.safeParse(input).data : undefined;
  if (file !== undefined) {
    const { importId, work } = file;
    const [state, begin] = work === "undo" ? (["undoing", undoImport] as const) : (["running", startImport] as const);
    if ((await store.imports.get(importId))?.state === state) return null;
    return async () => {
      await begin(workspace, importId);
      return begun();
    };
  }
  const replay = kind === "replay" ? OfReplay.safeParse(input).data : undefined;
  const latest = replay === undefined ? null : await store.replays.latest();
  if (replay === undefined || latest === null) return null;
  const { replayId, leadIds } = replay;
  if (replayId !== undefined) {
    return latest.state === "applying" ? null : () => beginApply(workspace, replayId, leadIds);
  }
  if (latest.state === "running") return null;
  return async () => {
    const { source, all } = latest;
    await startReplay(workspace, { all, ...(source !== null && { source }) });
    return begun();
  };
}
