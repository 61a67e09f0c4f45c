import type { UseFormReturn } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { ToggleField } from "#web/ui/field.tsx";
import { Switch } from "#web/ui/switch.tsx";

const KINDS = [
  {
    name: "notifyLeadsToReview",
    label: "Leads to review",
    hint: "Qualified leads and possible duplicates that wait for a person's word.",
  },
  {
    name: "notifySourceFailures",
    label: "Failing sources",
    hint: "A data source or a scrape target that could not be read.",
  },
  { name: "notifyMailboxFailures", label: "Mailbox", hint: "The mailbox of Gmail Integration cannot be reached." },
  {
    name: "notifyReportFailures",
    label: "Reports",
    hint: "Outgoing e-mail fails, or a report could not be sent.",
  },
  {
    name: "notifyRemovals",
    label: "Removals ahead",
    hint: `Old leads that will be removed, ${LIMITS.settings.retentionNoticeDays} days before.`,
  },
] as const satisfies { name: keyof Configuration; label: string; hint: string }[];

export function NotificationChoice({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  return (
    <Card title="Notifications" description="What the bell in the header tells of, until it is mended.">
      <div className="flex flex-col gap-4">
        {KINDS.map(({ name, label, hint }) => (
          <ToggleField key={name} label={label} hint={hint}>
            {(props) => <Switch {...props} {...form.register(name)} />}
          </ToggleField>
        ))}
      </div>
    </Card>
  );
}
