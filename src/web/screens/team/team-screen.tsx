import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "#web/api/session.ts";
import { OwnersOnly } from "#web/layout/owners-only.tsx";
import { Page } from "#web/layout/page.tsx";
import { useTabAddress } from "#web/layout/tab-address.ts";
import { AssignmentTab } from "#web/screens/team/assignment/assignment-tab.tsx";
import { AuditTab } from "#web/screens/team/audit/audit-tab.tsx";
import { LeadAccess } from "#web/screens/team/people/lead-access.tsx";
import { PeopleTab } from "#web/screens/team/people/people-tab.tsx";
import { PersonalDataTab } from "#web/screens/team/personal-data/personal-data-tab.tsx";
import { TeamTokensTab } from "#web/screens/team/tokens/team-tokens-tab.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { ReactNode } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { SessionList } from "#web/actions/sessions/session-list.tsx";
import { Card } from "#web/ui/card.tsx";
import { UsersRound } from "lucide-react";
import { Link } from "react-router";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";

export function TeamScreen() {
  const [tab, open] = useTabAddress(["people", "assignment", "sessions", "tokens", "audit", "personal-data"]);
  const { data: session } = useQuery(sessionQuery);
  const ofTeam = (content: ReactNode) => (session?.state === "open" ? <NobodyYet /> : content);
  return (
    <OwnersOnly what="the team and its audit log">
      <Page width={tab === "audit" ? "full" : "reading"}>
        <Tabs
          label="Team"
          value={tab}
          onChange={open}
          tabs={[
            {
              value: "people",
              label: "People",
              content: ofTeam(
                <div className="flex flex-col gap-6">
                  <PeopleTab ownId={session?.user?.id ?? null} />
                  <LeadAccess />
                </div>,
              ),
            },
            { value: "assignment", label: "Assignment", content: ofTeam(<AssignmentTab />) },
            { value: "sessions", label: "Browsers", content: ofTeam(<TeamSessionsTab />) },
            { value: "tokens", label: "API tokens", content: ofTeam(<TeamTokensTab />) },
            { value: "audit", label: "Audit log", content: <AuditTab /> },
            { value: "personal-data", label: "Personal data", content: <PersonalDataTab /> },
          ]}
        />
      </Page>
    </OwnersOnly>
  );
}

function TeamSessionsTab() {
  return (
    <Card flush title="Signed-in browsers" description="Where your team is signed in.">
      <SessionList whose="team" ownerOf={nameOf} />
    </Card>
  );
}

function nameOf({ username }: SessionRecord): ReactNode {
  return <bdi className="text-ink">{username}</bdi>;
}

/** Shown before the first account exists. */
function NobodyYet() {
  return (
    <Card>
      <EmptyState
        icon={<UsersRound />}
        title="No accounts yet"
        text="Create your own account first, then invite your team."
        action={
          <Link to={paths.account()} className={buttonClass("primary")}>
            Create first account
          </Link>
        }
      />
    </Card>
  );
}
