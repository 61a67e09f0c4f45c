import { useQuery } from "@tanstack/react-query";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { sessionQuery } from "#web/api/session.ts";
import { Page } from "#web/layout/page.tsx";
import { AssistantCard } from "#web/screens/account/assistant-card.tsx";
import { DigestCard } from "#web/screens/account/digest-card.tsx";
import { FirstOwnerCard } from "#web/screens/account/first-owner-card.tsx";
import { PasswordCard } from "#web/screens/account/password-card.tsx";
import { PersonCard } from "#web/screens/account/person-card.tsx";
import { SecondFactorCard } from "#web/screens/account/second-factor-card.tsx";
import { SessionsCard } from "#web/screens/account/sessions-card.tsx";
import { TokensCard } from "#web/screens/account/tokens-card.tsx";
import { Card } from "#web/ui/card.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

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
        <Card>
          <QueryFailed what="your account" query={query} />
        </Card>
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
