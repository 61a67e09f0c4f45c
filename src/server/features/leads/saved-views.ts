import type { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/saved-view.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { SavedViewRecord, SavedViewWrites } from "#server/db/system/saved-views.ts";
import type { Work } from "#server/db/engine/work.ts";
import { act } from "#server/features/journal/act.ts";
import { refuseStale, withVersion } from "#server/features/journal/record-version.ts";
import type { Workspace } from "#server/workspace.ts";

/** Saves a view of the lead list. Throws too_many_views. */
export async function saveView(workspace: Workspace, view: NewSavedView): Promise<Acted<SavedView>> {
  const createdAt = workspace.clock().toISOString();
  return changeViews(workspace, "saved", (views) => views.create({ ...view, createdAt }));
}

/** Renames a view or changes its filters, order and columns. Throws not_found and stale. */
export async function changeView(workspace: Workspace, id: string, patch: SavedViewUpdate): Promise<Acted<SavedView>> {
  const { version, ...change } = patch;
  return changeViews(workspace, "changed", function* (views) {
    const current = yield* views.get(id);
    if (current === null) throw notFound("view");
    refuseStale({ noun: "savedView", table: "saved_views", key: id, record: current, version });
    return (yield* views.update(id, definedFields(change))) ?? current;
  });
}

/** Deletes a view; its leads stay. Throws not_found. */
export async function deleteView(workspace: Workspace, id: string): Promise<Acted<SavedView>> {
  return changeViews(workspace, "deleted", function* (views) {
    const view = yield* views.get(id);
    if (view === null || !(yield* views.remove(id))) throw notFound("view");
    return view;
  });
}

async function changeViews(
  workspace: Workspace,
  what: string,
  write: (views: SavedViewWrites) => Work<SavedViewRecord>,
): Promise<Acted<SavedView>> {
  const { done, actId } = await act(
    workspace,
    ({ name }: SavedViewRecord) => ({ kind: "view", title: `View “${name}” ${what}` }),
    ({ savedViews }) => write(savedViews),
  );
  return { done: withVersion("savedView", done), actId };
}
