import type { Workspace } from "#server/workspace.ts";

/** The last activity of each mailbox this process listens to, by store. */
const signs = new WeakMap<Workspace["store"], Map<string, string>>();

/** Records that a mailbox's connection is alive. */
export function noteMailboxSign({ store, clock }: Pick<Workspace, "store" | "clock">, mailbox: string): void {
  let ofStore = signs.get(store);
  if (ofStore === undefined) signs.set(store, (ofStore = new Map<string, string>()));
  ofStore.set(mailbox, clock().toISOString());
}

/** Removes a mailbox that this process no longer listens to. */
export function forgetMailboxSign({ store }: Pick<Workspace, "store">, mailbox: string): void {
  signs.get(store)?.delete(mailbox);
}

/** The last activity of each mailbox this process listens to. */
export function mailboxSigns({ store }: Pick<Workspace, "store">): Record<string, string> {
  return Object.fromEntries(signs.get(store) ?? []);
}
