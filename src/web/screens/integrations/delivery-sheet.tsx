import { useQuery } from "@tanstack/react-query";
import { RotateCcw, Send } from "lucide-react";
import { useSearchParams } from "react-router";
import type { DeliveryState, WebhookDelivery } from "#shared/contract/webhook-endpoint.ts";
import { WEBHOOK_EVENT_LABELS, type WebhookEvent } from "#shared/webhook-events.ts";
import { useAction } from "#web/actions/use-action.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { deliveriesQuery, replayDelivery } from "#web/api/webhooks.ts";
import { formatCounted } from "#web/format/number.ts";
import { dateAndTime } from "#web/format/relative-time.ts";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";
import { Status, type StatusTone } from "#web/ui/status.tsx";

/** Opens an integration's deliveries: "?deliveries=7". */
export const LOG_PARAMETER = "deliveries";

const STATES: Record<DeliveryState, { word: string; tone: StatusTone }> = {
  waiting: { word: "Waiting", tone: "warning" },
  delivered: { word: "Delivered", tone: "success" },
  failed: { word: "Failed", tone: "danger" },
};

const OTHER_LABELS: Readonly<Record<string, string>> = { "lead.sent": "Sent by hand", "sheet.filled": "Every row" };

/** Where deliveries go. */
interface Destination {
  id: string;
  name: string;
}

/** A destination's deliveries; open while the URL names it. */
export function DeliverySheet({ destinations }: { destinations: readonly Destination[] }) {
  const [query, setQuery] = useSearchParams();
  const asked = destinations.find(({ id }) => id === query.get(LOG_PARAMETER)) ?? null;
  const shown = useLastShown(asked);
  return (
    <Sheet
      open={asked !== null}
      onOpenChange={() => setQuery({})}
      title={shown === null ? "" : `Deliveries to ${shown.name}`}
      description="The latest 50. Deliveries are kept for 30 days."
    >
      {shown !== null && <Deliveries key={shown.id} endpointId={shown.id} />}
    </Sheet>
  );
}

function Deliveries({ endpointId }: { endpointId: string }) {
  const query = useQuery(deliveriesQuery(endpointId));
  const { data: deliveries, error } = query;
  if (deliveries === undefined && error !== null) {
    return <QueryFailed what="deliveries" query={query} />;
  }
  if (deliveries === undefined) {
    return <LoadingBars what="the deliveries" className="flex flex-col gap-3" bars={["h-16 w-full", "h-16 w-full"]} />;
  }
  if (deliveries.length === 0) {
    return (
      <EmptyState icon={<Send />} title="Nothing sent yet" text="Events appear here as soon as something happens." />
    );
  }
  return (
    <ul aria-label="Deliveries" className="-mt-2">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} endpointId={endpointId} delivery={delivery} />
      ))}
    </ul>
  );
}

function Delivery({ endpointId, delivery }: { endpointId: string; delivery: WebhookDelivery }) {
  const { type, state, createdAt, attempts, nextAttempt, answerStatus, answer, payload, messageId } = delivery;
  const { word, tone } = STATES[state];
  const label = WEBHOOK_EVENT_LABELS[type as WebhookEvent] ?? OTHER_LABELS[type] ?? "Test";
  const replay = useAction(replayDelivery);
  const sendAgain = (): Promise<boolean> =>
    replay.run(
      { params: { id: endpointId, deliveryId: delivery.id } },
      {
        failed: "Failed to replay the delivery",
        onDone: (sent) => {
          if (sent.state === "delivered") toast.success(`${label} delivered`);
          else if (sent.state === "waiting" && sent.attempts === 0) toast.success(`${label} will be sent again`);
          else toast.error(`${label} wasn't delivered`, sent.answer);
        },
      },
    );
  return (
    <li className="flex flex-col gap-1.5 border-b border-line py-3.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold">{label}</h3>
        <Status tone={tone}>{word}</Status>
        <span className="text-sm text-muted">
          <RelativeTime time={createdAt} />
        </span>
        <Button
          size="small"
          className="ml-auto"
          icon={<RotateCcw aria-hidden />}
          busy={replay.isPending}
          busyLabel="Sending..."
          aria-label={`Replay ${label}, ${dateAndTime(createdAt)}`}
          onClick={() => void sendAgain()}
        >
          Replay
        </Button>
      </div>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{formatCounted(attempts, "attempt")}</span>
        {answerStatus !== null && <span>Answer: {answerStatus}</span>}
        {state === "waiting" && nextAttempt !== null && <span>Next try: {dateAndTime(nextAttempt)}</span>}
      </p>
      {answer !== "" && <p className="font-mono text-sm wrap-anywhere">{answer}</p>}
      {payload !== null && (
        <Disclosure title="Payload">
          <p className="mt-1 font-mono text-sm break-all text-muted">{messageId}</p>
          <ScrollRegion
            label={`Payload of ${label}`}
            className="mt-1.5 max-h-72 overflow-auto rounded-md border border-line bg-canvas p-3"
          >
            <pre className="font-mono text-sm whitespace-pre">{indented(payload)}</pre>
          </ScrollRegion>
        </Disclosure>
      )}
    </li>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
