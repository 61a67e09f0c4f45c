import { NotificationPanel } from "#web/layout/notifications/notification-panel.tsx";
import { AnchorOf } from "#web/ui/overlays/anchor-of.tsx";
import type { LazyOverlayProps } from "#web/ui/overlays/lazy-overlay.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";

export function NotificationsPopover({ anchor, ...props }: LazyOverlayProps) {
  return (
    <Popover {...props} trigger={<AnchorOf element={anchor} />} label="Notifications" flush className="w-96">
      <NotificationPanel />
    </Popover>
  );
}
