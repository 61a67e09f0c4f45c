import { useController, useFormContext } from "react-hook-form";
import type { DataSource } from "#shared/contract/data-source.ts";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { SecretField } from "#web/ui/fields/secret-field.tsx";

/** Form fields of a mailbox. */
export function MailFields({ source }: { source: DataSource | null }) {
  const { register, formState } = useFormContext<SourceValues>();
  const { errors } = formState;
  return (
    <>
      <Field label="Mailbox address" required error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register("email")}
            inputMode="email"
            placeholder="inquiries@example.com"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <AppPasswordField source={source} />
      <Field label="Server" error={errors.server?.message} hint="Leave empty to use the server from Gmail Integration.">
        {(control) => (
          <Input
            {...control}
            {...register("server")}
            placeholder="imaps://imap.example.com:993"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Folders" error={errors.labels?.message} hint="Separated by commas.">
        {(control) => <Input {...control} {...register("labels")} autoComplete="off" spellCheck={false} />}
      </Field>
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
