import type { FormHook } from "#shared/contract/form-submission.ts";
import { googleFormsScript } from "#shared/google-forms-script.ts";
import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { Steps } from "#web/screens/lead-scraper/steps.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** The script to paste, with the address and the signing secret filled in. */
export function GoogleFormsSteps({ hook, address }: { hook: FormHook; address: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Steps>
        <li>Open your form in Google Forms, and in its ⋮ menu choose Apps Script.</li>
        <li>
          Replace what is there by this script.
          <div className="mt-2">
            <CodeBlock what="script" code={googleFormsScript({ url: address, secret: hook.signingSecret })} />
          </div>
        </li>
        <li>
          Save it, choose <code className="font-mono">setUpWinnow</code> beside Run, press Run, and allow what Google
          asks for.
        </li>
        <li>Fill in your form once. The response appears below under Submissions.</li>
      </Steps>
      <Notice title="The script holds a secret">
        Only share the form's script with people who may send leads. Regenerating the webhook URL makes it worthless.
      </Notice>
    </div>
  );
}
