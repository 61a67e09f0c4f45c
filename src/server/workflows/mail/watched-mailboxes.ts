import { randomUUID } from "node:crypto";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The lease of whoever listens to a mailbox: only one process does. */
export function watchLease(mailbox: string): string {
  return `watch:${mailbox}`;
}

/** Whether any process listens to the mailbox, told by whether its lease could be had. */
export async function isWatched({ store }: Pick<Workspace, "store">, mailbox: string): Promise<boolean> {
  const nobody = randomUUID();
  if (!(await store.leases.acquire(watchLease(mailbox), nobody, 1))) return true;
  await store.leases.release(watchLease(mailbox), nobody);
  return false;
}
