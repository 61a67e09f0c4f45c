import { type SubmitEvent, useState } from "react";
import { useAction } from "#web/actions/use-action.ts";
import { erasePerson } from "#web/api/people.ts";
import { erasureWords } from "#web/actions/personal-data/erasure-words.ts";
import { TextField } from "#web/ui/fields/fields.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";

interface ErasePersonDialogProps {
  email: string;
  open: boolean;
  onClose: () => void;
}

/** Explains what is erased and asks to retype the address, as it can't be undone. */
export function ErasePersonDialog({ email, open, onClose }: ErasePersonDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Erase this person?"
      description="This can't be undone."
    >
      <EraseForm email={email} onClose={onClose} />
    </Dialog>
  );
}

function EraseForm({ email, onClose }: Omit<ErasePersonDialogProps, "open">) {
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const erasing = useAction(erasePerson);
  const erase = async (): Promise<void> => {
    if (typed.trim().toLowerCase() !== email.trim().toLowerCase()) {
      setComplaint("The address doesn't match.");
      return;
    }
    await erasing.run(
      { params: { email } },
      {
        done: (erasure) => ({ title: "Success", ...erasureWords(erasure, Date.now()) }),
        failed: "Failed to erase the person",
        onDone: onClose,
      },
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void erase();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 text-muted">
        <p>
          <strong className="font-semibold text-ink">Erased:</strong> the lead and its history, messages, form
          submissions, stored pages, imported rows, follow-ups, and every other copy of the address. Actions that would
          bring the person back can no longer be undone.
        </p>
        <p>
          <strong className="font-semibold text-ink">Kept:</strong> a salted hash that stops sources from adding the
          person again, names in other people&rsquo;s notes, and older backups until they expire.
        </p>
      </div>
      <TextField
        label={`Type ${email} to confirm`}
        required
        error={complaint}
        type="email"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setComplaint(undefined);
        }}
        literal
        autoCapitalize="none"
      />
      <SubmitActions
        label="Erase permanently"
        busy={erasing.isPending}
        busyLabel="Erasing..."
        variant="destructive"
        onCancel={onClose}
      />
    </form>
  );
}
