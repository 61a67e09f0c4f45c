import type { ChatAction } from "#shared/contract/chat.ts";
import { counted } from "#shared/counted.ts";
import { useBulkActions } from "#web/actions/use-bulk-actions.ts";
import { useExportLeads } from "#web/actions/use-export-leads.ts";
import { useNextStep } from "#web/actions/use-next-step.ts";
import { useLeadStatusAction } from "#web/actions/use-lead-status-action.ts";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { useSyncMailbox } from "#web/actions/use-sync-mailbox.ts";
import { undoneWords } from "#web/actions/undone-words.ts";
import { useAction } from "#web/actions/use-action.ts";
import { addComment } from "#web/api/leads/comments.ts";
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
  const commenting = useAction(addComment);
  const creatingRule = useAction(createRule);
  const updatingRule = useAction(updateRule);
  const updatingSettings = useAction(updateSettings);
  const updatingEmail = useAction(updateEmailSettings);
  const updatingSource = useAction(updateDataSource);
  const updatingTarget = useAction(updateScrapeTarget);
  const scraping = useAction(scrapeTarget);
  const undoing = useAction(undoAct);
  const undoNow = (actId: string): Promise<boolean> =>
    undoing.run(
      { params: { id: actId } },
      { failed: "Failed to undo the change", onDone: (undone) => toast(undoneWords(undone)) },
    );
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
        await exportLeads({ filter: action.filter });
        return undefined;
      case "report":
        return sendReport();
      case "sync":
        return syncLeads();
      case "sync_mailbox":
        return checkMailbox();
      case "rule":
        return creatingRule.run({ body: action.rule }, saved("Rule created successfully"));
      case "rule_change":
        return updatingRule.run(changeOf(action), saved("Rule updated successfully"));
      case "settings":
        return updatingSettings.run({ body: action.change }, saved("Settings saved"));
      case "email_settings":
        return updatingEmail.run(changeOf(action), saved("Email settings saved"));
      case "data_source":
        return updatingSource.run(changeOf(action), saved("Data source updated successfully"));
      case "scrape_target":
        return updatingTarget.run(changeOf(action), saved("Target updated successfully"));
      case "scrape":
        await scraping.run(
          { params: { id: action.id } },
          { done: ({ leadsFound }) => `${counted(leadsFound, "new lead")} found`, failed: "Failed to scrape" },
        );
        return undefined;
      case "delete":
        return remove(action.selection);
      case "undo":
        return undoNow(action.actId);
      case "next_step":
        await setNextStep(action.leadId, action.step);
        return undefined;
      case "comment":
        return commenting.run(
          { params: { id: action.leadId }, body: { text: action.text } },
          { done: "Comment added", failed: "Failed to save the comment" },
        );
    }
  };
}

function saved(done: string) {
  return { done, failed: "Failed to save the change" };
}

function changeOf<Change>({ id, change }: { id: string; change: Change }) {
  return { params: { id }, body: change };
}
