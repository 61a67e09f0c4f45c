import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PersonData } from "#shared/contract/person.ts";
import { useAction } from "#web/actions/use-action.ts";
import { ErasePersonDialog } from "#web/actions/personal-data/erase-person-dialog.tsx";
import { saveAs } from "#web/actions/save-as.ts";
import { readPerson } from "#web/api/people.ts";
import { Button } from "#web/ui/button.tsx";

interface PersonDataActionsProps {
  email: string;
  /** Set while there is no address to act on. */
  disabled?: boolean;
}

/** Owner actions for privacy requests: export and erase. */
export function PersonDataActions({ email, disabled = false }: PersonDataActionsProps) {
  const [isErasing, setErasing] = useState(false);
  const { run, isPending } = useAction(readPerson);
  const download = (): Promise<boolean> =>
    run(
      { params: { email } },
      {
        done: (data) => (isEmpty(data) ? "No data found for this address" : "Personal data downloaded"),
        failed: "Failed to collect the data",
        onDone: (data) => {
          const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
          if (!isEmpty(data)) saveAs(file, `personal-data-${data.at.slice(0, 10)}.json`);
        },
      },
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Download aria-hidden />}
        disabled={disabled}
        busy={isPending}
        busyLabel="Collecting..."
        onClick={() => void download()}
      >
        Download data
      </Button>
      <Button icon={<Trash2 aria-hidden />} disabled={disabled} onClick={() => setErasing(true)}>
        Erase person
      </Button>
      <ErasePersonDialog email={email} open={isErasing} onClose={() => setErasing(false)} />
    </div>
  );
}

function isEmpty({ records }: PersonData): boolean {
  return Object.keys(records).length === 0;
}
