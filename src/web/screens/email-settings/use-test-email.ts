import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { ConnectionTest } from "#shared/contract/data-source.ts";
import type { EmailSettings } from "#shared/contract/email-settings.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { testEmailSettings } from "#web/api/email-settings.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { SERVER_FIELDS, type SmtpChecked, type SmtpValues } from "#web/screens/email-settings/smtp-fields.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Tests the sign-in to the mail server with the form's values; a blank password uses the stored one. */
export function useTestEmail(
  settings: EmailSettings | null,
  form: UseFormReturn<SmtpValues, unknown, SmtpChecked>,
): { run: (checked: SmtpChecked) => Promise<void>; isTesting: boolean; outcome: ConnectionTest | null } {
  const { mutateAsync, isPending, data, reset } = useMutation(testEmailSettings);

  // A test result is outdated once the form changes.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: reset }), [form, reset]);

  const run = async (checked: SmtpChecked): Promise<void> => {
    const { reportFrequency: _when, isActive: _switch, ...connection } = checked;
    try {
      const { valid, message } = await mutateAsync({ ...connection, ...(settings !== null && { id: settings.id }) });
      if (valid) toast({ title: "Success", description: "Email connection test successful", detail: message });
      else toast.error("Email connection test failed", message);
    } catch (error) {
      showFieldErrors(form, error, SERVER_FIELDS);
      toast.error("Failed to test email connection", detailOf(error));
    }
  };
  return { run, isTesting: isPending, outcome: data ?? null };
}
