import { useMutation } from "@tanstack/react-query";
import type { Rule } from "#shared/contract/rule.ts";
import { useReport } from "#web/actions/use-report.ts";
import { deleteRule } from "#web/api/rules.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

/** Asks before deleting a rule; closed when null. */
export function DeleteRule({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const { mutateAsync } = useMutation(deleteRule);
  const report = useReport();
  const shown = useLastShown(rule);
  const confirm = async (): Promise<void> => {
    if (rule === null) return;
    await report(mutateAsync(rule.id), { done: "Rule deleted successfully", failed: "Failed to delete rule" });
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
