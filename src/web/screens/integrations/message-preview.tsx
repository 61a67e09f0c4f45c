import { WEBHOOK_EVENT_LABELS, type WebhookEvent, type WebhookKind } from "#shared/webhook-events.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";

interface MessagePreviewProps {
  kind: WebhookKind;
  /** The first chosen event. */
  event: WebhookEvent | undefined;
  payload: "thin" | "full";
}

/** What a message looks like, for an example lead. */
export function MessagePreview({ kind, event, payload }: MessagePreviewProps) {
  if (event === undefined) return null;
  const isLead = event.startsWith("lead.");
  return (
    <Disclosure title="Preview">
      {kind === "webhook" ? (
        <ScrollRegion
          label="Preview of the payload"
          className="mt-2 max-h-56 overflow-auto rounded-md border border-line bg-canvas p-3"
        >
          <pre className="font-mono text-sm whitespace-pre">{JSON.stringify(exampleOf(event, payload), null, 2)}</pre>
        </ScrollRegion>
      ) : (
        <div className="mt-2 rounded-md border border-line bg-canvas p-3">
          <p className="font-semibold">
            {WEBHOOK_EVENT_LABELS[event]}
            {isLead && ": Jordan Example"}
          </p>
          {isLead && (
            <>
              <p>Example Company</p>
              <p>Score 70 (Budget 40, Timeline 30)</p>
              <p className="text-link">Open lead</p>
            </>
          )}
        </div>
      )}
    </Disclosure>
  );
}

function exampleOf(type: WebhookEvent, payload: "thin" | "full"): object {
  const timestamp = "2026-01-31T09:30:00.000Z";
  if (!type.startsWith("lead.")) {
    const data =
      type === "report.sent"
        ? { report: { id: "3", leadCount: 12 } }
        : { source: { kind: "google_sheets", id: "2", name: "Trade fair" } };
    return { type, timestamp, data };
  }
  const lead = {
    id: "42",
    name: "Jordan Example",
    company: "Example Company",
    email: "jordan@company.example",
    score: 70,
  };
  return { type, timestamp, data: { leadId: "42", ...(payload === "full" && { lead }) } };
}
