import { Ellipsis, Link2, Link2Off, LockKeyhole, LockKeyholeOpen, Trash2 } from "lucide-react";
import type { User } from "#shared/contract/user.ts";
import { type Role, ROLES } from "#shared/roles.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import type { PersonActions } from "#web/screens/team/people/use-person-actions.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuNote, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { useNow } from "#web/ui/now.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Status } from "#web/ui/status.tsx";
import { type Column, TableCell, TableRow } from "#web/ui/table.tsx";

const PERSON = { title: "Person" } satisfies Column;
const ROLE = { title: "Role", className: "w-36" } satisfies Column;
const STATE = { title: "Account", className: "w-48 md:max-lg:w-38" } satisfies Column;
const FACTOR = { title: "Two-factor", className: "w-32 md:max-xl:hidden" } satisfies Column;
const LAST = { title: "Last sign-in", className: "w-32 md:max-lg:hidden" } satisfies Column;
const ACTIONS = { title: "Actions", className: "w-16", hidden: true } satisfies Column;
export const PEOPLE_COLUMNS: readonly Column[] = [PERSON, ROLE, STATE, FACTOR, LAST, ACTIONS];

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].label }));

/** Id of the text that explains the last owner's disabled controls. */
export const LAST_OWNER_NOTE = "last-owner-note";

interface PersonRowProps {
  user: User;
  isSelf: boolean;
  /** Without this account, nobody could manage the team. */
  isLastOwner: boolean;
  actions: PersonActions;
}

/** An account with the owner's actions on it. */
export function PersonRow({ user, isSelf, isLastOwner, actions }: PersonRowProps) {
  const { username, role, hasSecondFactor, lastSignIn } = user;
  return (
    <TableRow className="max-md:relative">
      <TableCell column={PERSON} bare className="max-md:pr-12">
        <div className="flex min-w-0 items-center gap-3 py-2">
          <span className="md:max-lg:hidden">
            <Avatar name={username} />
          </span>
          <div className="min-w-0">
            <p className="flex items-center gap-2">
              <bdi className="truncate font-semibold" title={username}>
                {username}
              </bdi>
              {isSelf && (
                <span className="shrink-0">
                  <Badge tone="accent">You</Badge>
                </span>
              )}
            </p>
          </div>
        </div>
      </TableCell>
      <TableCell column={ROLE}>
        <Select
          aria-label={`Role of ${username}`}
          aria-describedby={isLastOwner ? LAST_OWNER_NOTE : undefined}
          value={role}
          disabled={isLastOwner}
          onChange={(event) => actions.setRole(user, event.target.value as Role, isSelf)}
          options={ROLE_OPTIONS}
          className="max-md:w-36"
        />
      </TableCell>
      <TableCell column={STATE}>
        <AccountState user={user} />
      </TableCell>
      <TableCell column={FACTOR}>{hasSecondFactor ? "On" : <span className="text-muted">Off</span>}</TableCell>
      <TableCell column={LAST}>
        <RelativeTime time={lastSignIn} absent="Never" />
      </TableCell>
      <TableCell
        column={ACTIONS}
        bare
        className="text-right max-md:absolute max-md:top-3 max-md:right-1 max-md:justify-end"
      >
        <PersonMenu user={user} isLastOwner={isLastOwner} isSelf={isSelf} actions={actions} />
      </TableCell>
    </TableRow>
  );
}

function AccountState({ user: { isActive, invitedUntil, hasPassword, lastSignIn } }: { user: User }) {
  const now = useNow();
  if (!isActive) return <Status tone="neutral">Deactivated</Status>;
  if (invitedUntil === null && !hasPassword && lastSignIn === null) {
    return <Status tone="warning">No valid invitation</Status>;
  }
  if (invitedUntil === null) return <Status tone="success">Active</Status>;
  if (Date.parse(invitedUntil) <= now) return <Status tone="warning">Invitation expired</Status>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <Status tone="warning">Invitation expires</Status>
      <Moment time={invitedUntil} />
    </span>
  );
}

function PersonMenu({ user, isLastOwner, isSelf, actions }: PersonRowProps) {
  const { username, isActive, invitedUntil, hasPassword, lastSignIn } = user;
  return (
    <Menu trigger={<IconButton label={`Actions for ${username}`} icon={<Ellipsis aria-hidden />} />}>
      {!isSelf && isActive && (
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.newLink(user)}>
          {hasPassword || lastSignIn !== null ? "Create password reset link" : "Resend invitation"}
        </MenuItem>
      )}
      {invitedUntil !== null && (
        <MenuItem icon={<Link2Off aria-hidden />} onSelect={() => actions.revoke(user)}>
          Revoke invitation
        </MenuItem>
      )}
      {isLastOwner ? (
        <MenuNote>The only owner can't be deactivated or deleted.</MenuNote>
      ) : (
        <>
          <MenuItem
            icon={isActive ? <LockKeyhole aria-hidden /> : <LockKeyholeOpen aria-hidden />}
            onSelect={() => actions.setActive(user, !isActive)}
          >
            {isActive ? "Deactivate account" : "Reactivate account"}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => actions.remove(user)}>
            Delete account
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
