import { useQuery } from "@tanstack/react-query";
import { Plus, Send, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { WRITE_BACK_COLUMNS } from "#shared/contract/leads/write-back.ts";
import type { WebhookEndpoint } from "#shared/contract/webhook-endpoint.ts";
import { CRM_FACTS, CRM_NAMES, CRM_SEND_ON_LABELS } from "#shared/crm.ts";
import { WEBHOOK_KIND_LABELS } from "#shared/webhook-events.ts";
import { useAction } from "#web/actions/use-action.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useMay } from "#web/api/use-may.ts";
import { crmConnectionsQuery, updateCrmConnection } from "#web/api/crm-connections.ts";
import { testWebhookEndpoint, updateWebhookEndpoint, webhookEndpointsQuery } from "#web/api/webhooks.ts";
import { updateWriteBack, writeBacksQuery } from "#web/api/write-backs.ts";
import { formatCounted } from "#web/format/number.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { HeaderActions } from "#web/layout/header-actions.tsx";
import { Page } from "#web/layout/page.tsx";
import { DeliverySheet } from "#web/screens/integrations/delivery-sheet.tsx";
import { CrmDialog } from "#web/screens/integrations/crm/crm-dialog.tsx";
import { DestinationCard, DestinationRow } from "#web/screens/integrations/destination-row.tsx";
import { EndpointDialog } from "#web/screens/integrations/endpoint-dialog.tsx";
import { SheetDialog } from "#web/screens/integrations/sheets/sheet-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

export function IntegrationsScreen() {
  const mayManage = useMay("manage");
  return <Page>{mayManage ? <Integrations /> : <Notice>Only owners can manage integrations.</Notice>}</Page>;
}

/** Opens the form of a new CRM connection: "?new=crm". */
const NEW_CRM = { new: "crm" };
/** The same for a sheet that is written to. */
const NEW_SHEET = { new: "sheet" };

function Integrations() {
  const { data: endpoints, error, isFetching, refetch } = useQuery(webhookEndpointsQuery);
  const crms = useQuery(crmConnectionsQuery);
  const sheets = useQuery(writeBacksQuery);
  const { subject, open, close } = useDialogAddress("manage");
  const [query, setQuery] = useSearchParams();
  const add = (label: ReactNode): ReactNode => (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => open("new")}>
      {label}
    </Button>
  );
  const failure = error ?? crms.error ?? sheets.error;
  if (endpoints === undefined || crms.data === undefined || sheets.data === undefined) {
    return (
      <Card flush={failure === null}>
        {failure === null ? (
          <ListSkeleton />
        ) : (
          <ErrorPanel
            title="Couldn't load integrations"
            detail={detailOf(failure)}
            busy={isFetching || crms.isFetching || sheets.isFetching}
            onRetry={() => {
              void refetch();
              void crms.refetch();
              void sheets.refetch();
            }}
          />
        )}
      </Card>
    );
  }
  const connections = crms.data;
  const writeBacks = sheets.data;
  const isOf = (things: readonly { id: string }[], { new: ofNew }: { new: string }): boolean =>
    query.get("new") === ofNew || things.some(({ id }) => id === query.get("edit"));
  const isCrm = isOf(connections, NEW_CRM);
  const isSheet = isOf(writeBacks, NEW_SHEET);
  return (
    <>
      {endpoints.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Webhook />}
            title="No integrations yet"
            text="Send events to your own software with a webhook, or post new leads to Slack, Teams or Discord."
            action={add("Add integration")}
          />
        </Card>
      ) : (
        <>
          <HeaderActions>
            {add(
              <span>
                Add<span className="max-md:sr-only"> integration</span>
              </span>,
            )}
          </HeaderActions>
          <Card flush title="Integrations" description="Failed deliveries are retried for three days.">
            <ul aria-label="Integrations">
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} onEdit={() => open({ id: endpoint.id })} />
              ))}
            </ul>
          </Card>
        </>
      )}
      <DestinationCard
        title="CRM"
        description={`Send leads to ${CRM_NAMES}, without duplicates.`}
        listLabel="CRM connections"
        destinations={connections}
        factsOf={({ kind, sendOn }) => [CRM_FACTS[kind].label, CRM_SEND_ON_LABELS[sendOn]]}
        addLabel="Connect CRM"
        onAdd={() => setQuery(NEW_CRM)}
        update={updateCrmConnection}
        onEdit={(id) => open({ id })}
      />
      <DestinationCard
        title="Google Sheets"
        description="Write scores, statuses and owners next to each row of a source."
        listLabel="Sheets that are written to"
        destinations={writeBacks}
        factsOf={({ columns }) => [columns.map((column) => WRITE_BACK_COLUMNS[column]).join(", ")]}
        addLabel="Write to sheet"
        onAdd={() => setQuery(NEW_SHEET)}
        update={updateWriteBack}
        onEdit={(id) => open({ id })}
      />
      <EndpointDialog subject={isCrm || isSheet ? null : subject} endpoints={endpoints} onClose={close} />
      <CrmDialog
        subject={isCrm ? subject : null}
        connections={connections}
        onConnected={(id) => setQuery({ edit: id }, { replace: true })}
        onClose={close}
      />
      <SheetDialog subject={isSheet ? subject : null} writeBacks={writeBacks} onClose={close} />
      <DeliverySheet
        destinations={[
          ...endpoints.map(({ id, description, url }) => ({ id, name: description || url })),
          ...connections,
          ...writeBacks,
        ]}
      />
    </>
  );
}

function ListSkeleton() {
  return (
    <div>
      <LoadingNote what="the integrations" />
      {[0, 1].map((row) => (
        <div key={row} className="flex flex-col gap-2.5 border-b border-line px-5 py-4 last:border-b-0 max-md:px-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-4 w-80 max-w-full" />
        </div>
      ))}
    </div>
  );
}

/** A webhook or chat. */
function EndpointRow({ endpoint, onEdit }: { endpoint: WebhookEndpoint; onEdit: () => void }) {
  const { id, kind, url, description, events } = endpoint;
  const name = description || url;
  const test = useAction(testWebhookEndpoint);
  const sendTest = (): Promise<boolean> =>
    test.run(
      { params: { id } },
      {
        failed: "Failed to send the test",
        onDone: ({ state, answer, answerStatus }) => {
          if (state === "delivered") toast.success(`Test sent to ${name}`);
          else toast.error("The test wasn't delivered", [answerStatus, answer].filter(Boolean).join(": "));
        },
      },
    );

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
      update={updateWebhookEndpoint}
      onEdit={onEdit}
    />
  );
}
