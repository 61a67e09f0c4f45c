import { FirstOwnerForm } from "#web/actions/sign-in/first-owner-form.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Explains that no account exists yet, and creates the first one. */
export function FirstOwnerCard() {
  return (
    <Card
      title="No accounts yet"
      description="Only this computer can reach Winnow, and anyone using it is an owner."
      className="max-w-2xl"
    >
      <p className="mb-5">
        Create an account to invite your team or to use Winnow from other devices. You'll be an owner, and everyone has
        to sign in from then on.
      </p>
      <FirstOwnerForm onCreated={(name) => toast.success(`Signed in as ${name}. Everyone has to sign in now.`)} />
    </Card>
  );
}
