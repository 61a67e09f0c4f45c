import type { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/saved-view.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/store/act.ts";
import type { SavedViewWrites } from "#server/store/saved-views.ts";
import type { Work } from "#server/store/work.ts";
import { act } from "#server/workflows/journal/act.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Saves a view of the lead list. Throws too_many_views. */
export async function saveView(workspace: Workspace, view: NewSavedView): Promise<Acted<SavedView>> {
  const createdAt = workspace.clock().toISOString();
  return changeViews(workspace, "saved", (views) => views.create({ ...view, createdAt }));
}

/** Renames a view or gives it other filters, order and columns. Throws not_found. */
export async function changeView(workspace: Workspace, id: string, patch: SavedViewUpdate): Promise<Acted<SavedView>> {
  return changeViews(workspace, "changed", function* (views) {
    const view = yield* views.update(id, definedFields(patch));
    if (view === null) throw notFound("view");
    return view;
  });
}

/** Deletes a view; the leads it showed stay as they are. Throws not_found. */
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
  write: (views: SavedViewWrites) => Work<SavedView>,
): Promise<Acted<SavedView>> {
  const acted = await act(
    workspace,
    ({ name }: SavedView) => ({ kind: "view", title: `View “${name}” ${what}` }),
    ({ savedViews }) => write(savedViews),
  );
  workspace.feed.changed(["lead-views"]);
  return acted;
}
