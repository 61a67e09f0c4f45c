import { useMutation } from "@tanstack/react-query";
import type { ChatAction } from "#shared/contract/chat.ts";
import { useBulkActions } from "#web/actions/use-bulk-actions.ts";
import { useExportLeads } from "#web/actions/use-export-leads.ts";
import { useNextStep } from "#web/actions/use-next-step.ts";
import { useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { saveComment } from "#web/api/leads/comments.ts";
import { createRule, updateRule } from "#web/api/rules.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

const STATUSES = { approve: "approved", reject: "rejected", qualify: "qualified" } as const;

/** Does what an action's button says, as the screens do: with a notice, and Undo where they have one. */
export function useChatAction(): (action: ChatAction) => Promise<void> {
  const setStatus = useLeadStatusAction();
  const { decide, assign, tag, setFields } = useBulkActions(() => {});
  const { run: exportLeads } = useExportLeads();
  const { run: sendReport } = useSendReport();
  const { run: syncLeads } = useSyncLeads();
  const { run: setNextStep } = useNextStep();
  const { mutateAsync: comment } = useMutation(saveComment);
  const { mutateAsync: create } = useMutation(createRule);
  const { mutateAsync: update } = useMutation(updateRule);
  const undoAction = useUndo();
  const changeRule = async (change: () => Promise<{ actId: string | null }>, done: string): Promise<void> => {
    try {
      toast.success(done, undoAction((await change()).actId));
    } catch (error) {
      toast.error("Failed to save the rule", detailOf(error));
    }
  };
  const addComment = async (leadId: string, text: string): Promise<void> => {
    try {
      await comment({ leadId, text });
      toast.success("Comment added");
    } catch (error) {
      toast.error("Failed to save the comment", detailOf(error));
    }
  };
  return async (action) => {
    switch (action.kind) {
      case "approve":
      case "reject":
      case "qualify":
        return setStatus(action.leadId, STATUSES[action.kind]);
      case "bulk_status":
        return decide(action.selection, action.status);
      case "bulk_owner":
        return assign(action.selection, action.ownerId);
      case "bulk_tags":
        return tag(action.selection, { add: action.add, remove: action.remove });
      case "bulk_fields":
        return setFields(action.selection, action.fields);
      case "export":
        return exportLeads({ filter: action.filter });
      case "report":
        return sendReport();
      case "sync":
        return syncLeads();
      case "rule":
        return changeRule(() => create(action.rule), "Rule created successfully");
      case "rule_switch":
        return changeRule(
          () => update({ id: action.ruleId, change: { isActive: action.isActive } }),
          "Rule updated successfully",
        );
      case "rule_weight":
        return changeRule(
          () => update({ id: action.ruleId, change: { scoreWeight: action.scoreWeight } }),
          "Rule updated successfully",
        );
      case "next_step":
        await setNextStep(action.leadId, action.step);
        return undefined;
      case "comment":
        return addComment(action.leadId, action.text);
    }
  };
}
