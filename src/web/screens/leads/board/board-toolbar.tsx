import { useId } from "react";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface BoardToolbarProps {
  /** The team's choice fields. */
  choices: readonly LeadFieldDefinition[];
  /** The key of one of them, "" for statuses. */
  by: string;
  onBy: (by: string) => void;
}

/** What the columns are: statuses or the options of a choice field. Absent without a choice. */
export function BoardToolbar({ choices, by, onBy }: BoardToolbarProps) {
  const id = useId();
  if (choices.length === 0) return null;
  const options = choices.map(({ key, name }) => ({ value: key, label: name }));
  return (
    <div className="flex items-center gap-2 px-5 pb-4 max-md:px-4 max-md:pb-3">
      <label htmlFor={id} className="text-sm text-muted">
        Columns
      </label>
      <Select
        id={id}
        className="w-52 max-md:flex-1"
        options={[{ value: "", label: "Status" }, ...options]}
        value={by}
        onChange={({ target }) => onBy(target.value)}
      />
    </div>
  );
}

interface NotLoadedProps {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

export function NotLoaded({ title, query: { error, isFetching, refetch } }: NotLoadedProps) {
  return (
    <div className="px-5 pb-4 max-md:px-4">
      <Notice tone="danger" live title={title}>
        {error !== null && <p>{detailOf(error)}</p>}
        <Button size="small" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}
