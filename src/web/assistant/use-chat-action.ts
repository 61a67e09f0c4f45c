import { useMutation } from "@tanstack/react-query";
import type { ChatAction } from "#shared/contract/chat.ts";
import { counted } from "#shared/counted.ts";
import { attempt } from "#web/actions/attempt.ts";
import { useBulkActions } from "#web/actions/use-bulk-actions.ts";
import { useExportLeads } from "#web/actions/use-export-leads.ts";
import { useNextStep } from "#web/actions/use-next-step.ts";
import { useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { useSyncMailbox } from "#web/actions/use-sync-mailbox.ts";
import { undoneWords } from "#web/actions/undone-words.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { saveComment } from "#web/api/leads/comments.ts";
import { updateDataSource } from "#web/api/data-sources.ts";
import { updateEmailSettings } from "#web/api/email-settings.ts";
import { undoAct } from "#web/api/journal.ts";
import { createRule, updateRule } from "#web/api/rules.ts";
import { scrapeTarget, updateScrapeTarget } from "#web/api/scrape-targets.ts";
import { updateSettings } from "#web/api/settings.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

const STATUSES = { approve: "approved", reject: "rejected", qualify: "qualified" } as const;

/**
 * Does what an action's button says, as the screens do: with a notice, and Undo where they have one. Resolves to true
 * when a rule, a comment or a setting was saved.
 */
export function useChatAction(): (action: ChatAction) => Promise<boolean | void> {
  const setStatus = useLeadStatusAction();
  const { decide, assign, tag, setFields, remove } = useBulkActions(() => {});
  const { run: exportLeads } = useExportLeads();
  const { run: sendReport } = useSendReport();
  const { run: syncLeads } = useSyncLeads();
  const { run: checkMailbox } = useSyncMailbox();
  const { run: setNextStep } = useNextStep();
  const { mutateAsync: comment } = useMutation(saveComment);
  const { mutateAsync: create } = useMutation(createRule);
  const { mutateAsync: updateOfRule } = useMutation(updateRule);
  const { mutateAsync: updateOfSettings } = useMutation(updateSettings);
  const { mutateAsync: updateOfEmail } = useMutation(updateEmailSettings);
  const { mutateAsync: updateOfSource } = useMutation(updateDataSource);
  const { mutateAsync: updateOfTarget } = useMutation(updateScrapeTarget);
  const { mutateAsync: scrape } = useMutation(scrapeTarget);
  const { mutateAsync: undo } = useMutation(undoAct);
  const undoAction = useUndo();
  const save = async (changed: Promise<{ actId: string | null }>, done: string): Promise<boolean> => {
    try {
      toast.success(done, undoAction((await changed).actId));
      return true;
    } catch (error) {
      toast.error("Failed to save the change", detailOf(error));
      return false;
    }
  };
  const undoNow = (actId: string): Promise<void> =>
    attempt("Failed to undo the change", async () => {
      toast(undoneWords(await undo(actId)));
    });
  const scrapeNow = (id: string): Promise<void> =>
    attempt("Failed to scrape", async () => {
      const { leadsFound } = await scrape(id);
      toast.success(`${counted(leadsFound, "new lead")} found`);
    });
  const addComment = async (leadId: string, text: string): Promise<boolean> => {
    try {
      await comment({ leadId, text });
      toast.success("Comment added");
      return true;
    } catch (error) {
      toast.error("Failed to save the comment", detailOf(error));
      return false;
    }
  };
  return async (action) => {
    switch (action.kind) {
      case "approve":
      case "reject":
      case "qualify":
        return setStatus({ id: action.leadId, status: action.formerStatus }, STATUSES[action.kind]);
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
      case "sync_mailbox":
        return checkMailbox();
      case "rule":
        return save(create(action.rule), "Rule created successfully");
      case "rule_change":
        return save(updateOfRule(action), "Rule updated successfully");
      case "settings":
        return save(updateOfSettings(action.change), "Settings saved");
      case "email_settings":
        return save(updateOfEmail(action), "Email settings saved");
      case "data_source":
        return save(updateOfSource(action), "Data source updated successfully");
      case "scrape_target":
        return save(updateOfTarget(action), "Target updated successfully");
      case "scrape":
        return scrapeNow(action.id);
      case "delete":
        return remove(action.selection);
      case "undo":
        return undoNow(action.actId);
      case "next_step":
        await setNextStep(action.leadId, action.step);
        return undefined;
      case "comment":
        return addComment(action.leadId, action.text);
    }
  };
}
