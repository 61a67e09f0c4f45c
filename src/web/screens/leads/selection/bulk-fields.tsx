import { useQuery } from "@tanstack/react-query";
import { TextCursorInput } from "lucide-react";
import { useState } from "react";
import { readFieldValue } from "#shared/contract/leads/field-value.ts";
import type { FieldValuesPatch } from "#shared/contract/leads/lead-field.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { ValueField } from "#web/screens/leads/value-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { LabeledSelect } from "#web/ui/fields/labeled.tsx";
import { Popover } from "#web/ui/overlays/popover.tsx";

/** Sets or clears a custom field of the selected leads; absent while the team has none. */
export function BulkFields({ onSet }: { onSet: (fields: FieldValuesPatch) => void }) {
  const { data: fields = [] } = useQuery(leadFieldsQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [key, setKey] = useState("");
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const field = fields.find((one) => one.key === key);
  if (fields.length === 0) return null;
  const choose = (next: string): void => {
    setKey(next);
    setText("");
    setError(undefined);
  };
  const run = (given: string): void => {
    if (field === undefined) return;
    const read = readFieldValue(field, given);
    if ("error" in read) return setError(read.error);
    onSet({ [field.key]: read.value });
    setIsOpen(false);
    choose("");
  };
  return (
    <Popover
      label="Custom fields"
      className="w-80"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="small" icon={<TextCursorInput aria-hidden />} aria-label="Set field of selected">
          <span className="max-md:sr-only">Set field</span>
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <LabeledSelect
          label="Field"
          options={[
            { value: "", label: "Choose a field" },
            ...fields.map((one) => ({ value: one.key, label: one.name })),
          ]}
          value={key}
          onChange={({ target }) => choose(target.value)}
        />
        {field !== undefined && (
          <>
            <ValueField field={field} text={text} error={error} onChange={setText} />
            <div className="flex gap-2">
              <Button size="small" variant="primary" disabled={text === ""} onClick={() => run(text)}>
                Set value
              </Button>
              <Button size="small" onClick={() => run("")}>
                Clear value
              </Button>
            </div>
          </>
        )}
      </div>
    </Popover>
  );
}
