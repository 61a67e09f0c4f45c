import type { Rule } from "#shared/contract/rule.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import { RuleForm } from "#web/screens/rules/rule-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";

interface RuleDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  rules: readonly Rule[];
  onClose: () => void;
}

/** Creates or edits a rule. Its form is made anew each time it opens: blank, or filled with the rule. */
export function RuleDialog({ subject, rules, onClose }: RuleDialogProps) {
  const asked = useDialogThing(subject, rules, onClose);
  const shown = useLastShown(asked);
  const isNew = shown === "new";
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={onClose}
      title={isNew ? "Create Rule" : "Edit Rule"}
      description={isNew ? "Every lead is scored with it at once." : "Every lead is scored again when you save."}
    >
      <RuleForm rule={isNew ? null : shown} onDone={onClose} />
    </Dialog>
  );
}
