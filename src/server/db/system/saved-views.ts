import type { SavedView } from "#shared/contract/saved-view.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable, type RecordTable, type Watch } from "#server/db/engine/record-table.ts";
import { calledByName, type RecordsTable } from "#server/db/engine/table.ts";

/** A view as stored. */
export type SavedViewRecord = Omit<SavedView, "version">;

export const SAVED_VIEWS: RecordsTable<SavedViewRecord> = {
  name: "saved_views",
  fields: { name: "plain", query: "plain", createdAt: "plain" },
  backup: "all",
  people: { kind: "Saved views", key: ["id"], texts: ["name", "query"], ofPerson: "redact", mentioning: "redact" },
  undo: {
    called: calledByName("view"),
    topics: ["lead-views"],
    refuses: (rows) =>
      rows.length > LIMITS.savedView.views ? `There are already ${LIMITS.savedView.views} saved views.` : null,
  },
};

/** Named views of the lead list, in the order they were saved. */
export interface SavedViewStore {
  list(): Promise<SavedViewRecord[]>;
}

/** `create` rejects with too_many_views when the limit is reached. */
export type SavedViewWrites = Pick<RecordTable<SavedViewRecord>, "get" | "create" | "update" | "remove">;

export function savedViewWrites(watch?: Watch): SavedViewWrites {
  const views = recordTable(SAVED_VIEWS, watch);
  return {
    ...views,
    *create(view) {
      if ((yield* views.list()).length >= LIMITS.savedView.views) {
        throw conflict("too_many_views", `You can save up to ${LIMITS.savedView.views} views. Delete one first.`);
      }
      return yield* views.create(view);
    },
  };
}

export function savedViewStore(engine: Engine): SavedViewStore {
  const views = recordTable(SAVED_VIEWS);
  return { list: () => engine.run(() => views.list()) };
}
