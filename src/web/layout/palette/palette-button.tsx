import { Search } from "lucide-react";
import { loadPalette, PALETTE_KEYS } from "#web/layout/palette/load-palette.ts";
import { setPaletteOpen } from "#web/layout/palette/palette-panel.ts";
import { Kbd } from "#web/ui/kbd.tsx";

/** Opens the command palette; styled like its search field. */
export function PaletteButton({ onPress }: { onPress: (() => void) | undefined }) {
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
