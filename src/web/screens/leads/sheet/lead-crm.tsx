import { ExternalLink } from "lucide-react";
import type { LeadInCrm } from "#shared/contract/crm-connection.ts";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { CRM_FACTS } from "#shared/crm.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useAction } from "#web/actions/use-action.ts";
import { sendLeadToCrm } from "#web/api/crm-connections.ts";
import { DetailRow } from "#web/screens/leads/sheet/detail-row.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

/** The lead's records in CRMs, and why one is missing. */
export function LeadCrmRows({ crm }: { crm: readonly LeadInCrm[] }) {
  return crm
    .filter(({ url, error, isWaiting }) => url !== null || error !== "" || isWaiting)
    .map(({ connectionId, kind, url, sentAt, error, isWaiting }) => (
      <DetailRow
        key={connectionId}
        label={CRM_FACTS[kind].label}
        note={error !== "" && <p className="text-sm wrap-anywhere text-danger-ink">{error}</p>}
      >
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 py-1.5 touch:py-3">
          {url === null ? (
            <span className="text-muted">{isWaiting ? "Waiting to be sent" : "Not sent"}</span>
          ) : (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex items-center gap-1.5 rounded-sm text-link underline decoration-line underline-offset-3 hover:decoration-link"
            >
              In {CRM_FACTS[kind].label}
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
          {sentAt !== null && (
            <span className="text-sm text-muted">
              Sent: <RelativeTime time={sentAt} />
            </span>
          )}
        </span>
      </DetailRow>
    ));
}

/** Sends a lead to a CRM by hand. */
export function useSendToCrm(lead: LeadDetail): (crm: LeadInCrm) => Promise<boolean> {
  const { run } = useAction(sendLeadToCrm);
  return ({ connectionId, kind }) => {
    const what = `${leadTitle(lead)} to ${CRM_FACTS[kind].label}`;
    return run(
      { params: { id: lead.id, connectionId } },
      { done: `Sending ${what}`, failed: `Failed to send ${what}` },
    );
  };
}
