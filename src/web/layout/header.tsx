import { Menu, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { NotificationsButton } from "#web/layout/notifications/notifications-button.tsx";
import { useScreenHandle } from "#web/layout/screen-handle.ts";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";
import { setTheme, useTheme } from "#web/layout/theme.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsNarrow } from "#web/ui/media.ts";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadDrawer = () => import("#web/layout/drawer.tsx");
const prefetch = (): void => void loadDrawer().catch(() => undefined);

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
        {/* On phones the menu has it. */}
        {!isNarrow && <ThemeToggle />}
      </div>
    </header>
  );
}

/** Opens the drawer, loaded on demand. */
function MenuButton({ navigation }: { navigation: readonly NavigationGroup[] }) {
  const [open, setOpen] = useState(false);
  const code = useLoaded({ name: "The menu", load: loadDrawer, isWanted: open, giveUp: () => setOpen(false) });
  return (
    <>
      <IconButton
        label="Open menu"
        icon={<Menu aria-hidden />}
        className="-ml-2"
        aria-haspopup="dialog"
        aria-expanded={open}
        // A failure is shown on press.
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      />
      {code !== null && <code.Drawer open={open} setOpen={setOpen} navigation={navigation} />}
    </>
  );
}

/** Toggles between light and dark, even if "system" was chosen. */
function ThemeToggle() {
  const { isDark } = useTheme();
  return (
    <IconButton
      label={isDark ? "Switch to light theme" : "Switch to dark theme"}
      icon={isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
      onClick={() => setTheme(isDark ? "light" : "dark")}
    />
  );
}
