import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useOutage } from "#web/api/connection/connection.ts";
import { useCardAddress } from "#web/layout/card-address.ts";
import { ConnectionBanner } from "#web/layout/connection-banner.tsx";
import { GlobalShortcuts } from "#web/layout/global-shortcuts.tsx";
import { HeaderSlot } from "#web/layout/header-actions.tsx";
import { Header } from "#web/layout/header.tsx";
import { CommandPalette } from "#web/layout/palette/command-palette.tsx";
import { usePermittedNavigation } from "#web/layout/permitted-navigation.ts";
import { useScreenHandle } from "#web/layout/screen-handle.ts";
import { type NavigationGroup, Sidebar } from "#web/layout/sidebar.tsx";
import { useWindowTitle } from "#web/layout/window-title.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { IsExplained } from "#web/ui/error-panel.tsx";
import { PANEL_SLOT } from "#web/ui/overlays/panel-place.tsx";

/** Sidebar, header and scrolling main area around every screen. */
export function AppLayout({ navigation: all }: { navigation: readonly NavigationGroup[] }) {
  const navigation = usePermittedNavigation(all);
  const isNarrow = useIsNarrow();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const isOutage = useOutage() !== null;
  useScreenChange();
  useCardAddress();
  return (
    <HeaderSlot value={slot}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex h-dvh">
        {!isNarrow && (
          <aside className="w-60 shrink-0 border-r border-line bg-canvas">
            <Sidebar navigation={navigation} />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <Header navigation={navigation} slotRef={setSlot} />
          <ConnectionBanner />
          <div className="flex min-h-0 flex-1">
            {/* `relative` contains the absolutely positioned screen reader texts, which would make the window scroll. */}
            <main
              id="main"
              tabIndex={-1}
              className="relative min-w-0 flex-1 overflow-y-auto outline-none [scrollbar-gutter:stable]"
            >
              <IsExplained value={isOutage}>
                <Outlet />
              </IsExplained>
            </main>
            <div id={PANEL_SLOT} className="contents" />
          </div>
        </div>
      </div>
      <GlobalShortcuts showsKeys={showsKeys} setShowsKeys={setShowsKeys} />
      <CommandPalette navigation={navigation} onShowKeys={() => setShowsKeys(true)} />
    </HeaderSlot>
  );
}

/** A new screen starts at the top with focus and window title; a sheet over the same screen doesn't. */
function useScreenChange(): void {
  const { title } = useScreenHandle();
  useWindowTitle(title);
  const { pathname, hash } = useLocation();
  const screen = pathname.split("/")[1] ?? "";
  const former = useRef(screen);
  useEffect(() => {
    if (former.current === screen) return;
    former.current = screen;
    // The screen has scrolled to the part that the URL names.
    if (hash !== "" && document.getElementById(hash.slice(1)) !== null) return;
    const main = document.getElementById("main");
    main?.scrollTo(0, 0);
    main?.focus({ preventScroll: true });
  }, [screen, hash]);
}
