import { useFormContext, useWatch } from "react-hook-form";
import type { DataSource } from "#shared/contract/data-source.ts";
import { spreadsheetIdFrom } from "#shared/spreadsheet-id.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { FormSecret } from "#web/forms/form-secret.tsx";
import { CopyableText } from "#web/ui/copyable-text.tsx";
import { parseServiceAccount, type SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { SelectField, TextField } from "#web/ui/fields/fields.tsx";

const AUTH_METHODS = [
  { value: "service_account", label: "Service account, for private sheets" },
  { value: "api_key", label: "API key, for sheets shared by link" },
] as const;

/** Form fields of a Google sheet. */
export function SheetFields({ source }: { source: DataSource | null }) {
  const form = useFormContext<SourceValues>();
  const { setValue } = form;
  const authMethod = useWatch({ control: form.control, name: "authMethod" });
  const field = fieldsOf(form);
  const idFromAddress = (text: string): void => {
    const id = spreadsheetIdFrom(text);
    if (id !== null && id !== text) setValue("spreadsheetId", id, { shouldDirty: true });
  };
  return (
    <>
      <TextField
        label="Spreadsheet ID"
        hint="Paste the sheet's URL or ID."
        {...field("spreadsheetId", {
          onBlur: (event: { target: { value: string } }) => idFromAddress(event.target.value),
        })}
        placeholder="https://docs.google.com/spreadsheets/d/…"
        literal
      />
      <TextField
        label="Range"
        hint="Leave empty to read the whole first sheet."
        {...field("range")}
        placeholder="Sheet1!A1:Z1000"
        literal
      />
      <SelectField label="Authentication" required {...field("authMethod")} options={AUTH_METHODS} />
      {authMethod === "service_account" ? (
        <ServiceAccountField source={source} />
      ) : (
        <FormSecret<SourceValues>
          name="apiKey"
          label="API key"
          isSaved={source?.config.hasApiKey ?? false}
          hint="Works only for sheets that anyone with the link can view."
        />
      )}
    </>
  );
}

function ServiceAccountField({ source }: { source: DataSource | null }) {
  const json = useWatch<SourceValues, "serviceAccountJson">({ name: "serviceAccountJson" });
  const email = json === null ? source?.config.serviceAccountEmail : emailIn(json);
  return (
    <>
      <FormSecret<SourceValues>
        name="serviceAccountJson"
        label="Service account JSON"
        isFile
        isSaved={source?.config.hasServiceAccount ?? false}
        hint="Paste the whole key file. It's stored encrypted."
        placeholder={'{ "type": "service_account", … }'}
      />
      {email !== undefined && (
        <CopyableText label="Share the sheet with this address as a viewer" text={email} what="address" />
      )}
    </>
  );
}

/** The account email in a pasted key file. */
function emailIn(json: string): string | undefined {
  const email = parseServiceAccount(json)?.["client_email"];
  return typeof email === "string" && email !== "" ? email : undefined;
}
