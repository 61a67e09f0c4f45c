import { Menu } from "lucide-react";
import { useState } from "react";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadDrawer = () => import("#web/layout/drawer.tsx");
const prefetch = (): void => void loadDrawer().catch(() => undefined);

/** Opens the drawer, loaded on demand. */
export function MenuButton({ navigation }: { navigation: readonly NavigationGroup[] }) {
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
