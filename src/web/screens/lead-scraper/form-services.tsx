import { FileText, Keyboard } from "lucide-react";
import { useSearchParams } from "react-router";
import { withParameters } from "#web/paths.ts";
import type { FormHook } from "#shared/contract/form-submission.ts";
import { googleFormsScript } from "#shared/google-forms-script.ts";
import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { Steps } from "#web/screens/lead-scraper/steps.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { type SubmitEvent, useState } from "react";
import { useAction } from "#web/actions/use-action.ts";
import { saveTypeformSecret } from "#web/api/forms.ts";
import { SecretField } from "#web/ui/fields/secret-field.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface FormServicesProps {
  hook: FormHook;
  address: string;
}

/** Setup instructions per form service. */
export function FormServices({ hook, address }: FormServicesProps) {
  const [query, setQuery] = useSearchParams();
  const service = query.get("connect");
  const show = (connect: string | null): void => setQuery(withParameters({ connect }));
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      <Button icon={<FileText aria-hidden />} onClick={() => show("google-forms")}>
        Connect Forms
      </Button>
      <Button icon={<Keyboard aria-hidden />} onClick={() => show("typeform")}>
        Typeform
      </Button>
      <Button variant="ghost" onClick={() => show("other")}>
        Other services
      </Button>
      <Dialog
        open={service === "google-forms"}
        onOpenChange={() => show(null)}
        title="Connect Google Forms"
        description="A small script in your form sends each response here."
      >
        <GoogleFormsSteps hook={hook} address={address} />
      </Dialog>
      <Dialog open={service === "typeform"} onOpenChange={() => show(null)} title="Connect Typeform">
        <TypeformSteps hook={hook} address={address} onDone={() => show(null)} />
      </Dialog>
      <Dialog open={service === "other"} onOpenChange={() => show(null)} title="Connect another form">
        <OtherFormsSteps address={address} />
      </Dialog>
    </div>
  );
}

/** For any other service with webhooks, and self-made forms. */
function OtherFormsSteps({ address }: { address: string }) {
  const html = `<form method="post" action="${address}">
  <label>Name <input name="name" required></label>
  <label>Email <input name="email" type="email" required></label>
  <label>Company <input name="company"></label>
  <label>Message <textarea name="message"></textarea></label>
  <button>Send</button>
</form>`;
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Tally, Webflow, Fillout, Facebook lead ads</h3>
        <Steps>
          <li>In your form's settings, find Webhooks or Integrations and add a webhook.</li>
          <li>
            Use this URL.
            <div className="mt-2">
              <CodeBlock what="webhook URL" code={address} />
            </div>
          </li>
          <li>Submit the form once. The response appears under Submissions.</li>
        </Steps>
        <p className="text-sm text-muted">
          Signing secrets from these services aren't checked. Facebook sends only a lead ID, so use an integration that
          sends the answers.
        </p>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">A form on your own website</h3>
        <p className="text-muted">
          Fields are recognized by name in many languages. Other answers are stored with the lead.
        </p>
        <CodeBlock what="form" code={html} />
      </section>
    </div>
  );
}

/** The script to paste, with URL and signing secret filled in. */
function GoogleFormsSteps({ hook, address }: { hook: FormHook; address: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Steps>
        <li>Open your form in Google Forms and choose Apps Script from the ⋮ menu.</li>
        <li>
          Replace the code there with this script.
          <div className="mt-2">
            <CodeBlock what="script" code={googleFormsScript({ url: address, secret: hook.signingSecret })} />
          </div>
        </li>
        <li>
          Save, choose <code className="font-mono">setUpWinnow</code> next to Run, click Run, and grant the permissions
          Google asks for.
        </li>
        <li>Submit your form once. The response appears under Submissions.</li>
      </Steps>
      <Notice title="The script contains a secret">
        Share it only with people you trust. Regenerating the webhook URL disables it.
      </Notice>
    </div>
  );
}

interface TypeformStepsProps {
  hook: FormHook;
  address: string;
  onDone: () => void;
}

/** Typeform's webhook and signing secret. */
function TypeformSteps({ hook, address, onDone }: TypeformStepsProps) {
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
