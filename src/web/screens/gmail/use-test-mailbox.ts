import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { MailboxTestResult, MailboxUpdate } from "#shared/contract/mailbox.ts";
import { detailOf } from "#web/api/api-error.ts";
import { testMailbox } from "#web/api/mailbox.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { MailboxFields, type MailboxValues, SERVER_FIELDS } from "#web/screens/gmail/mailbox-fields.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Tries to sign in with what is typed, and the saved password where none is. The server's message is the notice. */
export function useTestMailbox(form: UseFormReturn<MailboxValues, unknown, MailboxUpdate>): {
  run: () => Promise<void>;
  isTesting: boolean;
  outcome: MailboxTestResult | null;
} {
  const { mutateAsync, isPending, data, reset } = useMutation(testMailbox);

  // An outcome speaks of what was tried, not of what is typed since.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: reset }), [form, reset]);

  const run = async (): Promise<void> => {
    if (!(await form.trigger())) return;
    const { email, appPassword, labels, server } = MailboxFields.parse(form.getValues());
    try {
      const { success, message } = await mutateAsync({
        email,
        labels,
        server,
        ...(appPassword !== undefined && { appPassword }),
      });
      if (success) toast.success(message);
      else toast.error(message);
    } catch (error) {
      showFieldErrors(form, error, SERVER_FIELDS);
      toast.error(detailOf(error));
    }
  };
  return { run, isTesting: isPending, outcome: data ?? null };
}
