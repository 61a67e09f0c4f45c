import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { MailboxTestResult, MailboxUpdate } from "#shared/contract/mailbox.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { testMailbox } from "#web/api/mailbox.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { MailboxFields, type MailboxValues } from "#web/screens/gmail/mailbox-fields.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Tests the sign-in with the form's values; a blank password uses the stored one. Shows the server's message. */
export function useTestMailbox(form: UseFormReturn<MailboxValues, unknown, MailboxUpdate>): {
  run: () => Promise<void>;
  isTesting: boolean;
  outcome: MailboxTestResult | null;
} {
  const { mutateAsync, isPending, data, reset } = useMutation(testMailbox);

  // A test result is outdated once the form changes.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: reset }), [form, reset]);

  const run = async (): Promise<void> => {
    if (!(await form.trigger())) return;
    try {
      const { success, message } = await mutateAsync({ body: MailboxFields.parse(form.getValues()) });
      if (success) toast.success(message);
      else toast.error(message);
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(detailOf(error));
    }
  };
  return { run, isTesting: isPending, outcome: data ?? null };
}
