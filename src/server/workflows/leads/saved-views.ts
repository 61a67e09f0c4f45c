import type { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/saved-view.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Saves a view of the lead list. Throws too_many_views. */
export async function saveView({ store, feed, clock }: Workspace, view: NewSavedView): Promise<SavedView> {
  const saved = await store.savedViews.create({ ...view, createdAt: clock().toISOString() });
  feed.changed(["lead-views"]);
  return saved;
}

/** Renames a view or gives it other filters, order and columns. Throws not_found. */
export async function changeView({ store, feed }: Workspace, id: string, patch: SavedViewUpdate): Promise<SavedView> {
  const changed = await store.savedViews.update(id, definedFields(patch));
  if (changed === null) throw notFound("view");
  feed.changed(["lead-views"]);
  return changed;
}

/** Deletes a view; the leads it showed stay as they are. Throws not_found. */
export async function deleteView({ store, feed }: Workspace, id: string): Promise<void> {
  if (!(await store.savedViews.remove(id))) throw notFound("view");
  feed.changed(["lead-views"]);
}
