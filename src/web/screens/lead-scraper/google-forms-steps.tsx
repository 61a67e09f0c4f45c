import type { FormHook } from "#shared/contract/form-submission.ts";
import { googleFormsScript } from "#shared/google-forms-script.ts";
import { CodeBlock } from "#web/screens/lead-scraper/code-block.tsx";
import { Steps } from "#web/screens/lead-scraper/steps.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** The script to paste, with URL and signing secret filled in. */
export function GoogleFormsSteps({ hook, address }: { hook: FormHook; address: string }) {
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
