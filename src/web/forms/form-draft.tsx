import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { readDraft, storeDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { useUnsavedSecret } from "#web/forms/unsaved-secret.tsx";
import { Button } from "#web/ui/button.tsx";

export interface DraftFormProps<Values extends FieldValues, Output> {
  /** The form, and the record that it edits, such as "rule.ID" or "rule.new". */
  name: string;
  /** The record's version. */
  version?: string | undefined;
  /** The form's values without input. */
  values: Values;
  /** Checks input, and restored choices. */
  schema?: z.ZodType<Output, Values>;
  /** Replaces the schema's check. */
  resolver?: Resolver<Values, unknown, Output>;
  /** Fields that are never stored. */
  secrets?: readonly Path<Values>[];
}

export interface FormDraft {
  /** Shown above the fields: says that input was restored, and asks before losing what isn't stored. */
  notice: ReactNode;
  /** Whether restored input isn't in the form yet. */
  isRestoring: boolean;
  /** The record's version that restored input is based on; otherwise the current one when the form opened. */
  startedFrom: string;
  /** Says that the input is based on another version now; a stable function. */
  rebase: (version: string) => void;
  /** Removes the draft and allows leaving, after saving. */
  clear: () => void;
}

/**
 * A form whose unsaved input stays in this tab: it survives leaving, a reload, and the end of the server or session.
 * Leaving asks only if there is a secret, which isn't stored.
 */
export function useDraftForm<Values extends FieldValues, Output = Values>({
  name,
  version = "",
  values,
  schema,
  secrets = [],
  resolver = schema && zodResolver(schema),
}: DraftFormProps<Values, Output>) {
  const key = useDraftKey(name);
  const [restored] = useState(() => fittingDraft(readDraft(key, isStoredDraft), values, schema));
  const [isRestoring, setRestoring] = useState(restored !== null);
  const [isAnnounced, setAnnounced] = useState(restored !== null);
  const isOver = useRef(false);
  const [startedFrom] = useState(restored?.version ?? version);
  const basedOn = useRef(startedFrom);
  const rebase = useCallback((accepted: string) => void (basedOn.current = accepted), []);
  const last = useRef(restored);
  const form = useForm<Values, unknown, Output>({
    ...(resolver && { resolver }),
    defaultValues: { ...values, ...restored?.before } as DefaultValues<Values>,
  });
  const { setValue, subscribe, reset } = form;
  const { isDirty } = form.formState;
  const [hasSecret, setHasSecret] = useState(false);

  useLayoutEffect(() => {
    if (restored === null) return;
    for (const [field, value] of Object.entries(restored.values)) {
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
  }, [restored, setValue]);
  if (isRestoring && isDirty) setRestoring(false);

  const store = useRef((_now: FieldValues, _before: FieldValues): void => undefined);
  useLayoutEffect(() => {
    store.current = (now, before) => {
      setHasSecret(secrets.some((field) => !isSame(now[field], before[field])));
      if (isOver.current) return;
      const changed = changedValues(now, before, secrets);
      // Until the user accepts another version, the draft keeps the values that its changes started from.
      const former = basedOn.current === version ? {} : last.current?.before;
      last.current =
        changed === null ? null : { ...changed, version: basedOn.current, before: { ...changed.before, ...former } };
      storeDraft(key, last.current);
    };
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: now, defaultValues }) => store.current(now, defaultValues ?? {}),
      }),
    [subscribe],
  );

  const { release, question } = useUnsavedSecret(hasSecret, isDirty);
  return {
    form,
    field: fieldsOf(form),
    draft: {
      isRestoring,
      startedFrom,
      rebase,
      clear: () => {
        isOver.current = true;
        storeDraft(key, null);
        release();
      },
      notice: (
        <>
          {isAnnounced && isDirty && (
            <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-accent-soft px-3 py-2.5">
              <p role="status" className="min-w-0 flex-1 basis-48">
                Your unsaved changes were restored.
              </p>
              <Button
                size="small"
                onClick={() => {
                  setAnnounced(false);
                  reset(values);
                }}
              >
                Discard changes
              </Button>
            </div>
          )}
          {question}
        </>
      ),
    } satisfies FormDraft,
  };
}

/** What is stored: each changed field's value before and now. */
interface StoredDraft {
  version: string;
  before: FieldValues;
  values: FieldValues;
}

function isStoredDraft(stored: unknown): stored is StoredDraft {
  if (!isRecord(stored)) return false;
  return typeof stored["version"] === "string" && isRecord(stored["before"]) && isRecord(stored["values"]);
}

/** The changed fields that may be stored; null if there are none. */
export function changedValues(
  now: FieldValues,
  before: FieldValues,
  secrets: readonly string[],
): Pick<StoredDraft, "before" | "values"> | null {
  const fields = Object.keys(now).filter((field) => !secrets.includes(field) && !isSame(now[field], before[field]));
  return fields.length === 0 ? null : { before: pick(before, fields), values: pick(now, fields) };
}

/** A stored draft without what the form doesn't have or allow; null if nothing is left. */
export function fittingDraft(
  stored: StoredDraft | null,
  values: FieldValues,
  schema: z.ZodType | undefined,
): StoredDraft | null {
  if (stored === null) return null;
  const typed = Object.keys(stored.values).filter(
    (field) => hasShape(stored.values[field], values[field]) && hasShape(stored.before[field], values[field]),
  );
  // Half-typed input is restored, an unknown choice isn't.
  const { error } = schema?.safeParse({ ...values, ...pick(stored.values, typed) }) ?? {};
  const unknown = new Set(error?.issues.filter(({ code }) => code === "invalid_value").map(({ path }) => path[0]));
  const fields = typed.filter((field) => !unknown.has(field));
  if (fields.length === 0) return null;
  return { version: stored.version, before: pick(stored.before, fields), values: pick(stored.values, fields) };
}

/** Whether a value has the same types as another. Lists hold texts and may be null. */
function hasShape(value: unknown, model: unknown): boolean {
  if (model === null || Array.isArray(model)) {
    return value === null || (Array.isArray(value) && value.every((item) => typeof item === "string"));
  }
  if (!isRecord(model)) return typeof value === typeof model && value !== undefined;
  return isRecord(value) && Object.entries(model).every(([name, part]) => hasShape(value[name], part));
}

function isRecord(value: unknown): value is FieldValues {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pick(from: FieldValues, fields: readonly string[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field, from[field] as unknown]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
