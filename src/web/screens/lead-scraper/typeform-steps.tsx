import { type SubmitEvent, useState } from "react";
import type { FormHook } from "#shared/contract/form-submission.ts";
import { useAction } from "#web/actions/use-action.ts";
import { saveTypeformSecret } from "#web/api/forms.ts";
import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { Steps } from "#web/screens/lead-scraper/steps.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { SecretField } from "#web/ui/fields/secret-field.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface TypeformStepsProps {
  hook: FormHook;
  address: string;
  onDone: () => void;
}

/** Typeform's webhook and signing secret. */
export function TypeformSteps({ hook, address, onDone }: TypeformStepsProps) {
  const [secret, setSecret] = useState<string | null>(hook.hasTypeformSecret ? null : "");
  const { run, isPending } = useAction(saveTypeformSecret);
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    const done = "Typeform settings saved successfully";
    if (secret === null) {
      toast.success(done);
      onDone();
    } else {
      await run(
        { body: { typeformSecret: secret.trim() } },
        { done, failed: "Failed to save Typeform settings", onDone },
      );
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <div className="flex flex-col gap-5">
        <Steps>
          <li>In Typeform, open your form, choose Connect, then Webhooks, and add a webhook.</li>
          <li>
            Use this URL.
            <div className="mt-2">
              <CodeBlock what="webhook URL" code={address} />
            </div>
          </li>
          <li>Under Edit, add a secret and enter the same one here.</li>
          <li>Turn the webhook on. New webhooks are off by default.</li>
        </Steps>
        <SecretField
          label="Signing secret"
          isSaved={hook.hasTypeformSecret}
          value={secret}
          onChange={setSecret}
          hint="If set, unsigned responses are rejected."
        />
      </div>
      <SubmitActions label="Save secret" busy={isPending} onCancel={onDone} />
    </form>
  );
}
