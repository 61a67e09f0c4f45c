import { CircleUser, LogOut, type LucideIcon, Search } from "lucide-react";
import { NavLink } from "react-router";
import { Brand } from "#web/layout/brand.tsx";
import { ThemeChoice } from "#web/layout/theme-choice.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { loadPalette, PALETTE_KEYS } from "#web/layout/palette/load-palette.ts";
import { setPaletteOpen } from "#web/layout/palette/palette-panel.ts";
import { Kbd } from "#web/ui/kbd.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSignOut } from "#web/actions/use-sign-out.ts";
import { sessionQuery } from "#web/api/session.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import { paths } from "#web/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

export interface NavigationGroup {
  group: string;
  items: readonly NavigationItem[];
}

export interface NavigationItem {
  path: string;
  label: string;
  Icon: LucideIcon;
  /** Preloads the screen. */
  load: () => Promise<unknown>;
  /** Hidden from those without the `manage` permission. */
  ownersOnly?: boolean;
}

interface SidebarProps {
  navigation: readonly NavigationGroup[];
  /** Called on every click, also for the current screen. */
  onNavigate?: () => void;
}

/** Product name, command palette button, grouped navigation, appearance. */
export function Sidebar({ navigation, onNavigate }: SidebarProps) {
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center px-5">
        <Brand />
      </div>
      <div className="shrink-0 px-3 pt-1">
        <PaletteButton onPress={onNavigate} />
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 pt-3 pb-4">
        {navigation.map(({ group, items }) => (
          <section key={group} aria-label={group} className="mb-5">
            <p aria-hidden className="mb-1 px-2 text-xs font-semibold tracking-wide text-muted">
              {group}
            </p>
            <ul className="flex flex-col gap-0.5">
              {items.map((item) => (
                <li key={item.path}>
                  <SidebarLink item={item} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="flex shrink-0 flex-col gap-2 p-3">
        <PersonLinks onNavigate={onNavigate} />
        <ThemeChoice />
      </div>
    </div>
  );
}

function SidebarLink({ item, onNavigate }: { item: NavigationItem; onNavigate: (() => void) | undefined }) {
  const { path, label, Icon, load } = item;
  // A failure is shown when the link is followed.
  const prefetch = (): void => void load().catch(() => undefined);
  return (
    <NavLink
      to={path}
      end={path === "/"}
      onClick={onNavigate}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className={({ isActive }) =>
        classNames(
          "flex h-8 items-center gap-2.5 rounded-md px-2 transition-colors duration-120 touch:h-11",
          isActive ? "bg-accent-soft font-semibold text-link" : "text-ink hover:bg-hover [&_svg]:text-muted",
        )
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
    </NavLink>
  );
}

/** Opens the command palette; styled like its search field. */
function PaletteButton({ onPress }: { onPress: (() => void) | undefined }) {
  // A failure is shown on press.
  const prefetch = (): void => void loadPalette().catch(() => undefined);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => {
        onPress?.();
        setPaletteOpen(true);
      }}
      className="flex h-9 w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2 text-muted transition-colors duration-120 hover:border-field hover:text-ink touch:h-11"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">Search</span>
      <span aria-hidden className="max-md:hidden">
        <Kbd keys={PALETTE_KEYS} />
      </span>
    </button>
  );
}

/** The current user, linking to the account, and Sign out. Before any account exists, only Account. */
function PersonLinks({ onNavigate }: { onNavigate: (() => void) | undefined }) {
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
