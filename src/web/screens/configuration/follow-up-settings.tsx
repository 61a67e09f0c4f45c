import type { UseFormReturn } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { NumberField, SwitchField, TextField } from "#web/ui/fields/fields.tsx";

const { attempts, days, signatureLength, perHour } = LIMITS.followUp;

export function FollowUpSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const field = fieldsOf(form);
  return (
    <Card title="Follow-up" description="Email leads to ask for missing details.">
      <div className="flex flex-col gap-6">
        <SwitchField
          label="Send questions automatically"
          hint="For new leads, except scraped or imported ones."
          {...form.register("followUpAutomatic")}
        />
        <TextField
          label="Signature"
          hint="Leave empty to sign with the From email."
          {...field("followUpSignature")}
          maxLength={signatureLength}
          className="max-w-96"
        />
      </div>
    </Card>
  );
}

/** How often and how fast follow-ups repeat. */
export function FollowUpTiming({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const field = fieldsOf(form);
  return (
    <Card title="Follow-up timing" description={`At most ${perHour} emails an hour.`}>
      <div className="flex flex-col gap-6">
        <NumberField
          label="Attempts"
          required
          hint="Stops after a reply, bounce, unsubscribe or decision."
          {...field("followUpAttempts")}
          bounds={attempts}
          className="max-w-32"
        />
        <NumberField
          label="Days between attempts"
          required
          {...field("followUpDays")}
          bounds={days}
          className="max-w-32"
        />
      </div>
    </Card>
  );
}
