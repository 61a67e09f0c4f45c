import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { User } from "#shared/contract/user.ts";
import type { Role } from "#shared/roles.ts";
import { useAction } from "#web/actions/use-action.ts";
import { leadPageQuery } from "#web/api/leads/lead-list.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { deleteUser, revokeInvitation, updateUser } from "#web/api/users.ts";
import { formatTotalOf } from "#web/format/number.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import type { Invitation } from "#web/screens/team/people/invitation-dialog.tsx";
import { NewLinkDialog } from "#web/screens/team/people/new-link-dialog.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { LabeledSelect } from "#web/ui/fields/labeled.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

interface Question {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  run: (leadsTo: string) => Promise<boolean>;
  /** Whose leads someone else may take over. */
  leadsOf?: User;
}

export interface PersonActions {
  setRole: (user: User, role: Role, isSelf: boolean) => void;
  setActive: (user: User, isActive: boolean) => void;
  newLink: (user: User) => void;
  revoke: (user: User) => void;
  remove: (user: User) => void;
  /** The dialogs; render them anywhere. */
  question: ReactNode;
}

/** Actions on an account; destructive ones ask first. */
export function usePersonActions(onInvited: (invitation: Invitation) => void): PersonActions {
  const updating = useAction(updateUser);
  const revoking = useAction(revokeInvitation);
  const removing = useAction(deleteUser);
  const [asked, setAsked] = useState<Question | null>(null);
  const [heir, setHeir] = useState("");
  const [linked, setLinked] = useState<User | null>(null);
  const shown = useLastShown(asked);

  const setRole = ({ id, username }: User, role: Role): Promise<boolean> =>
    updating.run(
      { params: { id }, body: { role } },
      { done: `${username} is now ${withArticle(role)}`, failed: "Failed to change role" },
    );

  return {
    setRole: (user, role, isSelf) => {
      if (!isSelf) return void setRole(user, role);
      setAsked({
        title: "Change your own role?",
        description: `As ${withArticle(role)}, you can't manage the team. Only another owner can make you an owner again.`,
        confirmLabel: "Change role",
        run: () => setRole(user, role),
      });
    },
    setActive: (user, isActive) => {
      const run = (leadsTo: string): Promise<boolean> =>
        updating.run(
          { params: { id: user.id }, body: { isActive, ...(leadsTo !== "" && { leadsTo }) } },
          {
            done: isActive ? `${user.username} reactivated` : `${user.username} deactivated`,
            failed: "Failed to update account",
          },
        );
      if (isActive) return void run("");
      setAsked({
        title: "Deactivate this account?",
        description: (
          <>
            <Name user={user} /> is signed out everywhere, and their API tokens are deleted. You can reactivate the
            account later.
          </>
        ),
        confirmLabel: "Deactivate account",
        leadsOf: user,
        run,
      });
    },
    newLink: setLinked,
    revoke: (user) =>
      setAsked({
        title: "Revoke this invitation?",
        description: (
          <>
            <Name user={user} />
            's link stops working. The account stays, and you can send a new invitation.
          </>
        ),
        confirmLabel: "Revoke invitation",
        run: () =>
          revoking.run(
            { params: { id: user.id } },
            { done: "Invitation revoked", failed: "Failed to revoke invitation" },
          ),
      }),
    remove: (user) =>
      setAsked({
        title: "Delete this account?",
        description: (
          <>
            <Name user={user} /> is signed out everywhere, and their API tokens are deleted. This can't be undone. To
            keep the account, deactivate it instead.
          </>
        ),
        confirmLabel: "Delete account",
        leadsOf: user,
        run: (leadsTo) =>
          removing.run(
            { params: { id: user.id }, query: { leadsTo } },
            { done: `${user.username} deleted`, failed: "Failed to delete account" },
          ),
      }),
    question: (
      <>
        <NewLinkDialog user={linked} onClose={() => setLinked(null)} onInvited={onInvited} />
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={(open) => {
            if (open) return;
            setAsked(null);
            setHeir("");
          }}
          title={shown?.title ?? ""}
          description={shown?.description}
          confirmLabel={shown?.confirmLabel ?? ""}
          onConfirm={() => void asked?.run(heir)}
        >
          {shown?.leadsOf !== undefined && <LeadsOf user={shown.leadsOf} value={heir} onChange={setHeir} />}
        </ConfirmDialog>
      </>
    ),
  };
}

/** Asks who takes over the leads of an account, if it has any. */
function LeadsOf({ user, value, onChange }: { user: User; value: string; onChange: (id: string) => void }) {
  const { data: page } = useQuery(leadPageQuery({ owner: user.id }, 1));
  const others = useTeam().filter(({ id, isActive }) => isActive && id !== user.id);
  if (page === undefined || page.total.count === 0) return null;
  return (
    <LabeledSelect
      label={`${formatTotalOf(page.total, "lead")} of ${user.username} ${page.total.count === 1 ? "goes" : "go"} to`}
      options={[{ value: "", label: "Nobody" }, ...others.map((other) => ({ value: other.id, label: other.username }))]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** "an owner", "a member". */
function withArticle(role: Role): string {
  return `${role === "owner" ? "an" : "a"} ${ROLE_WORDS[role].label.toLowerCase()}`;
}

function Name({ user }: { user: User }) {
  return <bdi className="font-semibold">{user.username}</bdi>;
}
