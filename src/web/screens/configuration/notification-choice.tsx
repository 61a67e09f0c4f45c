import type { UseFormReturn } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { SwitchField } from "#web/ui/fields/fields.tsx";

const KINDS: readonly { name: keyof Configuration; label: string; hint?: string }[] = [
  {
    name: "notifyLeadsToReview",
    label: "Leads and emails to review",
    hint: "Qualified leads, unclear emails and possible duplicates.",
  },
  { name: "notifyNextSteps", label: "Next steps", hint: "When a lead's next step is due." },
  { name: "notifySourceFailures", label: "Failing sources" },
  { name: "notifyMailboxFailures", label: "Mailbox failures" },
  { name: "notifyReportFailures", label: "Email failures", hint: "Includes reports." },
  {
    name: "notifyRemovals",
    label: "Upcoming removals",
    hint: `Old leads, ${LIMITS.settings.retentionNoticeDays} days before they're deleted.`,
  },
];

export function NotificationChoice({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  return (
    <Card title="Notifications">
      <div className="flex flex-col gap-4">
        {KINDS.map(({ name, label, hint }) => (
          <SwitchField key={name} label={label} hint={hint} {...form.register(name)} />
        ))}
      </div>
    </Card>
  );
}
