import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { type FieldKind, fieldText, type FieldValue, readFieldValue } from "#shared/contract/leads/field-value.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useAction } from "#web/actions/use-action.ts";
import { isStale } from "#web/api/connection/api-error.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { setFieldValues } from "#web/api/leads/lead-fields.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatDay } from "#web/format/date.ts";
import { formatNumber } from "#web/format/number.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { webLink } from "#web/screens/leads/sheet/contact-links.ts";
import { DetailRow } from "#web/screens/leads/sheet/detail-row.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { ValueField } from "#web/screens/leads/value-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";

/** The lead's custom fields; absent while the team has none. */
export function CustomFields({ lead }: { lead: LeadDetail }) {
  const { data: fields = [] } = useQuery(leadFieldsQuery);
  const mayEdit = useMay("work");
  const [isOpen, setIsOpen] = useState(false);
  const filled = fields.filter(({ key }) => lead.fields[key] !== undefined);
  const edit = { label: "Edit custom fields", words: "values", Icon: Pencil, isSearched: true } as const;
  useSubjectActions(
    mayEdit && fields.length > 0
      ? { title: leadTitle(lead), entries: [{ ...edit, run: () => setIsOpen(true) }] }
      : null,
  );
  if (fields.length === 0 || (filled.length === 0 && !mayEdit)) return null;
  return (
    <LeadSection
      title="Custom fields"
      action={
        mayEdit && (
          <Button variant="ghost" size="small" icon={<Pencil aria-hidden />} onClick={() => setIsOpen(true)}>
            Edit fields
          </Button>
        )
      }
    >
      {filled.length === 0 ? (
        <p className="text-muted">No values yet.</p>
      ) : (
        <dl className="flex flex-col">
          {filled.map(({ key, name, kind }) => (
            <DetailRow key={key} label={name}>
              <span dir="auto" className="py-1.5 text-left wrap-anywhere touch:py-3">
                <Value kind={kind} text={fieldText(lead.fields[key] ?? null)} />
              </span>
            </DetailRow>
          ))}
        </dl>
      )}
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Edit custom fields">
        <FieldsForm lead={lead} fields={fields} onClose={() => setIsOpen(false)} />
      </Dialog>
    </LeadSection>
  );
}

function Value({ kind, text }: { kind: FieldKind; text: string }) {
  if (kind === "number") return formatNumber(Number(text));
  if (kind === "date") return formatDay(new Date(`${text}T12:00`));
  const link = kind === "link" ? webLink(text) : null;
  if (link === null) return text;
  return (
    <a
      href={link.href}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-sm text-link underline decoration-line underline-offset-3 hover:decoration-link touch:-my-3 touch:inline-block touch:py-3"
    >
      {link.label}
    </a>
  );
}

interface FieldsFormProps {
  lead: LeadDetail;
  fields: readonly LeadFieldDefinition[];
  onClose: () => void;
}

interface Typed {
  text: string;
  /** The lead's value when the input began. */
  former: FieldValue | null;
}

function FieldsForm({ lead, fields, onClose }: FieldsFormProps) {
  const valueOf = ({ key }: LeadFieldDefinition): FieldValue | null => lead.fields[key] ?? null;
  const { run, isPending } = useAction(setFieldValues);
  // Other fields show what someone else sets in the meantime, and aren't sent.
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  // Someone else's newer values were shown; saving again replaces them.
  const [isWarned, setIsWarned] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const submit = async (): Promise<void> => {
    const values: Record<string, FieldValue | null> = {};
    const former: Record<string, FieldValue | null> = {};
    const wrong: Record<string, string> = {};
    for (const field of fields) {
      const input = typed[field.key];
      if (input === undefined || input.text === fieldText(input.former)) continue;
      const read = readFieldValue(field, input.text);
      if ("error" in read) wrong[field.key] = read.error;
      else values[field.key] = read.value;
      former[field.key] = input.former;
    }
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (Object.keys(values).length === 0) return onClose();
    await run(
      { params: { id: lead.id }, body: { fields: values, ...(!isWarned && { former: { fields: former } }) } },
      {
        done: "Fields updated successfully",
        failed: "Failed to update the fields",
        onDone: onClose,
        onFailed: (error) => {
          if (isStale(error)) setIsWarned(true);
        },
      },
    );
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {fields.map((field) => (
        <ValueField
          key={field.key}
          field={field}
          text={typed[field.key]?.text ?? fieldText(valueOf(field))}
          error={errors[field.key]}
          onChange={(text) =>
            setTyped({ ...typed, [field.key]: { former: valueOf(field), ...typed[field.key], text } })
          }
        />
      ))}
      <SubmitActions label="Save" busy={isPending} onCancel={onClose} />
    </form>
  );
}
