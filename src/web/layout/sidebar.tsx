import type { LucideIcon } from "lucide-react";
import { NavLink } from "react-router";
import { Brand } from "#web/layout/brand.tsx";
import { PaletteButton } from "#web/layout/palette/palette-button.tsx";
import { PersonLinks } from "#web/layout/person-links.tsx";
import { ThemeChoice } from "#web/layout/theme-choice.tsx";
import { classNames } from "#web/ui/class-names.ts";

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
