import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type NavigationGroup, Sidebar } from "#web/layout/sidebar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

interface DrawerProps {
  open: boolean;
  setOpen: (open: boolean) => void;
  navigation: readonly NavigationGroup[];
}

/** The sidebar below 768 px: slides in from the left; closed by its button, the backdrop, Escape or a link. */
export function Drawer({ open, setOpen, navigation }: DrawerProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-fade-in bg-overlay data-[state=closed]:animate-fade-out" />
        <Dialog.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-30 w-72 max-w-[85vw] animate-from-left border-r border-line bg-canvas shadow-float data-[state=closed]:animate-to-left"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar navigation={navigation} onNavigate={() => setOpen(false)} />
          <Dialog.Close asChild>
            <IconButton label="Close menu" icon={<X aria-hidden />} className="absolute top-1.5 right-2" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
