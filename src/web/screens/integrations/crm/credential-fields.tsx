import type { UseFormRegisterReturn } from "react-hook-form";
import { CRM_FACTS, type CrmKind } from "#shared/crm.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";

type Credential = "site" | "clientId" | "secret";

interface CredentialFieldsProps {
  kind: CrmKind;
  inputs: Readonly<Record<Credential, UseFormRegisterReturn>>;
  errors: Readonly<Partial<Record<Credential, { message?: string | undefined }>>>;
  /** Whether an empty secret keeps the stored one. */
  isStored: boolean;
}

/** What signs in to a CRM. */
export function CredentialFields({ kind, inputs, errors, isStored }: CredentialFieldsProps) {
  const { site, clientId, secret } = CRM_FACTS[kind];
  return (
    <>
      {site !== null && (
        <Field label={site.label} required error={errors.site?.message} hint={site.hint}>
          {(props) => <Input {...props} {...inputs.site} autoComplete="off" spellCheck={false} />}
        </Field>
      )}
      {clientId !== null && (
        <Field label={clientId} required error={errors.clientId?.message}>
          {(props) => <Input {...props} {...inputs.clientId} autoComplete="off" spellCheck={false} />}
        </Field>
      )}
      <Field label={secret.label} required={!isStored} error={errors.secret?.message} hint={secret.hint}>
        {(props) => (
          <Input
            {...props}
            {...inputs.secret}
            type="password"
            autoComplete="new-password"
            spellCheck={false}
            {...(isStored && { placeholder: "Unchanged" })}
          />
        )}
      </Field>
    </>
  );
}
