import type { HostedForm } from "#shared/contract/hosted-form.ts";
import { formMarkup, htmlOf } from "#shared/hosted-form-markup.ts";
import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** The three ways to use a form: a link, a script tag and plain HTML. */
export function EmbedSteps({ form }: { form: HostedForm }) {
  const address = `${form.origin ?? location.origin}${form.path}`;
  return (
    <div className="flex flex-col gap-5">
      {form.origin === null && (
        <Notice>
          Based on your browser's address. For public forms, ask your administrator to set WINNOW_PUBLIC_URL.
        </Notice>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Link</h3>
        <CodeBlock what="form link" code={address} />
        <a href={address} target="_blank" rel="noreferrer" className="self-start text-sm text-link underline">
          Open the form
        </a>
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">Script</h3>
        <p className="text-muted">
          Shows the form where the script is, in your website&apos;s style, and follows later changes.
        </p>
        <CodeBlock what="script tag" code={`<script src="${address}/form.js" async></script>`} />
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">HTML</h3>
        <p className="text-muted">Works without JavaScript. Paste it again after you change the form.</p>
        <CodeBlock what="form HTML" code={htmlOf(formMarkup(form, address))} />
      </section>
    </div>
  );
}
