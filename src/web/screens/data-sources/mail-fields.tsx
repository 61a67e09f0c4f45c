import { useFormContext } from "react-hook-form";
import type { DataSource } from "#shared/contract/data-source.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { FormSecret } from "#web/forms/form-secret.tsx";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { TextField } from "#web/ui/fields/fields.tsx";

/** Form fields of a mailbox. */
export function MailFields({ source }: { source: DataSource | null }) {
  const field = fieldsOf(useFormContext<SourceValues>());
  return (
    <>
      <TextField
        label="Mailbox address"
        required
        {...field("email")}
        inputMode="email"
        placeholder="inquiries@example.com"
        literal
      />
      <FormSecret<SourceValues>
        name="appPassword"
        label="Password or app password"
        required
        isSaved={source?.config.hasAppPassword ?? false}
      />
      <TextField
        label="Server"
        hint="Leave empty to use the server from Gmail Integration."
        {...field("server")}
        placeholder="imaps://imap.example.com:993"
        literal
      />
      <TextField label="Folders" hint="Separated by commas." {...field("labels")} literal />
    </>
  );
}
