import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { CRM_FACTS, CRM_NAMES, CRM_SEND_ON_LABELS } from "#shared/crm.ts";
import type { CrmConnection } from "#shared/contract/crm-connection.ts";
import { updateCrmConnection } from "#web/api/crm-connections.ts";
import { DestinationRow } from "#web/screens/integrations/destination-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

interface CrmCardProps {
  connections: readonly CrmConnection[];
  onConnect: () => void;
  onEdit: (id: string) => void;
}

/** The CRMs that leads are sent to. */
export function CrmCard({ connections, onConnect, onEdit }: CrmCardProps) {
  const { mutateAsync: update } = useMutation(updateCrmConnection);
  return (
    <Card
      flush
      title="CRM"
      description={`Send leads to ${CRM_NAMES}, without duplicates.`}
      actions={
        <Button size="small" icon={<Plus aria-hidden />} onClick={onConnect}>
          Connect CRM
        </Button>
      }
    >
      {connections.length > 0 && (
        <ul aria-label="CRM connections">
          {connections.map((connection) => (
            <DestinationRow
              key={connection.id}
              destination={connection}
              name={connection.name}
              facts={[CRM_FACTS[connection.kind].label, CRM_SEND_ON_LABELS[connection.sendOn]]}
              onToggle={(isActive) => update({ id: connection.id, change: { isActive } })}
              onEdit={() => onEdit(connection.id)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
