import { AnchorOf } from "#web/ui/overlays/anchor-of.tsx";
import type { LazyOverlayProps } from "#web/ui/overlays/lazy-overlay.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";
import { useMutation, useQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import type { Notification } from "#shared/contract/notification.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { notificationsQuery, readNotifications } from "#web/api/notifications.ts";
import { NotificationRow } from "#web/layout/notifications/notification-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

export function NotificationsPopover({ anchor, ...props }: LazyOverlayProps) {
  return (
    <Popover {...props} trigger={<AnchorOf element={anchor} />} label="Notifications" flush className="w-96">
      <NotificationPanel />
    </Popover>
  );
}

/** Items that need attention, each linking to its fix; following the link marks it as read. */
function NotificationPanel() {
  const notifications = useQuery(notificationsQuery);
  const { mutate } = useMutation(readNotifications);
  const read = (ids: string[]): void =>
    mutate({ body: { ids } }, { onError: (error) => toast.error("Failed to mark as read", detailOf(error)) });
  const { data, error, isFetching, refetch } = notifications;
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="text-base font-semibold">Notifications</h2>
        {data !== undefined && data.unread > 0 && (
          <Button variant="ghost" size="small" onClick={() => read(unreadOf(data.items))}>
            Mark all as read
          </Button>
        )}
      </div>
      {data === undefined ? (
        error === null || isFetching ? (
          <PanelSkeleton />
        ) : (
          <ErrorPanel title="Couldn't load notifications" detail={detailOf(error)} onRetry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={<BellOff />}
          title="You're all caught up"
          text="Mentions, reviews, failing sources and unsent reports appear here."
        />
      ) : (
        <ul>
          {data.items.map((item) => (
            <li key={item.id} className="border-b border-line last:border-b-0">
              <NotificationRow notification={item} onRead={() => read([item.id])} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function unreadOf(items: readonly Notification[]): string[] {
  return items.filter(({ isRead }) => !isRead).map(({ id }) => id);
}

function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4">
      <LoadingNote what="notifications" />
      {[1, 2].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
