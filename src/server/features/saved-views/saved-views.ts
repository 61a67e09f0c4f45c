import type { NewSavedView, SavedView, SavedViewUpdate } from "#shared/contract/leads/saved-view.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { AppError, conflict, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { mayChangeRow, type Undoer } from "#server/db/engine/table.ts";
import type { SavedViewRecord, SavedViewWrites } from "#server/db/system/saved-views.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { act, refuseStale, withVersion } from "#server/features/journal/act.ts";
import type { Workspace } from "#server/workspace.ts";

/** Who reads or changes views. */
export type ViewUser = Required<Undoer>;

/** The shared views and the user's own, in the order of their tabs. */
export async function listViews({ store }: Pick<Workspace, "store">, user: ViewUser): Promise<SavedView[]> {
  return (await store.savedViews.list(user.userId)).map((view) => shownTo(user, view));
}

/** Saves a view of the lead list. Throws too_many_views and no_account (409). */
export async function saveView(workspace: Workspace, user: ViewUser, view: NewSavedView): Promise<Acted<SavedView>> {
  const { name, query, isShared = true } = view;
  if (!isShared) requireAccount(user);
  const createdAt = workspace.clock().toISOString();
  return changeViews(workspace, user, "saved", (views) =>
    views.create({ name, query, isShared, createdAt, accountId: user.userId, position: null }),
  );
}

/**
 * Renames or moves a view, changes its filters, order and columns, or who sees it. Throws not_found, not_allowed (403),
 * too_many_views, no_account and stale.
 */
export async function changeView(
  workspace: Workspace,
  user: ViewUser,
  id: string,
  patch: SavedViewUpdate,
): Promise<Acted<SavedView>> {
  const { version, before, ...change } = patch;
  const acted = await changeViews(workspace, user, "changed", function* (views) {
    const current = yield* changeableView(views, user, id);
    refuseStale({ noun: "savedView", table: "saved_views", key: id, record: current, version });
    if (before !== undefined) yield* views.move(id, before);
    return (yield* views.update(id, { ...definedFields(change), ...hiding(user, current, change) })) ?? current;
  });
  // The history doesn't list moves.
  if (before !== undefined) workspace.feed.changed(["lead-views"]);
  return acted;
}

/** Deletes a view; its leads stay. Throws not_found and not_allowed (403). */
export async function deleteView(workspace: Workspace, user: ViewUser, id: string): Promise<Acted<SavedView>> {
  return changeViews(workspace, user, "deleted", function* (views) {
    const view = yield* changeableView(views, user, id);
    yield* views.remove(id);
    return view;
  });
}

/** To others, a personal view doesn't exist. */
function* changeableView(views: SavedViewWrites, user: ViewUser, id: string): Work<SavedViewRecord> {
  const view = yield* views.get(id);
  if (view === null || !(view.isShared || view.accountId === user.userId)) throw notFound("view");
  if (mayChange(user, view)) return view;
  throw new AppError("not_allowed", 403, "Only its creator or an owner can change this view. Save a copy instead.");
}

/** Makes a view personal. One without a creator becomes the user's. */
function hiding(
  user: ViewUser,
  view: SavedViewRecord,
  { isShared }: Pick<SavedViewUpdate, "isShared">,
): { accountId?: string | null } {
  if (isShared !== false || !view.isShared) return {};
  requireAccount(user);
  if (mayHide(user, view)) return { accountId: user.userId };
  throw new AppError("not_allowed", 403, "Only its creator can make this view personal.");
}

function mayChange(user: ViewUser, { accountId, isShared }: SavedViewRecord): boolean {
  return mayChangeRow({ accountId, orOwners: isShared }, user);
}

function mayHide(user: ViewUser, view: SavedViewRecord): boolean {
  return user.userId !== null && mayChange(user, view) && [null, user.userId].includes(view.accountId);
}

function requireAccount({ userId }: ViewUser): void {
  if (userId === null) throw conflict("no_account", "Personal views need an account. Create one under Account first.");
}

function shownTo(user: ViewUser, view: SavedViewRecord): SavedView {
  const { accountId: _creator, position: _position, ...shown } = view;
  return { ...withVersion("savedView", shown), mayChange: mayChange(user, view), mayHide: mayHide(user, view) };
}

async function changeViews(
  workspace: Workspace,
  user: ViewUser,
  what: string,
  write: (views: SavedViewWrites) => Work<SavedViewRecord>,
): Promise<Acted<SavedView>> {
  const { done, actId } = await act(
    workspace,
    // Everyone reads the history.
    ({ name, isShared }: SavedViewRecord) => ({
      kind: "view",
      title: isShared ? `View “${name}” ${what}` : `Personal view ${what}`,
    }),
    ({ savedViews }) => write(savedViews),
  );
  return { done: shownTo(user, done), actId };
}
