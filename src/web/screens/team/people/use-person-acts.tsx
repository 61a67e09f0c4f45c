import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { User } from "#shared/contract/user.ts";
import type { Role } from "#shared/roles.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteUser, inviteAgain, updateUser } from "#web/api/users.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import type { Invitation } from "#web/screens/team/people/invitation-dialog.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { toast } from "#web/ui/toast-store.ts";

interface Question {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  run: () => Promise<void>;
}

export interface PersonActs {
  setRole: (user: User, role: Role, isSelf: boolean) => void;
  setActive: (user: User, isActive: boolean) => void;
  newLink: (user: User) => void;
  remove: (user: User) => void;
  /** What an act asks before it is done; render it anywhere. */
  question: ReactNode;
}

/** What an owner does with an account; each act that takes something away asks first. */
export function usePersonActs(onInvited: (invitation: Invitation) => void): PersonActs {
  const { mutateAsync: update } = useMutation(updateUser);
  const { mutateAsync: invite } = useMutation(inviteAgain);
  const { mutateAsync: remove } = useMutation(deleteUser);
  const [asked, setAsked] = useState<Question | null>(null);
  const shown = useLastShown(asked);

  const attempt = async (work: () => Promise<unknown>, done: string, failed: string): Promise<void> => {
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toast.error(failed, detailOf(error));
    }
  };
  const setRole = (user: User, role: Role): Promise<void> =>
    attempt(
      () => update({ id: user.id, change: { role } }),
      `${user.username} is ${ROLE_WORDS[role].label.toLowerCase()} now`,
      "The role could not be changed",
    );

  return {
    setRole: (user, role, isSelf) => {
      if (!isSelf) return void setRole(user, role);
      setAsked({
        title: "Change your own role?",
        description: `As ${ROLE_WORDS[role].label.toLowerCase()} you can no longer manage the team, and only another owner can make you one again.`,
        confirmLabel: "Change role",
        run: () => setRole(user, role),
      });
    },
    setActive: (user, isActive) => {
      const run = (): Promise<void> =>
        attempt(
          () => update({ id: user.id, change: { isActive } }),
          isActive ? `${user.username} can sign in again` : `${user.username} can no longer sign in`,
          "The account could not be changed",
        );
      if (isActive) return void run();
      setAsked({
        title: "Shut this account?",
        description: (
          <>
            <Name user={user} /> is signed out everywhere and can no longer sign in; programs with a token of the
            account are refused. What was done stays under the name. You can open the account again.
          </>
        ),
        confirmLabel: "Shut account",
        run,
      });
    },
    newLink: (user) =>
      setAsked({
        title: "Make a new link?",
        description: (
          <>
            <Name user={user} /> chooses a new password with it. From now on the old password, the second factor and any
            earlier link work no more, every browser is signed out, and all API tokens of the account are deleted.
          </>
        ),
        confirmLabel: "Make link",
        run: async () => {
          try {
            onInvited(await invite(user.id));
          } catch (error) {
            toast.error("The link could not be made", detailOf(error));
          }
        },
      }),
    remove: (user) =>
      setAsked({
        title: "Delete this account?",
        description: (
          <>
            <Name user={user} /> is signed out everywhere, and the account goes with its tokens. What was done stays
            under the name. This cannot be undone; to keep the account, shut it instead.
          </>
        ),
        confirmLabel: "Delete account",
        run: () =>
          attempt(() => remove(user.id), `The account of ${user.username} is deleted`, "The account was not deleted"),
      }),
    question: (
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={shown?.title ?? ""}
        description={shown?.description}
        confirmLabel={shown?.confirmLabel ?? ""}
        onConfirm={() => void asked?.run()}
      />
    ),
  };
}

function Name({ user }: { user: User }) {
  return <bdi className="font-semibold">{user.username}</bdi>;
}
