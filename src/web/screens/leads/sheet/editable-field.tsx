import { CircleAlert, Pencil } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { fieldNoun, fieldWords } from "#shared/field-words.ts";
import { LEAD_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import { useMay } from "#web/api/use-may.ts";
import { INPUT_TYPE } from "#web/screens/leads/input-type.ts";
import { DetailRow } from "#web/screens/leads/sheet/detail-row.tsx";
import { type FieldEdit, useFieldEdit } from "#web/screens/leads/sheet/use-field-edit.ts";
import { useOwnEscape } from "#web/screens/leads/sheet/use-own-escape.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/fields/input.tsx";

interface EditableFieldProps {
  lead: LeadDetail;
  field: LeadTextField;
  /** Shows a copy button. */
  copies: boolean;
  /** Target of the `e` shortcut. */
  isFirst: boolean;
  /** Where the value comes from: next to it, or below with `showsSource`. */
  source: ReactNode;
  showsSource: boolean;
  /** The field is being added: it starts in edit mode, and this is called if it ends empty. */
  onEmpty?: () => void;
  children: (value: string) => ReactNode;
}

/** Marks the edit button that `e` activates. */
export const FIRST_FIELD = "edit-first-field";

/** A value that becomes an input on click, or Enter on its button: Enter or blur saves, Escape cancels. */
export function EditableField(props: EditableFieldProps) {
  const { lead, field, copies, isFirst, source, showsSource, onEmpty, children } = props;
  const edit = useFieldEdit(lead, field, onEmpty);
  const mayEdit = useMay("work");
  const button = useRef<HTMLButtonElement>(null);
  const isKeyboardAtEnd = useRef(false);
  useEffect(() => {
    if (edit.isEditing || !isKeyboardAtEnd.current) return;
    isKeyboardAtEnd.current = false;
    button.current?.focus();
  }, [edit.isEditing]);
  const label = fieldWords(field);
  const noun = fieldNoun(field);
  return (
    <DetailRow label={label} note={showsSource && !edit.isEditing && source}>
      {edit.isEditing ? (
        <FieldInput
          edit={edit}
          label={label}
          type={INPUT_TYPE[LEAD_FIELDS[field].type]}
          onKeyboardEnd={() => (isKeyboardAtEnd.current = true)}
        />
      ) : !mayEdit ? (
        <span className="group flex min-w-0 flex-1 items-start gap-1">
          <FieldValue edit={edit} copies={copies} noun={noun}>
            {children}
          </FieldValue>
          {!showsSource && source}
        </span>
      ) : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a larger target for the mouse; the button inside is the same for keys and screen readers
        <span
          className="group -mx-2 flex min-w-0 flex-1 cursor-text items-start gap-1 rounded-md px-2 hover:bg-hover"
          onClick={(event) => {
            if (isPressOnValue(event)) edit.start();
          }}
        >
          <FieldValue edit={edit} copies={copies} noun={noun}>
            {children}
          </FieldValue>
          {!showsSource && source}
          <IconButton
            ref={button}
            {...(isFirst ? { id: FIRST_FIELD, shortcut: "e" } : {})}
            label={`Edit ${noun}`}
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
  noun: string;
}

function FieldValue({ edit: { text }, copies, noun, children }: FieldValueProps) {
  return (
    <>
      <span dir="auto" className="min-w-0 flex-1 py-1.5 text-left wrap-anywhere touch:py-3">
        {text !== "" && children(text)}
      </span>
      {copies && text !== "" && <CopyButton text={text} what={noun} />}
    </>
  );
}

interface FieldInputProps {
  edit: FieldEdit;
  label: string;
  type: string;
  /** The keyboard ends the edit, so focus needs a new place. */
  onKeyboardEnd: () => void;
}

function FieldInput({ edit, label, type, onKeyboardEnd }: FieldInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const isRefused = useRef(edit.error !== undefined);
  useEffect(() => {
    // A rejection doesn't pull back the focus from elsewhere.
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
        // Don't suggest the user's own contact details.
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
          // Another window or the leave confirmation may have taken the focus; editing continues afterwards.
          const isStillHere =
            document.activeElement === target || relatedTarget?.closest('[role="alertdialog"]') != null;
          // Don't resend a rejected value.
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

/** A press outside the row's links and buttons that isn't the end of a text selection. */
function isPressOnValue({ target }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest("a, button") !== null;
  return !isOnControl && getSelection()?.isCollapsed !== false;
}
