import type { Rule, RuleCheck } from "#shared/contract/rule.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import { RuleForm } from "#web/screens/rules/form/rule-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

interface RuleDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  rules: readonly Rule[];
  checks: readonly RuleCheck[];
  onClose: () => void;
}

/** Creates or edits a rule. The form resets each time it opens. */
export function RuleDialog({ subject, rules, checks, onClose }: RuleDialogProps) {
  const { isOpen, shown } = useDialogThing(subject, rules, onClose);
  const rule = shown === "new" ? null : shown;
  return (
    <Dialog
      wide
      open={isOpen}
      onOpenChange={onClose}
      title={rule === null ? "Create rule" : "Edit rule"}
      description="Saving rescores all leads."
    >
      <RuleForm
        rule={rule}
        rules={rules}
        checks={checks.filter(({ ruleId }) => ruleId === rule?.id)}
        onDone={onClose}
      />
    </Dialog>
  );
}
