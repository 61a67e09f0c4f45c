import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { detailOf } from "#web/api/api-error.ts";
import { regenerateFormHook } from "#web/api/forms.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface WebhookAddressProps {
  address: string;
  /** Whether the address is only this browser's way to the server. */
  isLocal: boolean;
}

/** The address, to be copied, and replaced when it got into wrong hands. */
export function WebhookAddress({ address, isLocal }: WebhookAddressProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useMutation(regenerateFormHook);
  const regenerate = async (): Promise<void> => {
    try {
      await mutateAsync();
      toast.success("Webhook URL regenerated successfully");
    } catch (error) {
      toast.error("Failed to regenerate the webhook URL", detailOf(error));
    }
  };
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
        <Button size="small" icon={<RefreshCw aria-hidden />} onClick={() => setAsking(true)}>
          Regenerate
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Regenerate the webhook URL?"
        description="Forms that still send to the present address will be refused until you give them the new one. This cannot be undone."
        confirmLabel="Regenerate"
        onConfirm={() => void regenerate()}
      />
    </>
  );
}
