import { setSingleKeys, useShortcuts, useSingleKeys } from "#web/layout/shortcuts.ts";
import { SwitchField } from "#web/ui/fields/fields.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Kbd } from "#web/ui/kbd.tsx";

/** The `?` dialog: the page's shortcuts and the screen's own. */
export function KeysDialog({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) {
  const shortcuts = useShortcuts();
  const singleKeys = useSingleKeys();
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts">
      <dl className="flex flex-col">
        {shortcuts.map(({ keys, description }) => (
          <div key={keys} className="flex min-h-9 items-center justify-between gap-4 border-b border-line">
            <dt>{description}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5">
        <SwitchField
          label="Single-key shortcuts"
          hint="When off, only shortcuts with Ctrl or Command work."
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
