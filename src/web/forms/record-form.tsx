import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { changedFields, changeWords, EDITED_NOUNS, type EditedNoun } from "#shared/edited-fields.ts";
import { isStale } from "#web/api/connection/api-error.ts";
import { type FieldNames, showFieldErrors } from "#web/forms/field-errors.ts";
import { type DraftFormProps, type FormDraft, useDraftForm } from "#web/forms/form-draft.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface EditedRecord<Record extends { version: string } | null, Values extends FieldValues, Output> {
  noun: EditedNoun;
  /** The record as last read, or null for a new one. */
  record: Record;
  form: UseFormReturn<Values, unknown, Output>;
  /** The form's values for a record; a stable function. */
  valuesOf: (record: Record) => Values;
  /** The record's fields in this form; all by default. */
  fields: readonly string[] | undefined;
  /** Restored input may be based on an earlier version. */
  draft: FormDraft;
}

interface ConcurrentChange<Values extends FieldValues> {
  /** What the form's changes are based on; send it along. */
  version: string;
  /** Shows why saving failed: in the notice, which then names who was faster, and at the fields. */
  failed: (error: unknown, names?: FieldNames<Values>) => void;
  /** Shown above the buttons. */
  notice: ReactNode;
}

interface RecordFormProps<Record extends { version: string } | null, Values extends FieldValues, Output>
  extends
    Omit<DraftFormProps<Values, Output>, "version" | "values">,
    Pick<EditedRecord<Record, Values, Output>, "noun" | "record" | "valuesOf"> {
  /** Initial values, if not those of the record. */
  values?: Values;
  /** The record's fields in this form; all by default. */
  fields?: readonly string[];
}

/** A draft form that edits a record, or adds one if it is null. */
export function useRecordForm<Record extends { version: string } | null, Values extends FieldValues, Output = Values>({
  noun,
  record,
  valuesOf,
  values = valuesOf(record),
  fields,
  ...rest
}: RecordFormProps<Record, Values, Output>) {
  const { form, field, draft } = useDraftForm<Values, Output>({ ...rest, version: record?.version, values });
  const concurrent = useConcurrentChange({ noun, record, form, valuesOf, fields, draft });
  return { form, field, draft, concurrent };
}

/**
 * Follows changes that others make to the record in a form. Untouched fields show them; if an edited field changed too,
 * a notice asks which version to keep.
 */
function useConcurrentChange<Record extends { version: string } | null, Values extends FieldValues, Output>({
  noun,
  record,
  form,
  valuesOf,
  fields,
  draft: { isRestoring, startedFrom, rebase },
}: EditedRecord<Record, Values, Output>): ConcurrentChange<Values> {
  const current = record?.version ?? "";
  /** What the user has accepted, and what the form shows. */
  const [version, setVersion] = useState(startedFrom);
  const [merged, setMerged] = useState(version);
  const [changedBy, setChangedBy] = useState<string | null>(null);
  const { isDirty, isSubmitting, dirtyFields, defaultValues } = form.formState;
  const { reset } = form;

  const accept = (): void => {
    setVersion(current);
    setChangedBy(null);
  };
  if (merged !== current && !isSubmitting && !isRestoring) {
    setMerged(current);
    const edited = Object.keys(dirtyFields);
    const isContested =
      changedFields(noun, merged, current).includes("credentials") ||
      edited.some((field) => !isSame(defaultValues?.[field], valuesOf(record)[field]));
    if (version === merged && !(isDirty && isContested)) accept();
  }
  useLayoutEffect(() => rebase(version), [rebase, version]);
  const shown = useRef(merged);
  useEffect(() => {
    if (shown.current === merged) return;
    shown.current = merged;
    reset(valuesOf(record), isDirty ? { keepDirtyValues: true, keepDirty: true } : {});
  }, [merged, isDirty, reset, valuesOf, record]);

  return {
    version,
    failed: (error, names) => {
      setChangedBy(isStale(error) ? error.changedBy : null);
      showFieldErrors(form, error, names);
    },
    notice: version !== current && isDirty && !isSubmitting && (
      <ChangeNotice
        title={`${changedBy ?? "Someone else"} changed ${EDITED_NOUNS[noun]} while you were editing.`}
        changes={changeWords(
          noun,
          changedFields(noun, version, current).filter((field) => fields?.includes(field) ?? true),
          record,
        )}
        onKeepMine={accept}
        onUseTheirs={() => {
          reset(valuesOf(record));
          accept();
        }}
      />
    ),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface ChangeNoticeProps {
  title: string;
  changes: readonly string[];
  onKeepMine: () => void;
  onUseTheirs: () => void;
}

/** Says what someone else changed and offers both versions. */
export function ChangeNotice({ title, changes, onKeepMine, onUseTheirs }: ChangeNoticeProps) {
  return (
    <div className="mt-5">
      <Notice live title={title}>
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button size="small" onClick={onUseTheirs}>
            Use theirs
          </Button>
        </div>
      </Notice>
    </div>
  );
}
