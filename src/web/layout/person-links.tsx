import { useQuery } from "@tanstack/react-query";
import { CircleUser, LogOut } from "lucide-react";
import { NavLink } from "react-router";
import { useSignOut } from "#web/actions/use-sign-out.ts";
import { sessionQuery } from "#web/api/session.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/** The current user, linking to the account, and Sign out. Before any account exists, only Account. */
export function PersonLinks({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { data: session } = useQuery(sessionQuery);
  const signOut = useSignOut();
  const user = session?.user ?? null;
  return (
    <div className="flex items-center gap-1">
      <NavLink
        to={paths.account()}
        onClick={onNavigate}
        className={({ isActive }) =>
          classNames(
            "flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 transition-colors duration-120 touch:min-h-11",
            user === null ? "h-8" : "h-11",
            isActive ? "bg-accent-soft font-semibold text-link" : "text-ink hover:bg-hover [&_svg]:text-muted",
          )
        }
      >
        {user === null ? (
          <>
            <CircleUser aria-hidden className="size-4 shrink-0" />
            Account
          </>
        ) : (
          <>
            <Avatar name={user.username} />
            <span className="min-w-0 leading-tight">
              <span className="sr-only">Account of </span>
              <bdi className="block truncate" title={user.username}>
                {user.username}
              </bdi>
              {session?.role != null && (
                <span className="block text-xs font-normal text-muted">{ROLE_WORDS[session.role].label}</span>
              )}
            </span>
          </>
        )}
      </NavLink>
      {user !== null && (
        <IconButton
          label="Sign out"
          icon={<LogOut aria-hidden />}
          busy={signOut.running}
          onClick={() => void signOut.run()}
        />
      )}
    </div>
  );
}
