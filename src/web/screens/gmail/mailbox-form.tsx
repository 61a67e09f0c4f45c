import { PlugZap } from "lucide-react";
import { type SubmitEvent, useEffect } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { MailboxConfig, MailboxUpdate } from "#shared/contract/mailbox.ts";
import type { MailSignIn } from "#shared/contract/mail-sign-in.ts";
import { LIMITS } from "#shared/limits.ts";
import { MAIL_PROVIDER_FACTS, type SignInMethod } from "#shared/mail-providers.ts";
import { SignInField } from "#web/actions/mail-sign-in/sign-in-field.tsx";
import { useChooseSignedIn } from "#web/actions/mail-sign-in/use-mail-sign-in.ts";
import { useAction } from "#web/actions/use-action.ts";
import { saveMailbox, testMailbox } from "#web/api/mailbox.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { FormSecret } from "#web/forms/form-secret.tsx";
import { MailboxFields, mailboxValues, type MailboxValues } from "#web/screens/gmail/mailbox-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberField, SwitchField, TextField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/connection/api-error.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";

const { syncInterval } = LIMITS.mailbox;

interface MailboxFormProps {
  config: MailboxConfig;
  /** The provider that someone has just signed in to. */
  signedIn: MailSignIn | null;
}

export function MailboxForm({ config, signedIn }: MailboxFormProps) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: "mailbox",
    noun: "mailbox",
    record: config,
    valuesOf: mailboxValues,
    schema: MailboxFields,
    secrets: ["appPassword"],
  });
  const { handleSubmit, control, getValues, formState } = form;
  const { errors, isSubmitting } = formState;
  const { run } = useAction(saveMailbox);
  const test = useTestMailbox(form);
  const [email, appPassword, method] = useWatch({ control, name: ["email", "appPassword", "signIn"] });
  const isComplete = email.trim() !== "" && (method !== "password" || appPassword !== "");
  const { setValue } = form;
  const choose = (chosen: SignInMethod, account: string): void => {
    setValue("signIn", chosen, { shouldDirty: true });
    // Each has its own server.
    setValue("server", "", { shouldDirty: true });
    if (account !== "") setValue("email", account, { shouldDirty: true });
  };
  useChooseSignedIn(signedIn, choose);
  const defaultServer = method === "password" ? config.defaultServer : MAIL_PROVIDER_FACTS[method].imapServer;

  const save = (update: MailboxUpdate): Promise<boolean> =>
    run(
      { body: { ...update, version: concurrent.version } },
      {
        done: "Gmail configuration saved successfully",
        failed: "Failed to save Gmail configuration",
        onDone: ({ data: saved }) => form.reset(mailboxValues(saved)),
        onFailed: concurrent.failed,
      },
    );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    const typed = getValues();
    if (typed.email.trim() !== "" && (typed.signIn !== "password" || typed.appPassword !== "")) {
      void handleSubmit(save)(event);
      return;
    }
    event.preventDefault();
    toast({
      title: "Missing Information",
      description: "Please fill in email and app password",
      variant: "destructive",
    });
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {draft.notice}
      <SignInField method={method} password="App password" error={errors.signIn?.message} onChoose={choose} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Email"
          required
          {...field("email")}
          inputMode="email"
          placeholder="sales@example.com"
          literal
        />
        {method === "password" && (
          <FormSecret
            control={control}
            name="appPassword"
            label="App password"
            required
            isSaved={config.hasAppPassword}
          />
        )}
      </div>
      <SwitchField label="Enabled" hint="When off, no messages are read." {...form.register("enabled")} />
      <SwitchField
        label="Auto-sync"
        hint="Reads new messages at the interval, or right away if the server supports it."
        {...form.register("autoSync")}
      />
      <div className="grid items-start gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <NumberField
          label="Sync interval"
          required
          hint="5 to 1,440 minutes."
          {...field("syncInterval")}
          bounds={syncInterval}
        />
        <TextField label="Labels" required hint="Folders to read, separated by commas." {...field("labels")} literal />
      </div>
      <TextField
        label="Server"
        hint={`Default: ${defaultServer}`}
        {...field("server")}
        placeholder={defaultServer}
        literal
      />
      {test.outcome !== null && (
        <Notice
          tone={test.outcome.success ? "success" : "danger"}
          title={test.outcome.success ? "Connection successful" : "Connection failed"}
        >
          <p>{test.outcome.message}</p>
          {test.outcome.folders !== undefined && test.outcome.folders.length > 0 && (
            <p className="text-sm">Folders: {test.outcome.folders.join(", ")}</p>
          )}
        </Notice>
      )}
      {concurrent.notice}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-5">
        <Button
          icon={<PlugZap aria-hidden />}
          busy={test.isTesting}
          busyLabel="Testing..."
          disabled={!isComplete}
          onClick={() => void test.run()}
        >
          Test Connection
        </Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}

/** Tests the sign-in with the form's values; a blank password uses the stored one. Shows the server's message. */
function useTestMailbox(form: UseFormReturn<MailboxValues, unknown, MailboxUpdate>) {
  const { mutateAsync, isPending, data, reset } = useMutation(testMailbox);

  // A test result is outdated once the form changes.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: reset }), [form, reset]);

  const run = async (): Promise<void> => {
    if (!(await form.trigger())) return;
    try {
      const { success, message } = await mutateAsync({ body: MailboxFields.parse(form.getValues()) });
      if (success) toast.success(message);
      else toast.error(message);
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(detailOf(error));
    }
  };
  return { run, isTesting: isPending, outcome: data ?? null };
}
