import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { detailOf } from "#web/api/api-error.ts";
import { erasePerson } from "#web/api/people.ts";
import { erasureWords } from "#web/acts/personal-data/erasure-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface ErasePersonDialogProps {
  email: string;
  open: boolean;
  onClose: () => void;
}

/** Says what goes and what stays, and asks for the address once more: nothing brings it back. */
export function ErasePersonDialog({ email, open, onClose }: ErasePersonDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Erase this person?"
      description="This cannot be undone."
    >
      <EraseForm email={email} onClose={onClose} />
    </Dialog>
  );
}

function EraseForm({ email, onClose }: Omit<ErasePersonDialogProps, "open">) {
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const { mutateAsync, isPending } = useMutation(erasePerson);
  const erase = async (): Promise<void> => {
    if (typed.trim().toLowerCase() !== email.trim().toLowerCase()) {
      setComplaint("This is another address.");
      return;
    }
    try {
      const erasure = await mutateAsync(email);
      onClose();
      toast({ title: "Success", ...erasureWords(erasure, Date.now()) });
    } catch (error) {
      toast.error("The person could not be erased", detailOf(error));
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void erase();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 text-muted">
        <p>
          <strong className="font-semibold text-ink">What goes:</strong> the lead and its history, messages, form
          submissions, kept pages and rows of files, follow-ups, and the address wherever else it stands. Acts that
          would bring the person back can no longer be undone.
        </p>
        <p>
          <strong className="font-semibold text-ink">What stays:</strong> a salted hash, so that no source brings the
          person back; a name in other people&rsquo;s notes; backups made before, until they are rotated away.
        </p>
      </div>
      <Field label={`Type ${email} to confirm`} required error={complaint}>
        {(field) => (
          <Input
            {...field}
            type="email"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setComplaint(undefined);
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="destructive" busy={isPending} busyLabel="Erasing...">
          Erase for good
        </Button>
      </DialogActions>
    </form>
  );
}
