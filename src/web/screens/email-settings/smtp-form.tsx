import { useMutation } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { useEffect } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { ConnectionTest } from "#shared/contract/data-source.ts";
import type { EmailSettings } from "#shared/contract/email-settings.ts";
import type { MailSignIn } from "#shared/contract/mail-sign-in.ts";
import { MAIL_PROVIDER_FACTS, type SignInMethod } from "#shared/mail-providers.ts";
import { SignInField } from "#web/actions/mail-sign-in/sign-in-field.tsx";
import { useChooseSignedIn } from "#web/actions/mail-sign-in/use-mail-sign-in.ts";
import { useAction } from "#web/actions/use-action.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { createEmailSettings, testEmailSettings, updateEmailSettings } from "#web/api/email-settings.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { FormSecret } from "#web/forms/form-secret.tsx";
import type { Provider } from "#web/screens/email-settings/provider-card.tsx";
import { useReportTimes } from "#web/screens/email-settings/report-times.ts";
import {
  noPassword,
  SERVER_FIELDS,
  type SmtpChecked,
  SmtpFields,
  smtpValues,
  type SmtpValues,
} from "#web/screens/email-settings/smtp-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberField, SelectField, SwitchField, TextField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface SmtpFormProps {
  /** Null for new settings. */
  settings: EmailSettings | null;
  /** The provider just chosen, to fill in host and port. */
  provider: Provider | null;
  onProviderTaken: () => void;
  /** The provider that someone has just signed in to. */
  signedIn: MailSignIn | null;
}

export function SmtpForm({ settings, provider, onProviderTaken, signedIn }: SmtpFormProps) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: "email-settings",
    noun: "emailSettings",
    record: settings,
    valuesOf: smtpValues,
    schema: SmtpFields,
    secrets: ["password"],
  });
  const { handleSubmit, setValue, setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const { leaves, clock } = useReportTimes();
  const creating = useAction(createEmailSettings);
  const updating = useAction(updateEmailSettings);
  const save = (checked: SmtpChecked): Promise<boolean> => {
    const body = { ...checked, version: concurrent.version };
    const ending = {
      done: `Email settings ${settings === null ? "saved" : "updated"} successfully`,
      failed: `Failed to ${settings === null ? "save" : "update"} email settings`,
      onDone: ({ data: saved }: { data: EmailSettings }) => form.reset(smtpValues(saved)),
      onFailed: (error: unknown) => concurrent.failed(error, SERVER_FIELDS),
    };
    return settings === null
      ? creating.run({ body }, ending)
      : updating.run({ params: { id: settings.id }, body }, ending);
  };
  const test = useTestEmail(settings, form);
  const [method, fromEmail] = useWatch({ control: form.control, name: ["signIn", "fromEmail"] });
  const choose = (chosen: SignInMethod, account: string): void => {
    setValue("signIn", chosen, { shouldDirty: true });
    setValue("password", chosen === "password" ? noPassword(settings?.signIn === "password" ? settings : null) : null);
    if (chosen === "password") return;
    const { host, port } = MAIL_PROVIDER_FACTS[chosen].smtp;
    setValue("smtpHost", host, { shouldDirty: true });
    setValue("smtpPort", String(port), { shouldDirty: true });
    if (account !== "") setValue("username", account, { shouldDirty: true });
    if (account !== "" && fromEmail === "") setValue("fromEmail", account, { shouldDirty: true });
  };
  useChooseSignedIn(signedIn, choose);

  useEffect(() => {
    if (provider === null) return;
    setValue("smtpHost", provider.smtpHost, { shouldDirty: true, shouldValidate: true });
    setValue("smtpPort", String(provider.smtpPort), { shouldDirty: true, shouldValidate: true });
    setFocus("username");
    onProviderTaken();
  }, [provider, setValue, setFocus, onProviderTaken]);

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-5">
      {draft.notice}
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField label="SMTP host" required {...field("smtpHost")} placeholder="smtp.example.com" literal />
        <NumberField label="SMTP port" required {...field("smtpPort")} bounds={{ min: 1, max: 65_535 }} />
      </div>
      <SignInField method={method} password="Password" error={errors.signIn?.message} onChoose={choose} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Username" required {...field("username")} placeholder="you@example.com" literal />
        {method === "password" && (
          <FormSecret
            control={form.control}
            name="password"
            label="Password"
            required
            isSaved={settings?.hasPassword ?? false}
          />
        )}
      </div>
      <TextField
        label="From email"
        required
        {...field("fromEmail")}
        type="email"
        placeholder="reports@example.com"
        autoComplete="off"
      />
      <TextField
        label="Recipient emails"
        required
        hint="Separated by commas."
        {...field("recipientEmailsText")}
        inputMode="email"
        placeholder="sales@example.com, boss@example.com"
        literal
      />
      <SelectField
        label="Report frequency"
        required
        hint={`In ${clock}.`}
        {...field("reportFrequency")}
        options={Object.entries(leaves).map(([value, label]) => ({ value, label }))}
      />
      <SwitchField
        label="Active"
        hint="When off, no reports, digests, follow-ups or invitations are sent."
        {...form.register("isActive")}
      />
      {test.outcome !== null && (
        <Notice
          tone={test.outcome.valid ? "success" : "danger"}
          title={test.outcome.valid ? "Connection successful" : "Connection failed"}
        >
          <p>{test.outcome.message}</p>
        </Notice>
      )}
      {concurrent.notice}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-5">
        <Button
          icon={<PlugZap aria-hidden />}
          busy={test.isTesting}
          busyLabel="Testing..."
          onClick={(event) => void handleSubmit(test.run)(event)}
        >
          Test Connection
        </Button>
        <Button type="submit" variant="primary" busy={isSubmitting && !test.isTesting} busyLabel="Saving...">
          Save Settings
        </Button>
      </div>
    </form>
  );
}

/** Tests the sign-in to the mail server with the form's values; a blank password uses the stored one. */
function useTestEmail(
  settings: EmailSettings | null,
  form: UseFormReturn<SmtpValues, unknown, SmtpChecked>,
): { run: (checked: SmtpChecked) => Promise<void>; isTesting: boolean; outcome: ConnectionTest | null } {
  const { mutateAsync, isPending, data, reset } = useMutation(testEmailSettings);

  // A test result is outdated once the form changes.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: reset }), [form, reset]);

  const run = async (checked: SmtpChecked): Promise<void> => {
    const { reportFrequency: _when, isActive: _switch, ...connection } = checked;
    try {
      const body = { ...connection, ...(settings !== null && { id: settings.id }) };
      const { valid, message } = await mutateAsync({ body });
      if (valid) toast({ title: "Success", description: "Email connection test successful", detail: message });
      else toast.error("Email connection test failed", message);
    } catch (error) {
      showFieldErrors(form, error, SERVER_FIELDS);
      toast.error("Failed to test email connection", detailOf(error));
    }
  };
  return { run, isTesting: isPending, outcome: data ?? null };
}
