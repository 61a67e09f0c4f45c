import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { detailOf } from "#web/api/api-error.ts";
import { usersQuery } from "#web/api/users.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { AddPersonDialog } from "#web/screens/team/people/add-person-dialog.tsx";
import { InvitationDialog, type Invitation } from "#web/screens/team/people/invitation-dialog.tsx";
import { LAST_OWNER_NOTE, PEOPLE_COLUMNS, PersonRow } from "#web/screens/team/people/person-row.tsx";
import { usePersonActs } from "#web/screens/team/people/use-person-acts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { Table, TableSkeleton } from "#web/ui/table.tsx";

/** Everybody with an account. `ownId` is the account of who looks. */
export function PeopleTab({ ownId }: { ownId: string | null }) {
  const { data: users, error, isFetching, refetch } = useQuery(usersQuery);
  const dialog = useDialogAddress("accounts");
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const acts = usePersonActs(setInvitation);
  const owners = (users ?? []).filter(({ role, isActive }) => role === "owner" && isActive);
  return (
    <Card
      flush
      title="People"
      description="Who may sign in, and what each may do."
      actions={
        <Button variant="primary" size="small" icon={<UserPlus aria-hidden />} onClick={() => dialog.open("new")}>
          Add person
        </Button>
      }
    >
      {users === undefined && error !== null ? (
        <ErrorPanel
          title="The people could not be loaded"
          detail={detailOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Table label="People" columns={PEOPLE_COLUMNS} aria-busy={users === undefined}>
          {users === undefined ? (
            <TableSkeleton columns={PEOPLE_COLUMNS} rows={3} />
          ) : (
            users.map((user) => (
              <PersonRow
                key={user.id}
                user={user}
                isSelf={user.id === ownId}
                isLastOwner={owners.length === 1 && owners[0]?.id === user.id}
                acts={acts}
              />
            ))
          )}
        </Table>
      )}
      {owners.length === 1 && (
        <p id={LAST_OWNER_NOTE} className="border-t border-line px-5 py-3 text-sm text-muted wrap-anywhere max-md:px-4">
          <bdi>{owners[0]?.username}</bdi> is the only owner. Make somebody else owner before you change that account.
        </p>
      )}
      {users === undefined && error === null && <LoadingNote what="the people" />}
      <AddPersonDialog open={dialog.subject === "new"} onClose={dialog.close} onInvited={setInvitation} />
      <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />
      {acts.question}
    </Card>
  );
}
