import { useMutation } from "@tanstack/react-query";
import type { Rule } from "#shared/contract/rule.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteRule } from "#web/api/rules.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Asks before a rule is deleted; null asks nothing. */
export function DeleteRule({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const { mutateAsync } = useMutation(deleteRule);
  const undoAction = useUndo();
  const shown = useLastShown(rule);
  const confirm = async (): Promise<void> => {
    if (rule === null) return;
    try {
      const { actId } = await mutateAsync(rule.id);
      toast.success("Rule deleted successfully", undoAction(actId));
    } catch (error) {
      toast.error("Failed to delete rule", detailOf(error));
    }
  };
  return (
    <ConfirmDialog
      open={rule !== null}
      onOpenChange={onClose}
      title="Delete this rule?"
      description={
        <>
          “<bdi>{shown?.name}</bdi>” goes, and its points leave every lead’s score at once. Leads that fall below the
          threshold are no longer qualified, unless a person decided about them. It can be taken back for 90 days.
        </>
      }
      confirmLabel="Delete Rule"
      onConfirm={() => void confirm()}
    />
  );
}
