import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { FieldValuesPatch } from "#shared/contract/leads/lead-field.ts";
import type { BulkResult, LeadSelection } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import {
  cancelBulkActions,
  deleteLeads,
  setFieldsOfLeads,
  setOwnerOfLeads,
  setStatusOfLeads,
} from "#web/api/leads/bulk-leads.ts";
import { tagLeads } from "#web/api/leads/tags.ts";
import { bulkNotice } from "#web/actions/bulk-words.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

export interface TagChange {
  add: string[];
  remove: string[];
}

export interface BulkActions {
  decide: (selection: LeadSelection, status: LeadStatus) => Promise<void>;
  /** Null unassigns them. */
  assign: (selection: LeadSelection, ownerId: string | null) => Promise<void>;
  tag: (selection: LeadSelection, change: TagChange) => Promise<void>;
  /** Null clears a custom field. */
  setFields: (selection: LeadSelection, fields: FieldValuesPatch) => Promise<void>;
  remove: (selection: LeadSelection) => Promise<void>;
  /** Cancels the running action; completed changes stay and can be undone. */
  cancel: () => void;
  running: boolean;
}

/** Bulk actions, with one Undo for all leads. `onDone` is called when the server has finished. */
export function useBulkActions(onDone: () => void): BulkActions {
  const deciding = useMutation(setStatusOfLeads);
  const assigning = useMutation(setOwnerOfLeads);
  const deleting = useMutation(deleteLeads);
  const tagging = useMutation(tagLeads);
  const settingFields = useMutation(setFieldsOfLeads);
  const canceling = useMutation(cancelBulkActions);
  const undoAction = useUndo();

  // A double click arrives before the bar updates.
  const isRunning = useRef(false);

  const run = async (
    selection: LeadSelection,
    change: () => Promise<BulkResult>,
    done: string,
    failure: string,
  ): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      const result = await change();
      const named = "ids" in selection ? selection.ids.length : null;
      toast({ ...bulkNotice(result, done, named), action: undoAction(result.actId) });
      onDone();
    } catch (error) {
      toast.error(failure, detailOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return {
    decide: (selection, status) =>
      run(selection, () => deciding.mutateAsync({ body: { selection, status } }), "updated", "Failed to update leads"),
    assign: (selection, ownerId) =>
      run(
        selection,
        () => assigning.mutateAsync({ body: { selection, ownerId } }),
        ownerId === null ? "unassigned" : "assigned",
        "Failed to assign leads",
      ),
    tag: (selection, change) =>
      run(
        selection,
        () => tagging.mutateAsync({ body: { selection, ...change } }),
        "updated",
        "Failed to update leads",
      ),
    setFields: (selection, fields) =>
      run(
        selection,
        () => settingFields.mutateAsync({ body: { selection, fields } }),
        "updated",
        "Failed to update leads",
      ),
    remove: (selection) =>
      run(selection, () => deleting.mutateAsync({ body: { selection } }), "deleted", "Failed to delete leads"),
    cancel: () => canceling.mutate(),
    running:
      deciding.isPending || assigning.isPending || tagging.isPending || settingFields.isPending || deleting.isPending,
  };
}
