import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import type { DataSource, DataSourceTestResult } from "#shared/contract/data-source.ts";
import { JSON_API_TEMPLATES, type JsonApiTemplateName } from "#shared/json-api-templates.ts";
import { LIMITS } from "#shared/limits.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { type ApiValues, PAGINATION_KINDS, templateValues } from "#web/screens/data-sources/api-values.ts";
import { RowMappingFields } from "#web/screens/data-sources/row-mapping.tsx";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/fields/fields.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SecretField } from "#web/ui/fields/secret-field.tsx";

const TEMPLATE_NAMES = Object.keys(JSON_API_TEMPLATES) as JsonApiTemplateName[];
const TEMPLATE_OPTIONS = [
  { value: "", label: "Any JSON API" },
  ...TEMPLATE_NAMES.map((value) => ({ value, label: JSON_API_TEMPLATES[value].label })),
];
const PAGINATION_WORDS: Record<ApiValues["pagination"], string> = {
  none: "None: one response has all rows",
  link: "Link header",
  cursor: "Cursor or next URL in the response",
  page: "Page number",
  offset: "Offset",
};
const PAGINATION_OPTIONS = PAGINATION_KINDS.map((value) => ({ value, label: PAGINATION_WORDS[value] }));

type TextName = {
  [Name in keyof ApiValues]: ApiValues[Name] extends string ? Name : never;
}[keyof ApiValues];

interface ApiFieldsProps {
  source: DataSource | null;
  /** The last response of a test. */
  tested: DataSourceTestResult | null;
}

/** Form fields of a JSON API. */
export function ApiFields({ source, tested }: ApiFieldsProps) {
  const { control, setValue } = useFormContext<SourceValues>();
  const [template, setTemplate] = useState<JsonApiTemplateName | null>(null);
  const pagination = useWatch({ control, name: "pagination" });
  const facts = template === null ? null : JSON_API_TEMPLATES[template];
  const choose = (name: string): void => {
    const chosen = TEMPLATE_NAMES.find((one) => one === name) ?? null;
    setTemplate(chosen);
    if (chosen === null) return;
    for (const [field, value] of Object.entries<ApiValues[keyof ApiValues]>({ ...templateValues(chosen) })) {
      setValue(field as keyof ApiValues, value, { shouldDirty: true, shouldValidate: false });
    }
  };
  return (
    <>
      {source === null && (
        <SelectField
          label="Service"
          required
          options={TEMPLATE_OPTIONS}
          value={template ?? ""}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      <ApiTextField
        name="url"
        label="URL"
        required
        placeholder="https://api.example.com/v1/leads"
        hint={facts?.urlHint ?? "Everyone who can see data sources sees the URL. Put keys in a header."}
      />
      <Headers source={source} hint={facts?.headerHint} />
      <ApiTextField
        name="rowsPath"
        label="Path to the rows"
        placeholder="data.items"
        hint="Leave empty if the response is a list."
      />
      <SelectField label="Pagination" required {...control.register("pagination")} options={PAGINATION_OPTIONS} />
      {pagination === "cursor" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <ApiTextField name="cursorPath" label="Path to the next cursor" required placeholder="meta.next_cursor" />
          <ApiTextField
            name="pageParameter"
            label="Parameter"
            placeholder="cursor"
            hint="Leave empty if the path holds a URL."
          />
        </div>
      )}
      {pagination === "page" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <ApiTextField name="pageParameter" label="Parameter" required placeholder="page" />
          <ApiTextField name="firstPage" label="First page" required isNumber />
        </div>
      )}
      {pagination === "offset" && (
        <div className="grid gap-5 sm:grid-cols-3">
          <ApiTextField name="pageParameter" label="Offset parameter" required placeholder="offset" />
          <ApiTextField name="limitParameter" label="Limit parameter" placeholder="limit" />
          <ApiTextField name="pageSize" label="Page size" required isNumber />
        </div>
      )}
      {(pagination === "page" || pagination === "offset") && (
        <ApiTextField
          name="totalPath"
          label="Path to the total"
          placeholder="meta.total"
          hint="Without it, Winnow reads until a page is empty."
        />
      )}
      <RowMappingFields tested={tested} />
    </>
  );
}

interface ApiTextFieldProps {
  name: TextName;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  isNumber?: boolean;
}

function ApiTextField({ name, placeholder, isNumber = false, ...field }: ApiTextFieldProps) {
  const formField = fieldsOf(useFormContext<SourceValues>());
  return (
    <TextField
      {...field}
      {...formField(name)}
      placeholder={placeholder}
      literal
      {...(isNumber && { inputMode: "numeric" as const })}
    />
  );
}

/** Names and secret values of the headers. */
function Headers({ source, hint }: { source: DataSource | null; hint: string | undefined }) {
  const { field, fieldState } = useController<SourceValues, "headers">({ name: "headers" });
  const saved = new Set(source?.config.requestHeaders?.map(({ name }) => name.toLowerCase()));
  const headers = field.value;
  const change = (index: number, header: Partial<ApiValues["headers"][number]>): void =>
    field.onChange(headers.map((one, at) => (at === index ? { ...one, ...header } : one)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-semibold">
        Headers <span className="font-normal text-muted">(optional)</span>
      </legend>
      {headers.map(({ name, value }, index) => (
        <div key={index} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <TextField
              label="Name"
              required
              value={name}
              onChange={({ target }) => change(index, { name: target.value })}
              onBlur={field.onBlur}
              placeholder="Authorization"
              literal
            />
            <SecretField
              label="Value"
              required
              isSaved={saved.has(name.trim().toLowerCase())}
              value={value}
              onChange={(next) => change(index, { value: next })}
              onBlur={field.onBlur}
              placeholder="Bearer …"
            />
          </div>
          <IconButton
            label={name === "" ? "Remove header" : `Remove ${name}`}
            icon={<Trash2 aria-hidden />}
            tone="danger"
            onClick={() => field.onChange(headers.toSpliced(index, 1))}
            className="mt-7"
          />
        </div>
      ))}
      {fieldState.error?.message !== undefined && (
        <p role="alert" className="text-sm text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
      <p className="text-sm text-muted">{hint ?? "For a key or token. Values are stored encrypted."}</p>
      {headers.length < LIMITS.jsonApi.headers && (
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => field.onChange([...headers, { name: "", value: "" }])}
          className="self-start"
        >
          Add header
        </Button>
      )}
    </fieldset>
  );
}
