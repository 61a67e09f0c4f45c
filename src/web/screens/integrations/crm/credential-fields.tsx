import type { UseFormRegisterReturn } from "react-hook-form";
import { CRM_FACTS, type CrmKind } from "#shared/crm.ts";
import { TextField } from "#web/ui/fields/fields.tsx";

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
        <TextField label={site.label} required error={errors.site?.message} hint={site.hint} {...inputs.site} literal />
      )}
      {clientId !== null && (
        <TextField label={clientId} required error={errors.clientId?.message} {...inputs.clientId} literal />
      )}
      <TextField
        label={secret.label}
        required={!isStored}
        error={errors.secret?.message}
        hint={secret.hint}
        {...inputs.secret}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        {...(isStored && { placeholder: "Unchanged" })}
      />
    </>
  );
}
