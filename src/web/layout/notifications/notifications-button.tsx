import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { notificationsQuery } from "#web/api/notifications.ts";
import { formatCount } from "#web/format/number.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useLazyOverlay } from "#web/ui/overlays/lazy-overlay.ts";

/** Higher counts are shown as "9+", since the badge fits two characters. */
const COUNTED = 9;

const loadPanel = () => import("#web/layout/notifications/notifications-popover.tsx");

/** The bell with the unread count, and the notification list, loaded on demand. */
export function NotificationsButton() {
  const { data } = useQuery(notificationsQuery);
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? "Notifications" : `Notifications, ${formatCount(unread)} unread`;
  const { code, button, overlay } = useLazyOverlay("The notifications", loadPanel);
  return (
    <>
      <IconButton
        {...button}
        label={label}
        className="relative"
        icon={
          <>
            <Bell aria-hidden />
            {unread > 0 && <UnreadMark unread={unread} />}
          </>
        }
      />
      {code !== null && <code.NotificationsPopover {...overlay} />}
      <output className="sr-only">{unread === 0 ? "" : `${formatCount(unread)} unread notifications`}</output>
    </>
  );
}

function UnreadMark({ unread }: { unread: number }) {
  return (
    <span
      aria-hidden
      className="absolute top-0 right-0 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] leading-4 font-semibold text-on-accent tabular-nums touch:top-1 touch:right-1"
    >
      {unread > COUNTED ? `${COUNTED}+` : unread}
    </span>
  );
}
