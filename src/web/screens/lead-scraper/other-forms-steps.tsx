import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { Steps } from "#web/screens/lead-scraper/steps.tsx";

/** For any other service with webhooks, and self-made forms. */
export function OtherFormsSteps({ address }: { address: string }) {
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
