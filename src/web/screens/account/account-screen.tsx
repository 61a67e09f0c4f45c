import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import type { Role } from "#shared/roles.ts";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { FirstOwnerForm } from "#web/actions/sign-in/first-owner-form.tsx";
import { useSignOut } from "#web/actions/use-sign-out.ts";
import { endOtherSessions, sessionQuery, sessionsQuery } from "#web/api/session.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import { Page } from "#web/layout/page.tsx";
import { AssistantCard } from "#web/screens/account/assistant-card.tsx";
import { DigestCard } from "#web/screens/account/digest-card.tsx";
import { PasswordCard } from "#web/screens/account/password-card.tsx";
import { SecondFactorCard } from "#web/screens/account/second-factor-card.tsx";
import { TokensCard } from "#web/screens/account/tokens-card.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { useState } from "react";
import { useAction } from "#web/actions/use-action.ts";
import { SessionList } from "#web/actions/sessions/session-list.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

/**
 * The user's own account: password, two-factor authentication, sessions and tokens. Before any account exists, creates
 * the first.
 */
export function AccountScreen() {
  const query = useQuery(sessionQuery);
  const { data } = query;
  // Behind the sign-in form, the screen stays as it was.
  const session = useLastShown(data === undefined || data.state === "signed-out" ? null : data);
  if (session === null) {
    return (
      <Page>
        <FailedCard what="your account" query={query} />
      </Page>
    );
  }
  const { user, role } = session;
  if (user === null || role === null) {
    return (
      <Page>
        <FirstOwnerCard />
      </Page>
    );
  }
  return (
    <Page>
      <PersonCard username={user.username} role={role} />
      <div className="grid items-start gap-6 max-md:gap-4 xl:grid-cols-2">
        <PasswordCard username={user.username} hasPassword={user.hasPassword} />
        {user.hasPassword && <SecondFactorCard username={user.username} isOn={user.hasSecondFactor} />}
      </div>
      <DigestCard />
      <SessionsCard />
      <TokensCard role={role} hasPassword={user.hasPassword} />
      <AssistantCard />
    </Page>
  );
}

/** Explains that no account exists yet, and creates the first one. */
function FirstOwnerCard() {
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

function PersonCard({ username, role }: { username: string; role: Role }) {
  const signOut = useSignOut();
  const { label, meaning } = ROLE_WORDS[role];
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={username} />
        <div className="min-w-48 flex-1">
          <p className="text-lg font-semibold wrap-anywhere">
            <bdi>{username}</bdi>
          </p>
          <p className="text-muted">
            {label}. {meaning}
          </p>
        </div>
        <Button
          icon={<LogOut aria-hidden />}
          busy={signOut.running}
          busyLabel="Signing out..."
          onClick={() => void signOut.run()}
        >
          Sign out
        </Button>
      </div>
    </Card>
  );
}

function SessionsCard() {
  const { data: sessions } = useQuery(sessionsQuery("own"));
  const { run, isPending } = useAction(endOtherSessions);
  const [asks, setAsks] = useState(false);
  const others = (sessions ?? []).filter(({ isCurrent }) => !isCurrent);
  const endOthers = (): Promise<boolean> =>
    run(undefined, { done: "All other browsers signed out", failed: "Failed to sign out other browsers" });
  return (
    <Card
      flush
      title="Signed-in browsers"
      description="Don't recognize one? Sign it out and change your password."
      actions={
        others.length > 1 && (
          <Button size="small" busy={isPending} onClick={() => setAsks(true)}>
            Sign out all others
          </Button>
        )
      }
    >
      <SessionList whose="own" />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Sign out all other browsers?"
        description="You stay signed in here."
        confirmLabel="Sign out"
        onConfirm={() => void endOthers()}
      />
    </Card>
  );
}
