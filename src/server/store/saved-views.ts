import type { SavedView } from "#shared/contract/saved-view.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { recordTable, type Fields, type RecordTable, type Watch } from "#server/store/record-table.ts";

/** Views of the lead list under a name, in the order they were saved. */
export interface SavedViewStore {
  list(): Promise<SavedView[]>;
}

/** `create` rejects with too_many_views when there are as many as there may be. */
export type SavedViewWrites = Pick<RecordTable<SavedView>, "get" | "create" | "update" | "remove">;

export function savedViewWrites(watch?: Watch): SavedViewWrites {
  const views = savedViewRecords(watch);
  return {
    ...views,
    *create(view) {
      if ((yield* views.list()).length >= LIMITS.savedView.views) {
        throw conflict(
          "too_many_views",
          `At most ${LIMITS.savedView.views} views can be saved. Delete one that is no longer needed.`,
        );
      }
      return yield* views.create(view);
    },
  };
}

export function savedViewStore(engine: Engine): SavedViewStore {
  const views = savedViewRecords();
  return { list: () => engine.run(() => views.list()) };
}

function savedViewRecords(watch?: Watch): RecordTable<SavedView> {
  const fields: Fields<SavedView> = {
    name: { column: "name", kind: "plain" },
    query: { column: "query", kind: "plain" },
    createdAt: { column: "created_at", kind: "plain" },
  };
  return recordTable<SavedView>("saved_views", fields, watch);
}
