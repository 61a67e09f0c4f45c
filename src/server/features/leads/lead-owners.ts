import type { BulkResult, LeadFilter, LeadSelection } from "#shared/contract/leads/lead.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { acting } from "#server/platform/acting.ts";
import { invalid } from "#server/platform/errors.ts";
import type { LeadOwner } from "#server/db/leads/lead-owner.ts";
import { changeLeads } from "#server/features/leads/bulk-action.ts";
import type { Workspace } from "#server/workspace.ts";

const CHUNK = 500;

/** Everyone with an account, by name. */
export async function listTeam({ store }: Pick<Workspace, "store">): Promise<TeamMember[]> {
  const accounts = await store.accounts.list();
  return accounts
    .map(({ id, username, isActive }) => ({ id, username, isActive }))
    .toSorted((a, b) => a.username.localeCompare(b.username, "en"));
}

/** The account to assign leads to; null for nobody. Throws invalid when it can't own leads. */
export async function ownerWithId({ store }: Pick<Workspace, "store">, id: string | null): Promise<LeadOwner | null> {
  if (id === null) return null;
  const account = await store.accounts.get(id);
  if (account?.isActive !== true) throw invalid("ownerId", "Choose someone with an active account.");
  return { id: account.id, username: account.username };
}

/** "assigned to Ann", for the history. */
export function assignedWords(owner: LeadOwner | null): string {
  return owner === null ? "unassigned" : `assigned to ${owner.username}`;
}

/**
 * Assigns many leads to an account or to nobody, as one action that can be undone as a whole. Rules may assign them again
 * only if nobody chose that. Throws as ownerWithId.
 */
export async function assignLeads(
  workspace: Workspace,
  selection: LeadSelection,
  ownerId: string | null,
  { isChosen = true }: { isChosen?: boolean } = {},
): Promise<BulkResult> {
  const owner = await ownerWithId(workspace, ownerId);
  return changeLeads(workspace, selection, {
    chunk: CHUNK,
    doing: owner === null ? "Unassigning" : "Assigning",
    done: assignedWords(owner),
    kind: "edited",
    type: "other",
    step: (ids, soFar, entryOf) =>
      workspace.store.bulkActions.setOwner(ids, owner, soFar, entryOf, isChosen ? "person" : null),
  });
}

/** The filter with the caller's account for `me`, which matches no lead while nobody has an account. */
export function ofCaller<F extends Pick<LeadFilter, "owner">>(filter: F): F {
  return filter.owner === "me" ? { ...filter, owner: acting().userId ?? "me" } : filter;
}
