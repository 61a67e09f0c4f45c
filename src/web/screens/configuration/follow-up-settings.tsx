import type { UseFormReturn } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";

const { attempts, days, signatureLength, perHour } = LIMITS.followUp;

/** How leads are asked for what is missing. */
export function FollowUpSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <Card
      title="Follow-up"
      description="How leads are asked by e-mail for what is missing. Answers are found where mail to the From address of Email Settings arrives in a mailbox that is read."
    >
      <div className="flex flex-col gap-6">
        <ToggleField
          label="Send questions automatically"
          hint={`To leads that come in from now on, except from websites and imported files, and again to everybody who was asked and has not answered, at most ${perHour} messages an hour. While this is off, questions wait in the lead for you to send them.`}
        >
          {(props) => <Switch {...props} {...register("followUpAutomatic")} />}
        </ToggleField>
        <Field
          label="Attempts"
          required
          error={errors.followUpAttempts?.message}
          hint={`How often a lead is asked in all, ${attempts.min} to ${attempts.max}. An answer, a bounce, an unsubscribe or a decision about the lead ends it sooner.`}
        >
          {(props) => (
            <Input
              {...props}
              {...register("followUpAttempts")}
              type="number"
              inputMode="numeric"
              min={attempts.min}
              max={attempts.max}
              className="max-w-32"
            />
          )}
        </Field>
        <Field
          label="Days between attempts"
          required
          error={errors.followUpDays?.message}
          hint={`${days.min} to ${days.max}.`}
        >
          {(props) => (
            <Input
              {...props}
              {...register("followUpDays")}
              type="number"
              inputMode="numeric"
              min={days.min}
              max={days.max}
              className="max-w-32"
            />
          )}
        </Field>
        <Field
          label="Signature"
          error={errors.followUpSignature?.message}
          hint="The name under the message. Empty, it is the From address of Email Settings."
        >
          {(props) => (
            <Input {...props} {...register("followUpSignature")} maxLength={signatureLength} className="max-w-96" />
          )}
        </Field>
      </div>
    </Card>
  );
}
