import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type WriteBack, WRITE_BACK_COLUMNS } from "#shared/contract/leads/write-back.ts";
import { updateWriteBack } from "#web/api/write-backs.ts";
import { DestinationRow } from "#web/screens/integrations/destination-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

interface SheetCardProps {
  writeBacks: readonly WriteBack[];
  onAdd: () => void;
  onEdit: (id: string) => void;
}

/** The Google Sheets sources that leads are written back to. */
export function SheetCard({ writeBacks, onAdd, onEdit }: SheetCardProps) {
  const { mutateAsync: update } = useMutation(updateWriteBack);
  return (
    <Card
      flush
      title="Google Sheets"
      description="Write scores, statuses and owners next to each row of a source."
      actions={
        <Button size="small" icon={<Plus aria-hidden />} onClick={onAdd}>
          Write to sheet
        </Button>
      }
    >
      {writeBacks.length > 0 && (
        <ul aria-label="Sheets that are written to">
          {writeBacks.map((writeBack) => (
            <DestinationRow
              key={writeBack.id}
              destination={writeBack}
              name={writeBack.name}
              facts={[writeBack.columns.map((column) => WRITE_BACK_COLUMNS[column]).join(", ")]}
              onToggle={(isActive) => update({ id: writeBack.id, change: { isActive } })}
              onEdit={() => onEdit(writeBack.id)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
