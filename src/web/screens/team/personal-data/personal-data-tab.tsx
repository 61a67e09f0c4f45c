import { useMutation } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useState } from "react";
import { PersonDataActs } from "#web/acts/personal-data/person-data-acts.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { readmitPerson } from "#web/api/people.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** What is known of anybody outside, by their e-mail address, whether there is a lead of theirs or not. */
export function PersonalDataTab() {
  const [typed, setTyped] = useState("");
  const { mutateAsync, isPending } = useMutation(readmitPerson);
  const email = typed.trim();
  const isAddress = /^[^\s@]+@[^\s@]+$/u.test(email);
  const readmit = async (): Promise<void> => {
    try {
      await mutateAsync(email);
      toast.success("This person can come in again");
    } catch (error) {
      toast.error("Nobody was let in", detailOf(error));
    }
  };
  return (
    <Card title="Personal data" description="For a person who asks what is known about them, or wants to be forgotten.">
      <div className="flex flex-col gap-5">
        <Field
          label="E-mail address"
          required
          hint="In any case. Leads, messages, submissions, pages, files and history are searched."
        >
          {(field) => (
            <Input
              {...field}
              type="email"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <PersonDataActs email={email} disabled={!isAddress} />
        <div className="flex flex-col items-start gap-2 border-t border-line pt-5">
          <p className="text-sm text-muted">
            Somebody who was erased is kept out, whatever source tells of them, until you let them in again.
          </p>
          <Button
            icon={<UserCheck aria-hidden />}
            disabled={!isAddress}
            busy={isPending}
            busyLabel="Letting in..."
            onClick={() => void readmit()}
          >
            Let in again
          </Button>
        </div>
      </div>
    </Card>
  );
}
