import { CloudOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useOutage } from "#web/api/connection/connection.ts";
import { useMay } from "#web/api/use-may.ts";
import { whenLoaded } from "#web/format/moment.ts";
import { useCardAddress } from "#web/layout/card-address.ts";
import { HeaderSlot } from "#web/layout/header-actions.tsx";
import { Header } from "#web/layout/header.tsx";
import { CommandPalette } from "#web/layout/palette/command-palette.tsx";
import { useScreenHandle } from "#web/layout/screen-handle.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import { type NavigationGroup, Sidebar } from "#web/layout/sidebar.tsx";
import { useWindowTitle } from "#web/layout/window-title.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { IsExplained } from "#web/ui/error-panel.tsx";
import { useNow } from "#web/ui/now.ts";
import { PANEL_SLOT } from "#web/ui/overlays/panel-place.tsx";
import { runToastAction } from "#web/ui/overlays/toast-store.ts";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadKeys = () => import("#web/layout/keys-dialog.tsx");

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

/**
 * Shown while the browser is offline or the server can't be reached. The live region is always mounted, since screen
 * readers miss one that appears together with its text.
 */
function ConnectionBanner() {
  const outage = useOutage();
  const now = useNow();
  return (
    <div role="status" className="shrink-0">
      {outage !== null && (
        <p className="flex min-h-9 items-center gap-2.5 border-b border-warning bg-warning-soft px-6 py-1.5 text-sm text-warning-ink max-md:px-4">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <span>
            <strong className="font-semibold">{outage.isOffline ? "You're offline." : "Can't reach Winnow."}</strong>{" "}
            Showing what was loaded {whenLoaded(outage.since, now)}. Reconnecting automatically.
          </span>
        </p>
      )}
    </div>
  );
}

interface GlobalShortcutsProps {
  showsKeys: boolean;
  setShowsKeys: (shows: boolean) => void;
}

/** Shortcuts of every screen, and the dialog that lists them, loaded on demand. */
function GlobalShortcuts({ showsKeys, setShowsKeys }: GlobalShortcutsProps) {
  const code = useLoaded({
    name: "The list of shortcuts",
    load: loadKeys,
    isWanted: showsKeys,
    giveUp: () => setShowsKeys(false),
  });
  useShortcut("?", "Show keyboard shortcuts", () => setShowsKeys(true), { reach: "dialogs" });
  useShortcut("/", "Focus the search field", focusSearch);
  useShortcut("mod+z", "Undo the last action", () => runToastAction(), { reach: "dialogs" });
  return code === null ? null : <code.KeysDialog open={showsKeys} setOpen={setShowsKeys} />;
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

/** The screens useful to the current user. */
function usePermittedNavigation(navigation: readonly NavigationGroup[]): readonly NavigationGroup[] {
  const mayManage = useMay("manage");
  if (mayManage) return navigation;
  return navigation.map(({ group, items }) => ({ group, items: items.filter((item) => !item.ownersOnly) }));
}
