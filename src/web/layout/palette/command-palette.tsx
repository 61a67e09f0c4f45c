import { lazy, Suspense, useEffect, useState } from "react";
import { loadPalette, PALETTE_KEYS } from "#web/layout/palette/load-palette.ts";
import { setPaletteOpen, usePaletteOpen } from "#web/layout/palette/palette-panel.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";
import { toast } from "#web/ui/toast-store.ts";

const PaletteDialog = lazy(async () => ({ default: (await loadPalette()).PaletteDialog }));

interface CommandPaletteProps {
  navigation: readonly NavigationGroup[];
  onShowKeys: () => void;
}

/** The command palette and its key, which works wherever one is; its code is loaded when it is first wanted. */
export function CommandPalette({ navigation, onShowKeys }: CommandPaletteProps) {
  const isOpen = usePaletteOpen();
  const isLoaded = useIsLoaded(isOpen);
  useShortcut(PALETTE_KEYS, "Go anywhere, do anything, find a lead", () => setPaletteOpen(!isOpen), {
    worksInDialogs: true,
    worksInFields: true,
  });
  if (!isLoaded) return null;
  return (
    <Suspense>
      <PaletteDialog open={isOpen} navigation={navigation} onShowKeys={onShowKeys} />
    </Suspense>
  );
}

/** Asked before it is rendered: where its code cannot be loaded, the page must go on. */
function useIsLoaded(isWanted: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    loadPalette().then(
      () => setIsLoaded(true),
      () => {
        setPaletteOpen(false);
        toast.error("The command palette could not be loaded", "Check that the server is running and try again.");
      },
    );
  }, [isWanted, isLoaded]);
  return isLoaded;
}
