import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { SavedView, SavedViewUpdate } from "#shared/contract/leads/saved-view.ts";
import { useAction } from "#web/actions/use-action.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { type ApiError, detailOf, isStale } from "#web/api/connection/api-error.ts";
import { deleteLeadView, leadViewsQuery, moveLeadView, updateLeadView } from "#web/api/leads/lead-views.ts";
import { sessionQuery } from "#web/api/session.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import type { ViewInAddress } from "#web/screens/leads/use-leads-view.ts";
import {
  type ActiveView,
  activeView,
  hrefOfSaved,
  MY_LEADS,
  placeAfterStep,
  queryOfView,
} from "#web/screens/leads/views/active-view.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

export interface Views {
  all: readonly SavedView[];
  active: ActiveView | null;
  /** The selected view isn't known yet. */
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  /** The list's current state. */
  query: string;
  /** Without accounts, every view is shared. */
  hasAccounts: boolean;
  /** The view being named: a new one, or one to rename. */
  named: SavedView | "new" | null;
  setNamed: (named: SavedView | "new" | null) => void;
  /** The active view as opened: what the changes shown are based on. */
  opened: SavedView | null;
  /** The error if someone else changed the active view since. */
  contested: ApiError | null;
  setContested: (error: ApiError | null) => void;
  /** Shows a view as saved; null shows all leads. */
  open: (saved: SavedView | null) => void;
  /** Keeps the list as it is, as this view's state. */
  select: (id: string) => void;
  /** Overwrites a view with the list's current state. */
  save: (saved: SavedView) => Promise<void>;
  share: (saved: SavedView, isShared: boolean) => Promise<void>;
  move: (saved: SavedView, step: 1 | -1) => Promise<void>;
  remove: (saved: SavedView) => Promise<void>;
}

const NONE: readonly SavedView[] = [];

/** The saved views of the lead list, the active one, and what can be done with them. */
export function useViews(view: LeadsView, change: ViewInAddress["change"]): Views {
  const { data: stored = NONE, isPending, error, refetch } = useQuery(leadViewsQuery);
  const { data: session } = useQuery(sessionQuery);
  const hasAccounts = session?.state === "signed-in";
  const all = useMemo(() => (hasAccounts ? [MY_LEADS, ...stored] : stored), [hasAccounts, stored]);
  const navigate = useNavigate();
  const updating = useMutation(updateLeadView);
  const moving = useAction(moveLeadView);
  const deleting = useAction(deleteLeadView);
  const undoAction = useUndo();
  const [named, setNamed] = useState<SavedView | "new" | null>(null);
  const [contested, setContested] = useState<ApiError | null>(null);
  const active = activeView(all, view);
  const [opened, setOpened] = useState(active?.saved ?? null);
  if (active !== null && active.saved !== opened && (!active.isChanged || active.saved.id !== opened?.id)) {
    setOpened(active.saved);
  }
  const query = queryOfView(view);

  const update = async (id: string, patch: SavedViewUpdate): Promise<ApiError | null> => {
    try {
      const { actId } = await updating.mutateAsync({ params: { id }, body: patch });
      toast.success("View updated successfully", undoAction(actId));
    } catch (failure) {
      if (isStale(failure)) return failure;
      toast.error("Failed to update view", detailOf(failure));
    }
    return null;
  };
  return {
    all,
    active,
    isPending: isPending && view.saved !== "",
    error,
    retry: () => void refetch(),
    query,
    hasAccounts,
    named,
    setNamed,
    opened,
    contested,
    setContested,
    open: (saved) => void navigate(hrefOfSaved(saved)),
    select: (id) => change({ saved: id }),
    save: async ({ id, version }) => setContested(await update(id, { query, version })),
    share: async ({ id }, isShared) => void (await update(id, { isShared })),
    async move({ id }, step) {
      const before = placeAfterStep(all, id, step);
      if (before !== undefined) await moving.run({ id, before }, { failed: "Failed to move view" });
    },
    async remove({ id }) {
      const isOpen = view.saved === id;
      if (isOpen) change({ saved: "" }, { replace: true });
      await deleting.run(
        { params: { id } },
        {
          done: "View deleted successfully",
          failed: "Failed to delete view",
          onFailed: () => isOpen && change({ saved: id }, { replace: true }),
        },
      );
    },
  };
}
