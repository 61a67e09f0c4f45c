import { RegenerateWebhook } from "#web/screens/lead-scraper/regenerate-webhook.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";

interface WebhookAddressProps {
  address: string;
  /** Whether the URL is built from this browser's address bar and may not work from elsewhere. */
  isLocal: boolean;
}

/** The URL, with buttons to copy and replace it. */
export function WebhookAddress({ address, isLocal }: WebhookAddressProps) {
  return (
    <>
      <Field
        label="Webhook URL"
        required
        hint={
          isLocal
            ? "Based on your browser's address. For public forms, ask your administrator to set WINNOW_PUBLIC_URL."
            : "Anyone with this URL can submit leads. Regenerate it if it leaks."
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
