import { hostname } from "node:os";
import type { ProcessFacts } from "#shared/contract/health.ts";
import { mailboxSigns } from "#server/features/mailbox/mailbox-signs.ts";
import type { Workspace } from "#server/workspace.ts";

type PutBack = ProcessFacts["clock"]["putBack"];

/** A clock set back by less was adjusted by its time service. */
const PUT_BACK_MILLISECONDS = 60_000;

interface ClockReading {
  wall: number;
  steady: number;
  putBack: PutBack;
}
const readings = new WeakMap<Workspace["store"], ClockReading>();

/** What this process currently knows about itself. */
export async function factsOfThisProcess(workspace: Workspace): Promise<ProcessFacts> {
  const { store, diskSpace } = workspace;
  const putBack = readClock(workspace);
  const [disk, shared] = await Promise.all([diskSpace("data"), store.health.now().catch(() => null)]);
  return {
    host: hostname(),
    disk,
    mailboxes: mailboxSigns(workspace),
    // The machine's own clock, even if the product's is injected.
    clock: { putBack, ahead: shared === null || store.engine === "sqlite" ? 0 : Date.now() - shared },
    database: store.troubles(),
  };
}

/**
 * Compares the wall clock's progress since the last reading with the monotonic clock. A forward difference means
 * nothing: the machine may have slept.
 */
function readClock({ store, clock }: Pick<Workspace, "store" | "clock">): PutBack {
  const [wall, steady] = [clock().getTime(), performance.now()];
  const before = readings.get(store);
  const lost = before === undefined ? 0 : steady - before.steady - (wall - before.wall);
  const isPutBack = lost > PUT_BACK_MILLISECONDS;
  const putBack = isPutBack
    ? { at: new Date(wall).toISOString(), milliseconds: Math.round(lost) }
    : (before?.putBack ?? null);
  readings.set(store, { wall, steady, putBack });
  return putBack;
}
