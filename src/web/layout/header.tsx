import { MenuButton } from "#web/layout/menu-button.tsx";
import { NotificationsButton } from "#web/layout/notifications/notifications-button.tsx";
import { useScreenHandle } from "#web/layout/screen-handle.ts";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";
import { ThemeToggle } from "#web/layout/theme-toggle.tsx";
import { useIsNarrow } from "#web/ui/media.ts";

interface HeaderProps {
  navigation: readonly NavigationGroup[];
  /** Receives the element that HeaderActions render into. */
  slotRef: (slot: HTMLElement | null) => void;
}

/** Title, description, screen buttons, notifications and theme; below 768 px also the menu button. */
export function Header({ navigation, slotRef }: HeaderProps) {
  const { title, description } = useScreenHandle();
  const isNarrow = useIsNarrow();
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-canvas px-6 max-md:gap-1 max-md:px-4">
      {isNarrow && <MenuButton navigation={navigation} />}
      <div className="flex min-w-0 flex-1 items-baseline gap-3 max-lg:flex-col max-lg:gap-0">
        <h1 className="max-w-full truncate text-xl font-semibold whitespace-nowrap max-lg:text-lg lg:shrink-0">
          {title}
        </h1>
        {description !== undefined && (
          <p title={description} className="max-w-full min-w-0 truncate text-muted max-lg:text-xs">
            {description}
          </p>
        )}
      </div>
      <div ref={slotRef} className="flex shrink-0 items-center gap-2" />
      <div className="flex shrink-0 items-center">
        <NotificationsButton />
        <ThemeToggle />
      </div>
    </header>
  );
}
