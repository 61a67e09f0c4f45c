import { useMutation } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { EmailSettings } from "#shared/contract/email-settings.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { createEmailSettings, updateEmailSettings } from "#web/api/email-settings.ts";
import type { useConcurrentChange } from "#web/forms/concurrent-change.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import {
  SERVER_FIELDS,
  type SmtpChecked,
  smtpValues,
  type SmtpValues,
} from "#web/screens/email-settings/smtp-fields.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Updates the stored settings or creates the first ones. */
export function useSaveSettings(
  settings: EmailSettings | null,
  form: UseFormReturn<SmtpValues, unknown, SmtpChecked>,
  { version, refused }: Pick<ReturnType<typeof useConcurrentChange>, "version" | "refused">,
): (checked: SmtpChecked) => Promise<void> {
  const { mutateAsync: create } = useMutation(createEmailSettings);
  const { mutateAsync: update } = useMutation(updateEmailSettings);
  const undoAction = useUndo();
  return async (checked) => {
    try {
      const { data: saved, actId } =
        settings === null
          ? await create({ body: { ...checked, version } })
          : await update({ params: { id: settings.id }, body: { ...checked, version } });
      form.reset(smtpValues(saved));
      toast.success(`Email settings ${settings === null ? "saved" : "updated"} successfully`, undoAction(actId));
    } catch (error) {
      refused(error);
      showFieldErrors(form, error, SERVER_FIELDS);
      toast.error(`Failed to ${settings === null ? "save" : "update"} email settings`, detailOf(error));
    }
  };
}
