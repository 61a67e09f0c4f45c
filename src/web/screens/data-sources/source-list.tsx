import { useState } from "react";
import type { DataSource } from "#shared/contract/data-source.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { deleteDataSource } from "#web/api/data-sources.ts";
import { SourceRow } from "#web/screens/data-sources/source-row.tsx";

interface SourceListProps {
  sources: readonly DataSource[];
  onEdit: (id: string) => void;
}

export function SourceList({ sources, onEdit }: SourceListProps) {
  const [deleting, setDeleting] = useState<DataSource | null>(null);
  return (
    <>
      <ul aria-label="Data sources">
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            onEdit={() => onEdit(source.id)}
            onDelete={() => setDeleting(source)}
          />
        ))}
      </ul>
      <RemoveDialog
        item={deleting}
        mutation={deleteDataSource}
        words={({ name }) => ({
          title: "Delete this data source?",
          description: (
            <>
              “<bdi>{name}</bdi>” and its credentials are deleted. Its leads stay. You can undo this for 90 days.
            </>
          ),
          confirmLabel: "Delete data source",
          done: "Data source deleted successfully",
          failed: "Failed to delete data source",
        })}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}
