import { CircleAlert, Pencil } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { LeadTextField } from "#shared/raw-lead.ts";
import { useMay } from "#web/api/use-may.ts";
import { DetailRow } from "#web/screens/leads/sheet/detail-row.tsx";
import { type FieldEdit, useFieldEdit } from "#web/screens/leads/sheet/use-field-edit.ts";
import { useUnsavedPart } from "#web/screens/leads/sheet/unsaved-parts.tsx";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";

interface EditableFieldProps {
  lead: LeadDetail;
  field: Exclude<LeadTextField, "notes">;
  type?: "text" | "email" | "tel" | "url";
  /** Shows a copy button. */
  copies?: boolean;
  /** Where `e` goes. */
  isFirst?: boolean;
  children: (value: string) => ReactNode;
}

/** What the button of the field is found by that `e` begins to edit. */
export const FIRST_FIELD = "edit-first-field";

/** A value that a press, or Enter on its button, turns into its input: Enter saves, so does going elsewhere, Escape cancels. */
export function EditableField({
  lead,
  field,
  type = "text",
  copies = false,
  isFirst = false,
  children,
}: EditableFieldProps) {
  const edit = useFieldEdit(lead, field);
  const mayEdit = useMay("work");
  useUnsavedPart(edit.isUnsaved);
  const button = useRef<HTMLButtonElement>(null);
  const isKeyboardAtEnd = useRef(false);
  useEffect(() => {
    if (edit.isEditing || !isKeyboardAtEnd.current) return;
    isKeyboardAtEnd.current = false;
    button.current?.focus();
  }, [edit.isEditing]);
  const label = fieldWords(field);
  return (
    <DetailRow label={label}>
      {edit.isEditing ? (
        <FieldInput edit={edit} label={label} type={type} onKeyboardEnd={() => (isKeyboardAtEnd.current = true)} />
      ) : !mayEdit ? (
        <span className="flex min-w-0 flex-1 items-start gap-1">
          <FieldValue edit={edit} copies={copies} label={label}>
            {children}
          </FieldValue>
        </span>
      ) : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a larger target for the mouse; the button inside is the same for keys and screen readers
        <span
          className="group -mx-2 flex min-w-0 flex-1 cursor-text items-start gap-1 rounded-md px-2 hover:bg-hover"
          onClick={(event) => {
            if (isPressOnValue(event)) edit.start();
          }}
        >
          <FieldValue edit={edit} copies={copies} label={label}>
            {children}
          </FieldValue>
          <IconButton
            ref={button}
            {...(isFirst ? { id: FIRST_FIELD, shortcut: "e" } : {})}
            label={`Edit ${label.toLowerCase()}`}
            icon={<Pencil aria-hidden />}
            className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 touch:opacity-100"
            onClick={edit.start}
          />
        </span>
      )}
    </DetailRow>
  );
}

interface FieldValueProps extends Pick<EditableFieldProps, "children"> {
  edit: FieldEdit;
  copies: boolean;
  label: string;
}

function FieldValue({ edit: { text }, copies, label, children }: FieldValueProps) {
  return (
    <>
      <span dir="auto" className="min-w-0 flex-1 py-1.5 text-left wrap-anywhere touch:py-3">
        {text === "" ? <span className="text-muted">N/A</span> : children(text)}
      </span>
      {copies && text !== "" && <CopyButton text={text} what={label.toLowerCase()} />}
    </>
  );
}

interface FieldInputProps {
  edit: FieldEdit;
  label: string;
  type: string;
  /** The keyboard is about to end the edit, and needs a place to go on from. */
  onKeyboardEnd: () => void;
}

function FieldInput({ edit, label, type, onKeyboardEnd }: FieldInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const isRefused = useRef(edit.error !== undefined);
  useEffect(() => {
    // Whoever has gone on elsewhere meanwhile is not called back by a refusal.
    if (isRefused.current && document.activeElement !== document.body) return;
    input.current?.focus();
    input.current?.select();
  }, []);
  useOwnEscape(input, () => {
    onKeyboardEnd();
    edit.cancel();
  });
  return (
    <span className="min-w-0 flex-1">
      <Input
        ref={input}
        aria-label={label}
        aria-invalid={edit.error === undefined ? undefined : true}
        aria-describedby={edit.error === undefined ? undefined : errorId}
        type={type}
        dir="auto"
        // Its owner's own addresses are not what a browser should offer for somebody else.
        autoComplete="off"
        enterKeyHint="done"
        value={edit.text}
        onChange={({ target }) => edit.type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onKeyboardEnd();
          void edit.save();
        }}
        onBlur={({ target, relatedTarget }) => {
          // Another window may have come to the front, or the question whether to leave: one comes back and goes on.
          const isStillHere =
            document.activeElement === target || relatedTarget?.closest('[role="alertdialog"]') != null;
          // What was refused is not sent again.
          if (!isStillHere && edit.error === undefined) void edit.save();
        }}
      />
      {edit.error !== undefined && (
        <span id={errorId} role="alert" className="mt-1.5 flex gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          {edit.error}
        </span>
      )}
    </span>
  );
}

/** A press beside the row's links and buttons, which is not the end of marking text. */
function isPressOnValue({ target }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest("a, button") !== null;
  return !isOnControl && getSelection()?.isCollapsed !== false;
}
