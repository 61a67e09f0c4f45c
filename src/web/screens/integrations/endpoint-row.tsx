import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import type { WebhookEndpoint } from "#shared/contract/webhook-endpoint.ts";
import { WEBHOOK_KIND_LABELS } from "#shared/webhook-events.ts";
import { attempt } from "#web/actions/attempt.ts";
import { testWebhookEndpoint, updateWebhookEndpoint } from "#web/api/webhooks.ts";
import { formatCounted } from "#web/format/number.ts";
import { DestinationRow } from "#web/screens/integrations/destination-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** A webhook or chat. */
export function EndpointRow({ endpoint, onEdit }: { endpoint: WebhookEndpoint; onEdit: () => void }) {
  const { id, kind, url, description, events } = endpoint;
  const name = description || url;
  const test = useMutation(testWebhookEndpoint);
  const update = useMutation(updateWebhookEndpoint);

  const sendTest = (): Promise<void> =>
    attempt("Failed to send the test", async () => {
      const { state, answer, answerStatus } = await test.mutateAsync(id);
      if (state === "delivered") toast.success(`Test sent to ${name}`);
      else toast.error("The test wasn't delivered", [answerStatus, answer].filter(Boolean).join(": "));
    });

  return (
    <DestinationRow
      destination={endpoint}
      name={name}
      facts={[
        WEBHOOK_KIND_LABELS[kind],
        ...(description === "" ? [] : [url]),
        formatCounted(events.length, "event type"),
      ]}
      actions={
        <Button
          size="small"
          icon={<Send aria-hidden />}
          busy={test.isPending}
          busyLabel="Sending..."
          aria-label={`Send test to ${name}`}
          onClick={() => void sendTest()}
        >
          Send test
        </Button>
      }
      onToggle={(isActive) => update.mutateAsync({ id, change: { isActive } })}
      onEdit={onEdit}
    />
  );
}
