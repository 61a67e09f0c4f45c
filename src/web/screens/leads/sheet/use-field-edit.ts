import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { ApiError, detailOf } from "#web/api/api-error.ts";
import { updateLead } from "#web/api/leads.ts";
import type { checkLeadField } from "#web/screens/leads/sheet/check-lead-field.ts";
import { toast } from "#web/ui/toast-store.ts";

interface Check {
  checkLeadField: typeof checkLeadField;
}

export interface FieldEdit {
  isEditing: boolean;
  /** What is typed, or on its way to the server; else the lead's. */
  text: string;
  error: string | undefined;
  /** Something was typed that is not on its way. */
  isUnsaved: boolean;
  start: () => void;
  type: (text: string) => void;
  /** Saves what differs and ends the edit; goes on with it where that is refused. */
  save: () => Promise<void>;
  cancel: () => void;
}

/** One field of a lead, edited where it stands. The change is shown at once, and taken back when the server refuses. */
export function useFieldEdit(lead: LeadDetail, field: LeadTextField): FieldEdit {
  const [typed, setTyped] = useState<string | null>(null);
  const [former, setFormer] = useState("");
  const [error, setError] = useState<string>();
  const { mutateAsync, isPending } = useMutation(updateLead);
  const undoAction = useUndo();
  // The schemas are as large as the rest of the screen; they are there by the time somebody has typed.
  const check = useRef<Promise<Check>>(undefined);

  const end = (): void => {
    setTyped(null);
    setError(undefined);
  };
  const save = async (): Promise<void> => {
    if (typed === null || isPending) return;
    if (typed === former) return end();
    const { checkLeadField: checkField } =
      (await check.current) ?? (await import("#web/screens/leads/sheet/check-lead-field.ts"));
    const checked = checkField(field, typed);
    if ("error" in checked) return setError(checked.error);
    if (checked.value === former) return end();
    try {
      const { actId } = await mutateAsync({ id: lead.id, change: { [field]: checked.value } });
      toast.success("Lead updated successfully", undoAction(actId));
      end();
    } catch (failure) {
      const refused = failure instanceof ApiError ? failure.fields.find((one) => one.field === field) : undefined;
      setError(refused?.message ?? detailOf(failure));
      toast.error("Failed to update lead", detailOf(failure));
    }
  };
  return {
    isEditing: typed !== null && !isPending,
    text: typed ?? lead[field],
    error,
    isUnsaved: typed !== null && typed !== former && !isPending,
    start: () => {
      check.current ??= import("#web/screens/leads/sheet/check-lead-field.ts");
      setFormer(lead[field]);
      setTyped(lead[field]);
    },
    type: (text) => {
      setTyped(text);
      setError(undefined);
    },
    save,
    cancel: end,
  };
}
