import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import { type AppError, conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { allIds, sql, type Work } from "#server/db/engine/sql.ts";
import { ownerEvent, recordEvents } from "#server/db/outbox/record-events.ts";

/** An account that owns leads. Usernames never change, so that leads store them. */
export interface LeadOwner {
  id: string;
  username: string;
}

type Owned = Pick<LeadRecord, "ownerId" | "owner" | "ownerSetBy">;

/** What a lead says about its owner. */
export function owned(owner: LeadOwner | null, by: NonNullable<Owned["ownerSetBy"]>): Owned {
  return { ownerId: owner?.id ?? null, owner: owner?.username ?? "", ownerSetBy: by };
}

function ownerGone(): AppError {
  return conflict("owner_gone", "This person's account was deleted or deactivated. Choose someone else.");
}

/**
 * Those of the accounts that can own leads. They can't be deleted or deactivated until the transaction ends, so that no
 * lead is left with an owner who is gone.
 */
export function* lockedOwners(engine: Engine, ids: readonly (string | null)[]): Work<Set<string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Set();
  const lock = engine.name === "postgres" ? sql`for share` : sql``;
  const isWanted = engine.sql.isOneOf("id", wanted);
  return new Set(yield* allIds(sql`select id from accounts where ${isWanted} and is_active order by id ${lock}`));
}

/** Throws owner_gone if one of the leads gets an owner who can't own leads. */
export function* requireOwners(engine: Engine, leads: readonly { before: Owned | null; after: Owned }[]): Work<void> {
  const given = leads.flatMap(({ before, after }) => (after.ownerId === before?.ownerId ? [] : (after.ownerId ?? [])));
  const living = yield* lockedOwners(engine, given);
  if (given.some((id) => !living.has(id))) throw ownerGone();
}

/** The leads, unassigned where the owner's account is gone. */
export function* withLivingOwners<L extends StoredLead>(engine: Engine, leads: readonly L[]): Work<L[]> {
  // Leads removed before there were owners have none.
  const living = yield* lockedOwners(
    engine,
    leads.map(({ ownerId }) => (ownerId as string | null | undefined) ?? null),
  );
  return leads.map((lead) =>
    living.has(lead.ownerId ?? "") ? lead : { ...lead, ...owned(null, "rule"), ownerSetBy: null },
  );
}

/** Unassigns what an account still owns, in the transaction that deletes it. */
export function* disown(engine: Engine, ownerKey: string): Work<void> {
  const ids = yield* allIds(sql`
    update leads set owner_id = null, owner = '', owner_set_by = null, owner_key = '', revision = revision + 1
    where owner_key = ${ownerKey} returning id`);
  if (ids.length > 0) yield* recordEvents(engine, () => ids.map((id) => ownerEvent(id, "")));
}
