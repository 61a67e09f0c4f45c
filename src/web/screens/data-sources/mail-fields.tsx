import { useController, useFormContext } from "react-hook-form";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { TextField } from "#web/ui/fields/fields.tsx";
import { SecretField } from "#web/ui/fields/secret-field.tsx";

/** Form fields of a mailbox. */
export function MailFields({ source }: { source: DataSource | null }) {
  const { register, formState } = useFormContext<SourceValues>();
  const { errors } = formState;
  return (
    <>
      <TextField
        label="Mailbox address"
        required
        error={errors.email?.message}
        {...register("email")}
        inputMode="email"
        placeholder="inquiries@example.com"
        autoComplete="off"
        spellCheck={false}
      />
      <AppPasswordField source={source} />
      <TextField
        label="Server"
        error={errors.server?.message}
        hint="Leave empty to use the server from Gmail Integration."
        {...register("server")}
        placeholder="imaps://imap.example.com:993"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Folders"
        error={errors.labels?.message}
        hint="Separated by commas."
        {...register("labels")}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

function AppPasswordField({ source }: { source: DataSource | null }) {
  const { field, fieldState } = useController<SourceValues, "appPassword">({ name: "appPassword" });
  const { ref: _ref, name: _name, ...rest } = field;
  return (
    <SecretField
      {...rest}
      label="Password or app password"
      required
      isSaved={source?.config.hasAppPassword ?? false}
      error={fieldState.error?.message}
    />
  );
}
