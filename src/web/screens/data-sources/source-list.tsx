import { useState } from "react";
import type { DataSource } from "#shared/contract/data-source.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { deleteDataSource } from "#web/api/data-sources.ts";
import { SourceRow } from "#web/screens/data-sources/source-row.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

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

export function SourceListSkeleton() {
  return (
    <div>
      <LoadingNote what="the data sources" />
      {[0, 1].map((row) => (
        <div key={row} className="flex flex-col gap-2.5 border-t border-line px-5 py-4 max-md:px-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-4 w-80 max-w-full" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      ))}
    </div>
  );
}
