import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { attempt } from "#web/actions/attempt.ts";
import { ErasePersonDialog } from "#web/actions/personal-data/erase-person-dialog.tsx";
import { saveAs } from "#web/actions/save-as.ts";
import { readPerson } from "#web/api/people.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface PersonDataActionsProps {
  email: string;
  /** Set while there is no address to act on. */
  disabled?: boolean;
}

/** Owner actions for privacy requests: export and erase. */
export function PersonDataActions({ email, disabled = false }: PersonDataActionsProps) {
  const [isErasing, setErasing] = useState(false);
  const { mutateAsync, isPending } = useMutation(readPerson);
  const download = (): Promise<void> =>
    attempt("Failed to collect the data", async () => {
      const data = await mutateAsync({ params: { email } });
      const isEmpty = Object.keys(data.records).length === 0;
      const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
      if (!isEmpty) saveAs(file, `personal-data-${data.at.slice(0, 10)}.json`);
      toast.success(isEmpty ? "No data found for this address" : "Personal data downloaded");
    });
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
