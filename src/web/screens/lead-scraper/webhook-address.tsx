import { RegenerateWebhook } from "#web/screens/lead-scraper/regenerate-webhook.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

interface WebhookAddressProps {
  address: string;
  /** Whether the address is only this browser's way to the server. */
  isLocal: boolean;
}

/** The address, to be copied, and replaced when it got into wrong hands. */
export function WebhookAddress({ address, isLocal }: WebhookAddressProps) {
  return (
    <>
      <Field
        label="Webhook URL"
        required
        hint={
          isLocal
            ? "This is how your browser reaches Winnow. For services on the internet the operator sets WINNOW_PUBLIC_URL to the address under which they reach it."
            : "Whoever has this address can submit leads. Regenerate it if it got into wrong hands."
        }
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              aria-required={undefined}
              readOnly
              value={address}
              className="min-w-0 font-mono text-sm"
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={address} what="webhook URL" worded />
          </div>
        )}
      </Field>
      <div>
        <RegenerateWebhook />
      </div>
    </>
  );
}
