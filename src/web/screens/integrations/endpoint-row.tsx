import { useMutation } from "@tanstack/react-query";
import { History, Pause, Play, Send, Settings } from "lucide-react";
import { useId } from "react";
import { useSearchParams } from "react-router";
import type { WebhookEndpoint } from "#shared/contract/webhook-endpoint.ts";
import { WEBHOOK_KIND_LABELS } from "#shared/webhook-events.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { testWebhookEndpoint, updateWebhookEndpoint } from "#web/api/webhooks.ts";
import { formatCounted } from "#web/format/number.ts";
import { LOG_PARAMETER } from "#web/screens/integrations/delivery-sheet.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";

/** An integration with its state and its actions. */
export function EndpointRow({ endpoint, onEdit }: { endpoint: WebhookEndpoint; onEdit: () => void }) {
  const { id, kind, url, description, events, isActive, lastDelivery, failingSince, lastError, waiting } = endpoint;
  const headingId = useId();
  const name = description || url;
  const [, setQuery] = useSearchParams();
  const test = useMutation(testWebhookEndpoint);
  const update = useMutation(updateWebhookEndpoint);
  const undoAction = useUndo();

  const sendTest = async (): Promise<void> => {
    try {
      const { state, answer, answerStatus } = await test.mutateAsync(id);
      if (state === "delivered") toast.success(`Test sent to ${name}`);
      else toast.error("The test wasn't delivered", [answerStatus, answer].filter(Boolean).join(": "));
    } catch (error) {
      toast.error("Failed to send the test", detailOf(error));
    }
  };
  const toggle = async (): Promise<void> => {
    try {
      const { actId } = await update.mutateAsync({ id, change: { isActive: !isActive } });
      toast.success(`${name} ${isActive ? "paused" : "resumed"}`, undoAction(actId));
    } catch (error) {
      toast.error("Failed to update the integration", detailOf(error));
    }
  };

  return (
    <li aria-labelledby={headingId} className="border-t border-line px-5 py-4 max-md:px-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1.5">
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
            <h3 id={headingId} dir="auto" title={name} className="line-clamp-2 font-semibold wrap-anywhere">
              {name}
            </h3>
            <EndpointStatus endpoint={endpoint} />
          </div>
          <p className="flex min-w-0 flex-wrap gap-x-3 text-sm text-muted">
            <span>{WEBHOOK_KIND_LABELS[kind]}</span>
            {description !== "" && <span className="min-w-0 truncate">{url}</span>}
            <span>{formatCounted(events.length, "event type")}</span>
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>
              Last delivery: <RelativeTime time={lastDelivery} absent="Never" />
            </span>
            {waiting > 0 && <span>{formatCounted(waiting, "delivery", "deliveries")} waiting</span>}
          </p>
          {failingSince !== null && lastError !== "" && (
            <p className="text-sm wrap-anywhere text-danger-ink">{lastError}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-1">
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
          <Button
            size="small"
            icon={<History aria-hidden />}
            aria-label={`View log of ${name}`}
            onClick={() => setQuery({ [LOG_PARAMETER]: id })}
          >
            View log
          </Button>
          <IconButton
            label={`${isActive ? "Pause" : "Resume"} ${name}`}
            icon={isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => void toggle()}
          />
          <IconButton label={`Settings for ${name}`} icon={<Settings aria-hidden />} onClick={onEdit} />
        </div>
      </div>
    </li>
  );
}

function EndpointStatus({ endpoint: { isActive, disabledAt, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (!isActive)
    return (
      <Status tone={disabledAt === null ? "neutral" : "danger"}>{disabledAt === null ? "Paused" : "Turned off"}</Status>
    );
  return failingSince === null ? <Status tone="success">Active</Status> : <Status tone="danger">Failing</Status>;
}
