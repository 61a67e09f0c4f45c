import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { ErasePersonDialog } from "#web/acts/personal-data/erase-person-dialog.tsx";
import { saveAs } from "#web/acts/save-as.ts";
import { detailOf } from "#web/api/api-error.ts";
import { readPerson } from "#web/api/people.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface PersonDataActsProps {
  email: string;
  /** Whether there is an address to act on. */
  disabled?: boolean;
}

/** What an owner does for a person who asks what is known of them, or wants to be forgotten. */
export function PersonDataActs({ email, disabled = false }: PersonDataActsProps) {
  const [isErasing, setErasing] = useState(false);
  const { mutateAsync, isPending } = useMutation(readPerson);
  const download = async (): Promise<void> => {
    try {
      const data = await mutateAsync(email);
      const isEmpty = Object.keys(data.records).length === 0;
      const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
      if (!isEmpty) saveAs(file, `personal-data-${data.at.slice(0, 10)}.json`);
      toast.success(isEmpty ? "Nothing is known about this address" : "Everything known was downloaded");
    } catch (error) {
      toast.error("The data could not be collected", detailOf(error));
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Download aria-hidden />}
        disabled={disabled}
        busy={isPending}
        busyLabel="Collecting..."
        onClick={() => void download()}
      >
        Download everything
      </Button>
      <Button icon={<Trash2 aria-hidden />} disabled={disabled} onClick={() => setErasing(true)}>
        Erase person
      </Button>
      <ErasePersonDialog email={email} open={isErasing} onClose={() => setErasing(false)} />
    </div>
  );
}
