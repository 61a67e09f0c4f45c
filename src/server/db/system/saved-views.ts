import type { SavedView } from "#shared/contract/leads/saved-view.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable, unwatched, type Watch } from "#server/db/engine/record-table.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import { calledByName, type RecordsTable, stored, type StoredRow } from "#server/db/engine/table.ts";

/** A view as stored. */
export interface SavedViewRecord extends Pick<SavedView, "id" | "name" | "query" | "isShared" | "createdAt"> {
  /** The creator's account; null for a view saved while there were none. */
  accountId: string | null;
  /** Null until views are moved; then it comes after those that were. */
  position: number | null;
}

export const SAVED_VIEWS: RecordsTable<SavedViewRecord> = {
  name: "saved_views",
  fields: {
    name: stored.plain(),
    query: stored.plain(),
    isShared: stored.flag(),
    createdAt: stored.plain(),
    accountId: stored.id(),
    position: stored.plain(),
  },
  backup: "all",
  seen: "all",
  people: {
    kind: "Saved views",
    key: ["id"],
    texts: ["name", "query"],
    hidden: ["account_id", "position"],
    ofPerson: "redact",
  },
  undo: {
    // Moving a tab isn't journaled, and never blocks an undo.
    health: ["position"],
    called: calledByName("view"),
    topics: ["lead-views"],
    changedBy: (row) => ({
      accountId: accountOf(row),
      orOwners: !isPersonal(row),
    }),
    refuses: (rows) => (isFull(rows) ? `There are already ${LIMITS.savedView.views} saved views.` : null),
  },
};

const IN_ORDER = sql`order by coalesce(position, id), id`;

/** `create` and `update` throw too_many_views when the limit is exceeded. */
export function savedViewWrites(watch: Watch = unwatched) {
  const views = recordTable(SAVED_VIEWS, watch);

  function* refuseTooMany(): Work<void> {
    const rows = (yield* views.list()).map((view) => ({ is_shared: view.isShared, account_id: view.accountId }));
    if (isFull(rows)) {
      throw conflict("too_many_views", `You can save up to ${LIMITS.savedView.views} views. Delete one first.`);
    }
  }

  return {
    ...views,

    *create(view: Omit<SavedViewRecord, "id">): Work<SavedViewRecord> {
      const created = yield* views.create(view);
      yield* refuseTooMany();
      return created;
    },

    *update(id: string, patch: Partial<Omit<SavedViewRecord, "id">>): Work<SavedViewRecord | null> {
      const updated = yield* views.update(id, patch);
      if (patch.isShared !== undefined) yield* refuseTooMany();
      return updated;
    },

    /** Moves a view in front of another, or to the end. */
    *move(id: string, before: string | null): Work<void> {
      const all = yield* views.find(IN_ORDER);
      const others = all.filter((view) => view.id !== id);
      const found = before === null ? -1 : others.findIndex((view) => view.id === before);
      const at = found === -1 ? others.length : found;
      const order = [...others.slice(0, at), ...all.filter((view) => view.id === id), ...others.slice(at)];
      for (const [index, view] of order.entries()) {
        if (view.position !== index + 1) yield* views.update(view.id, { position: index + 1 });
      }
    },
  };
}

export type SavedViewWrites = ReturnType<typeof savedViewWrites>;

/** Views of the lead list, in the order of their tabs. */
export function savedViewStore(engine: Engine) {
  const views = recordTable(SAVED_VIEWS);
  return {
    /** The shared views and this account's own. */
    list: async (accountId: string | null) => {
      const all = await engine.run(() => views.find(IN_ORDER));
      return all.filter((view) => view.isShared || view.accountId === accountId);
    },
  };
}

/** Deletes an account's personal views; the shared ones stay. */
export function* removePersonalViews(accountId: string): Work<void> {
  yield* run(sql`delete from saved_views where account_id = ${accountId} and not is_shared`);
}

/** Returns the id as text, which SQLite stores as a number. */
function accountOf({ account_id }: StoredRow): string | null {
  return typeof account_id === "string" || typeof account_id === "number" ? `${account_id}` : null;
}

/** Rows deleted before views could be personal lack the column. */
function isPersonal({ is_shared }: StoredRow): boolean {
  return is_shared === false || is_shared === 0;
}

/** Whether there are too many shared views, or personal ones of an account. */
function isFull(rows: readonly StoredRow[]): boolean {
  const ofWhom = Map.groupBy(rows, (row) => (isPersonal(row) ? accountOf(row) : null));
  return ofWhom.values().some((views) => views.length > LIMITS.savedView.views);
}
