import type { RefObject } from "react";
import { NotificationPanel } from "#web/layout/notifications/notification-panel.tsx";
import { AnchoredPopover } from "#web/ui/overlays/popover.tsx";

interface NotificationsPopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
}

export function NotificationsPopover(props: NotificationsPopoverProps) {
  return (
    <AnchoredPopover {...props} label="Notifications" flush className="w-96">
      <NotificationPanel />
    </AnchoredPopover>
  );
}
