import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { Steps } from "#web/screens/lead-scraper/steps.tsx";

/** Every other service that can call an address, and forms of one's own. */
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
          <li>In the settings of your form look for Webhooks or Integrations, and add a webhook.</li>
          <li>
            Give it this address.
            <div className="mt-2">
              <CodeBlock what="webhook URL" code={address} />
            </div>
          </li>
          <li>Send the form once. It appears below under Submissions.</li>
        </Steps>
        <p className="text-sm text-muted">
          A signing secret of theirs is not checked: the address itself lets in. Facebook announces only the number of a
          lead, so use an integration that sends the lead's answers.
        </p>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">A form on your own website</h3>
        <p className="text-muted">
          Fields are understood by their names, in many languages; what has no field of its own stays with the lead.
        </p>
        <CodeBlock what="form" code={html} />
      </section>
    </div>
  );
}
