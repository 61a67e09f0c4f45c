import type { SavedView } from "#shared/contract/saved-view.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { recordTable } from "#server/store/record-table.ts";

/** Views of the lead list under a name, in the order they were saved. */
export interface SavedViewStore {
  list(): Promise<SavedView[]>;
  /** Rejects with too_many_views when there are as many as there may be. */
  create(view: Omit<SavedView, "id">): Promise<SavedView>;
  /** Null when there is no such view. */
  update(id: string, patch: Partial<Pick<SavedView, "name" | "query">>): Promise<SavedView | null>;
  remove(id: string): Promise<boolean>;
}

export function savedViewStore(engine: Engine): SavedViewStore {
  const views = recordTable<SavedView>("saved_views", {
    name: { column: "name", kind: "plain" },
    query: { column: "query", kind: "plain" },
    createdAt: { column: "created_at", kind: "plain" },
  });
  return {
    list: () => engine.run(() => views.list()),
    create: (view) =>
      engine.transact(function* () {
        if ((yield* views.list()).length >= LIMITS.savedView.views) {
          throw conflict(
            "too_many_views",
            `At most ${LIMITS.savedView.views} views can be saved. Delete one that is no longer needed.`,
          );
        }
        return yield* views.create(view);
      }),
    update: (id, patch) => engine.transact(() => views.update(id, patch)),
    remove: (id) => engine.transact(() => views.remove(id)),
  };
}
