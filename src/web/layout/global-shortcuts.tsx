import { useShortcut } from "#web/layout/shortcuts.ts";
import { runToastAction } from "#web/ui/overlays/toast-store.ts";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadKeys = () => import("#web/layout/keys-dialog.tsx");

interface GlobalShortcutsProps {
  showsKeys: boolean;
  setShowsKeys: (shows: boolean) => void;
}

/** Shortcuts of every screen, and the dialog that lists them, loaded on demand. */
export function GlobalShortcuts({ showsKeys, setShowsKeys }: GlobalShortcutsProps) {
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
