import { UserCheck } from "lucide-react";
import { useState } from "react";
import { PersonDataActions } from "#web/actions/personal-data/person-data-actions.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { readmitPerson } from "#web/api/people.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";

/** Privacy requests of anyone outside, by email address, lead or not. */
export function PersonalDataTab() {
  const [typed, setTyped] = useState("");
  const { run, isPending } = useAction(readmitPerson);
  const email = typed.trim();
  const isAddress = /^[^\s@]+@[^\s@]+$/u.test(email);
  const allowAgain = (): Promise<boolean> =>
    run({ params: { email } }, { done: `Sources can add ${email} again`, failed: "Failed to allow this person" });
  return (
    <Card title="Personal data" description="Handle access and erasure requests.">
      <div className="flex flex-col gap-5">
        <TextField
          label="Email address"
          required
          hint="Searches leads, messages, submissions, pages, files and history."
          type="email"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          literal
          autoCapitalize="none"
        />
        <PersonDataActions email={email} disabled={!isAddress} />
        <div className="flex flex-col items-start gap-2 border-t border-line pt-5">
          <p className="text-sm text-muted">Erased people stay blocked from every source until you allow them again.</p>
          <Button
            icon={<UserCheck aria-hidden />}
            disabled={!isAddress}
            busy={isPending}
            busyLabel="Allowing..."
            onClick={() => void allowAgain()}
          >
            Allow again
          </Button>
        </div>
      </div>
    </Card>
  );
}
