import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { usersQuery } from "#web/api/users.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { AddPersonDialog } from "#web/screens/team/people/add-person-dialog.tsx";
import { InvitationDialog, type Invitation } from "#web/screens/team/people/invitation-dialog.tsx";
import { LAST_OWNER_NOTE, PEOPLE_COLUMNS, PersonRow } from "#web/screens/team/people/person-row.tsx";
import { usePersonActions } from "#web/screens/team/people/use-person-actions.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { Table } from "#web/ui/table.tsx";

/** All accounts. `ownId` is the current user's. */
export function PeopleTab({ ownId }: { ownId: string | null }) {
  const query = useQuery(usersQuery);
  const { data: users, error } = query;
  const dialog = useDialogAddress("accounts");
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const showInvitation = (invited: Invitation): void => {
    if (invited.mail?.sent === true) toast.success(`Invitation sent to ${invited.mail.to}`);
    else setInvitation(invited);
  };
  const actions = usePersonActions(showInvitation);
  const owners = (users ?? []).filter(({ role, isActive }) => role === "owner" && isActive);
  return (
    <Card
      flush
      title="People"
      description="Who can sign in and what they can do."
      actions={
        <Button variant="primary" size="small" icon={<UserPlus aria-hidden />} onClick={() => dialog.open("new")}>
          Add person
        </Button>
      }
    >
      {users === undefined && error !== null ? (
        <QueryFailed what="people" query={query} />
      ) : (
        <Table label="People" columns={PEOPLE_COLUMNS} loading={{ what: "the people", rows: 3 }}>
          {users?.map((user) => (
            <PersonRow
              key={user.id}
              user={user}
              isSelf={user.id === ownId}
              isLastOwner={owners.length === 1 && owners[0]?.id === user.id}
              actions={actions}
            />
          ))}
        </Table>
      )}
      {owners.length === 1 && (
        <p id={LAST_OWNER_NOTE} className="border-t border-line px-5 py-3 text-sm text-muted wrap-anywhere max-md:px-4">
          <bdi>{owners[0]?.username}</bdi> is the only owner. Make someone else an owner before you change this account.
        </p>
      )}
      <AddPersonDialog open={dialog.subject === "new"} onClose={dialog.close} onInvited={showInvitation} />
      <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />
      {actions.question}
    </Card>
  );
}
