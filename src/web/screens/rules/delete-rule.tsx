import { useMutation } from "@tanstack/react-query";
import type { Rule } from "#shared/contract/rule.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { deleteRule } from "#web/api/rules.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Asks before deleting a rule; closed when null. */
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
          All leads are rescored without “<bdi>{shown?.name}</bdi>”. Statuses set manually stay. You can undo this for
          90 days.
        </>
      }
      confirmLabel="Delete rule"
      onConfirm={() => void confirm()}
    />
  );
}
