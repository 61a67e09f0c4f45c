import { loadPalette, PALETTE_KEYS } from "#web/layout/palette/load-palette.ts";
import { setPaletteOpen, usePaletteOpen } from "#web/layout/palette/palette-panel.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const closePalette = (): void => setPaletteOpen(false);

interface CommandPaletteProps {
  navigation: readonly NavigationGroup[];
  onShowKeys: () => void;
}

/** The command palette and its global shortcut; its code is loaded on demand. */
export function CommandPalette({ navigation, onShowKeys }: CommandPaletteProps) {
  const isOpen = usePaletteOpen();
  const code = useLoaded({
    name: "The command palette",
    load: loadPalette,
    isWanted: isOpen,
    giveUp: closePalette,
  });
  useShortcut(PALETTE_KEYS, "Open the command palette", () => setPaletteOpen(!isOpen), {
    reach: "dialogs",
    worksInFields: true,
  });
  if (code === null) return null;
  return <code.PaletteDialog open={isOpen} navigation={navigation} onShowKeys={onShowKeys} />;
}
