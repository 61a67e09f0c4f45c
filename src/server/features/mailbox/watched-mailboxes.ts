import { randomUUID } from "node:crypto";
import type { Workspace } from "#server/workspace.ts";

/** The lease of the one process that listens to a mailbox. */
export function watchLease(mailbox: string): string {
  return `watch:${mailbox}`;
}

/** Whether any process listens to the mailbox, judging by its lease. */
export async function isWatched({ store }: Pick<Workspace, "store">, mailbox: string): Promise<boolean> {
  const nobody = randomUUID();
  if (!(await store.leases.acquire(watchLease(mailbox), nobody, 1))) return true;
  await store.leases.release(watchLease(mailbox), nobody);
  return false;
}
