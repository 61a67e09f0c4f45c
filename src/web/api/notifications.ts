import { mutationOptions } from "@tanstack/react-query";
import type { NotificationList } from "#shared/contract/notification.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const notificationsQuery = endpointQuery(keys.notifications, "GET /api/notifications");

/** Marks notifications as read, optimistically. */
export const readNotifications = mutationOptions({
  ...endpointMutation("POST /api/notifications/read"),
  onMutate: async ({ body: { ids } }, { client }) => {
    await client.cancelQueries({ queryKey: keys.notifications });
    const former = client.getQueryData<NotificationList>(keys.notifications);
    if (former !== undefined) client.setQueryData(keys.notifications, withRead(former, ids));
    return { former };
  },
  onError: (_error, _input, result, { client }) => client.setQueryData(keys.notifications, result?.former),
  // The answer may be older than what was read since.
  onSettled: (_list, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: keys.notifications }),
});

export function withRead({ items }: NotificationList, ids: readonly string[]): NotificationList {
  const read = items.map((item) => (ids.includes(item.id) ? { ...item, isRead: true } : item));
  return { items: read, unread: read.filter(({ isRead }) => !isRead).length };
}
