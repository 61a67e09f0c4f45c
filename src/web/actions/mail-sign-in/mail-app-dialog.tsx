import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { MailSignIn, MailSignInMode } from "#shared/contract/mail-sign-in.ts";
import { MAIL_PROVIDER_FACTS, type MailProvider } from "#shared/mail-providers.ts";
import { useAction } from "#web/actions/use-action.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { type MailApp, removeMailSignIn, saveMailSignIn } from "#web/api/mail-sign-ins.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyableText } from "#web/ui/copyable-text.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";
import { SecretField } from "#web/ui/fields/secret-field.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const MODES: { value: MailSignInMode; label: string }[] = [
  { value: "person", label: "Someone signs in" },
  { value: "app", label: "App only" },
];

interface MailAppDialogProps {
  signIn: MailSignIn;
  onClose: () => void;
}

/** The app that the operator registers with a provider: what to copy there, and what to enter here. */
export function MailAppDialog({ signIn, onClose }: MailAppDialogProps) {
  const { provider, state, hasSecret } = signIn;
  const { name } = MAIL_PROVIDER_FACTS[provider];
  const { mutateAsync, isPending } = useMutation(saveMailSignIn);
  const [values, setValues] = useState<AppValues>({
    mode: signIn.mode,
    clientId: signIn.clientId,
    tenant: signIn.tenant,
    account: signIn.account,
    secret: hasSecret ? null : "",
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const set = (more: Partial<AppValues>): void => setValues((before) => ({ ...before, ...more }));
  const isServiceAccount = provider === "google" && values.mode === "app";
  const isSaved = hasSecret && values.mode === signIn.mode;

  const save = async (): Promise<void> => {
    const app = appOf(provider, values);
    if ("problem" in app) return setErrors({ secret: app.problem });
    try {
      const { message } = await mutateAsync({ params: { provider }, body: app });
      if (message === "") toast.success(`${name} app saved`);
      else toast.error(`${name} app saved, but it doesn't work yet`, message);
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      setErrors(Object.fromEntries(fields.map(({ field, message }) => [fieldOf(field), message])));
      if (fields.length === 0) toast.error(`Couldn't save the ${name} app`, detailOf(error));
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setErrors({});
    void save();
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`${name} app`}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div>
          <Segments
            label="How the app signs in"
            options={MODES}
            value={values.mode}
            onChange={(mode) => set({ mode, secret: hasSecret && mode === signIn.mode ? null : "" })}
          />
        </div>
        <WhatToRegister signIn={signIn} mode={values.mode} />
        {!isServiceAccount && (
          <TextField
            label={provider === "microsoft" ? "Application (client) ID" : "Client ID"}
            required
            error={errors["clientId"]}
            value={values.clientId}
            onChange={(event) => set({ clientId: event.target.value })}
            literal
          />
        )}
        {provider === "microsoft" && (
          <TextField
            label="Directory (tenant) ID"
            required
            error={errors["tenant"]}
            value={values.tenant}
            onChange={(event) => set({ tenant: event.target.value })}
            literal
          />
        )}
        <SecretField
          label={isServiceAccount ? "Service account JSON" : "Client secret"}
          required
          isFile={isServiceAccount}
          isSaved={isSaved}
          value={values.secret}
          onChange={(secret) => set({ secret })}
          error={errors["secret"]}
          {...(isServiceAccount && { placeholder: '{ "type": "service_account", … }' })}
        />
        {values.mode === "app" && (
          <TextField
            label="Mailbox"
            required
            error={errors["account"]}
            value={values.account}
            onChange={(event) => set({ account: event.target.value })}
            inputMode="email"
            placeholder="sales@example.com"
            literal
          />
        )}
        <DialogActions>
          {state !== "off" && <DisconnectButton signIn={signIn} onDone={onClose} />}
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
            Save app
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Form fields by API name. */
function fieldOf(field: string): string {
  return field.startsWith("serviceAccount") || field === "clientSecret" ? "secret" : field;
}

function WhatToRegister({ signIn, mode }: { signIn: MailSignIn; mode: MailSignInMode }) {
  const { provider, redirectUri } = signIn;
  const { console: place, scopes, mailScopes, app } = MAIL_PROVIDER_FACTS[provider];
  const asked = mode === "person" ? [...scopes, ...mailScopes] : app.permissions;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {mode === "person" ? "Register a web application in the " : APP_ONLY[provider]}
        <a href={place.url} target="_blank" rel="noreferrer" className="text-link underline underline-offset-2">
          {place.label}
        </a>
        .
      </p>
      {mode === "person" && <CopyableText label="Redirect address" text={redirectUri} what="redirect address" />}
      <CopyableText
        label={mode === "person" ? "Scopes" : provider === "microsoft" ? "Application permissions" : "Scope"}
        text={asked.join(" ")}
        what="scopes"
      />
    </div>
  );
}

const APP_ONLY = {
  microsoft: "Register an application with these Exchange permissions, and grant it the mailbox in Exchange, in the ",
  google: "Create a service account with domain-wide delegation for this scope in the ",
} as const;

function DisconnectButton({ signIn, onDone }: { signIn: MailSignIn; onDone: () => void }) {
  const { provider } = signIn;
  const { name } = MAIL_PROVIDER_FACTS[provider];
  const { run, isPending } = useAction(removeMailSignIn);
  const [asks, setAsks] = useState(false);
  const disconnect = (): Promise<boolean> =>
    run({ params: { provider } }, { done: `${name} disconnected`, failed: `Couldn't disconnect ${name}`, onDone });
  return (
    <>
      <Button className="mr-auto" busy={isPending} busyLabel="Disconnecting..." onClick={() => setAsks(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Disconnect ${name}?`}
        description="Winnow deletes the app and its sign-in. A mailbox or mail server that uses it stops working. This can't be undone."
        confirmLabel="Disconnect"
        onConfirm={() => void disconnect()}
      />
    </>
  );
}

interface AppValues {
  mode: MailSignInMode;
  clientId: string;
  tenant: string;
  account: string;
  /** A client secret or a pasted key file; null keeps the stored one. */
  secret: string | null;
}

/** What to send for these values, or what is wrong with the pasted file. */
function appOf(provider: MailProvider, values: AppValues): MailApp | { problem: string } {
  const { mode, clientId, tenant, account, secret } = values;
  const mailbox = mode === "app" ? { account } : {};
  if (provider !== "google" || mode !== "app") {
    const hasSecret = secret !== null && secret.trim() !== "";
    return { mode, clientId, tenant, ...mailbox, ...(hasSecret && { clientSecret: secret }) };
  }
  if (secret === null) return { mode, clientId, ...mailbox };
  const serviceAccount = parsed(secret);
  if (serviceAccount === null) return { problem: "This isn't a JSON key file. Paste the whole file." };
  return { mode, ...mailbox, serviceAccount: serviceAccount as MailApp["serviceAccount"] };
}

function parsed(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
