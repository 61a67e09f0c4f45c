import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "#web/api/session.ts";
import { OwnersOnly } from "#web/layout/owners-only.tsx";
import { Page } from "#web/layout/page.tsx";
import { useTabAddress } from "#web/layout/tab-address.ts";
import { AssignmentTab } from "#web/screens/team/assignment/assignment-tab.tsx";
import { AuditTab } from "#web/screens/team/audit/audit-tab.tsx";
import { LeadAccess } from "#web/screens/team/people/lead-access.tsx";
import { NobodyYet } from "#web/screens/team/people/nobody-yet.tsx";
import { PeopleTab } from "#web/screens/team/people/people-tab.tsx";
import { PersonalDataTab } from "#web/screens/team/personal-data/personal-data-tab.tsx";
import { TeamSessionsTab } from "#web/screens/team/sessions/team-sessions-tab.tsx";
import { TeamTokensTab } from "#web/screens/team/tokens/team-tokens-tab.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

export function TeamScreen() {
  const [tab, open] = useTabAddress(["people", "assignment", "sessions", "tokens", "audit", "personal-data"]);
  const { data: session } = useQuery(sessionQuery);
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
              content:
                session?.state === "open" ? (
                  <NobodyYet />
                ) : (
                  <div className="flex flex-col gap-6">
                    <PeopleTab ownId={session?.user?.id ?? null} />
                    <LeadAccess />
                  </div>
                ),
            },
            {
              value: "assignment",
              label: "Assignment",
              content: session?.state === "open" ? <NobodyYet /> : <AssignmentTab />,
            },
            {
              value: "sessions",
              label: "Browsers",
              content: session?.state === "open" ? <NobodyYet /> : <TeamSessionsTab />,
            },
            {
              value: "tokens",
              label: "API tokens",
              content: session?.state === "open" ? <NobodyYet /> : <TeamTokensTab />,
            },
            { value: "audit", label: "Audit log", content: <AuditTab /> },
            { value: "personal-data", label: "Personal data", content: <PersonalDataTab /> },
          ]}
        />
      </Page>
    </OwnersOnly>
  );
}
