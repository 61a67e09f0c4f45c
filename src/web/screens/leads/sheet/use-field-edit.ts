import { useRef, useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import { useAction } from "#web/actions/use-action.ts";
import { ApiError, detailOf, isStale } from "#web/api/connection/api-error.ts";
import { updateLead } from "#web/api/leads/leads.ts";
import { readDraft, storeDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { useMay } from "#web/api/use-may.ts";
import type { checkLeadField } from "#web/screens/leads/sheet/check-lead-field.ts";
import { importWithRetry } from "#web/ui/use-loaded.ts";

const loadCheck = () => import("#web/screens/leads/sheet/check-lead-field.ts");

interface Check {
  checkLeadField: typeof checkLeadField;
}

export interface FieldEdit {
  isEditing: boolean;
  /** The input, or the value being saved; otherwise the lead's. */
  text: string;
  error: string | undefined;
  start: () => void;
  type: (text: string) => void;
  /** Saves changes and ends editing; continues editing if rejected. */
  save: () => Promise<void>;
  cancel: () => void;
}

interface FieldDraft {
  text: string;
  /** The lead's value when the edit began. */
  former: string;
}

export const fieldDraft = (leadId: string, field: LeadTextField): string => `lead.${leadId}.${field}`;

export function isFieldDraft(stored: unknown): stored is FieldDraft {
  if (typeof stored !== "object" || stored === null) return false;
  const { text, former } = { text: null, former: null, ...stored };
  return typeof text === "string" && typeof former === "string";
}

/** Edits one field in place, optimistically; unsaved input survives leaving. With `onEmpty` it starts right away, and that is called if it ends empty. */
export function useFieldEdit(lead: LeadDetail, field: LeadTextField, onEmpty?: () => void): FieldEdit {
  const key = useDraftKey(fieldDraft(lead.id, field));
  const mayEdit = useMay("work");
  const [restored] = useState(() => (mayEdit ? readDraft(key, isFieldDraft) : null));
  const [typed, setTyped] = useState<string | null>(restored?.text ?? (onEmpty === undefined ? null : ""));
  const [former, setFormer] = useState(restored?.former ?? "");
  const [error, setError] = useState(
    restored === null ? undefined : "Not saved yet. Press Enter to save or Escape to discard.",
  );
  // Someone else's newer value was shown; saving again replaces it.
  const [isWarned, setIsWarned] = useState(false);
  const { run, isPending } = useAction(updateLead);
  // The schemas are as large as the rest of the screen; they load while the user types.
  const check = useRef<Promise<Check>>(undefined);

  const end = (): void => {
    storeDraft(key, null);
    setTyped(null);
    setError(undefined);
    setIsWarned(false);
  };
  const cancel = (): void => {
    end();
    if (former === "") onEmpty?.();
  };
  const save = async (): Promise<void> => {
    if (typed === null || isPending) return;
    if (typed === former) return cancel();
    let checkField: Check["checkLeadField"];
    try {
      ({ checkLeadField: checkField } = await (check.current ??= importWithRetry(loadCheck)));
    } catch {
      check.current = undefined;
      return setError("Your input couldn't be checked. Check your connection and press Enter again.");
    }
    const checked = checkField(field, typed);
    if ("error" in checked) return setError(checked.error);
    if (checked.value === former) return cancel();
    await run(
      {
        params: { id: lead.id },
        body: { [field]: checked.value, ...(!isWarned && { former: { [field]: former } }) },
      },
      {
        done: { title: `${fieldWords(field)} updated`, description: "Lead updated successfully" },
        failed: "Failed to update lead",
        onDone: end,
        onFailed: (failure) => {
          const refused = failure instanceof ApiError ? failure.fields.find((one) => one.field === field) : undefined;
          if (isStale(failure)) setIsWarned(true);
          const hint = isStale(failure) ? " Press Enter to replace it or Escape to keep it." : "";
          setError(refused?.message ?? `${detailOf(failure)}${hint}`);
        },
      },
    );
  };
  return {
    isEditing: typed !== null && !isPending,
    text: typed ?? lead[field],
    error,
    start: () => {
      // A failure is handled where the result is needed.
      (check.current ??= importWithRetry(loadCheck)).catch(() => undefined);
      setFormer(lead[field]);
      setTyped(lead[field]);
    },
    type: (text) => {
      storeDraft(key, text === former ? null : { text, former });
      setTyped(text);
      setError(undefined);
    },
    save,
    cancel,
  };
}
