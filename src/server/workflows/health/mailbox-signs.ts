import type { Workspace } from "#server/workflows/workspace.ts";

/** By the store of a process, when each mailbox that it listens to last showed a sign of life. */
const signs = new WeakMap<Workspace["store"], Map<string, string>>();

/** A mailbox that this process listens to has just shown that its connection stands. */
export function noteMailboxSign({ store, clock }: Pick<Workspace, "store" | "clock">, mailbox: string): void {
  let ofStore = signs.get(store);
  if (ofStore === undefined) signs.set(store, (ofStore = new Map<string, string>()));
  ofStore.set(mailbox, clock().toISOString());
}

/** This process no longer has that mailbox to listen to. */
export function forgetMailboxSign({ store }: Pick<Workspace, "store">, mailbox: string): void {
  signs.get(store)?.delete(mailbox);
}

/** When each mailbox that this process listens to last showed a sign of life. */
export function mailboxSigns({ store }: Pick<Workspace, "store">): Record<string, string> {
  return Object.fromEntries(signs.get(store) ?? []);
}
