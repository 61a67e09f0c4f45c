import { expect, it } from "vitest";
import type { Notification } from "#shared/contract/notification.ts";
import { withRead } from "#web/api/notifications.ts";

const notification = (id: string, isRead: boolean): Notification => ({
  id,
  kind: "source_failing",
  title: "Spring fair can't be read",
  description: "The sheet does not exist.",
  at: "2026-05-01T08:00:00.000Z",
  href: "/data-sources",
  isRead,
});

const LIST = { items: [notification("a", false), notification("b", true), notification("c", false)], unread: 2 };

it.each([
  ["one", ["a"], ["a", "b"], 1],
  ["one that no longer exists", ["x"], ["b"], 2],
  ["one that was already read", ["b"], ["b"], 2],
  ["all", ["a", "b", "c"], ["a", "b", "c"], 0],
])("marks %s as read", (_, ids, read, unread) => {
  const after = withRead(LIST, ids);
  expect(after.items.filter(({ isRead }) => isRead).map(({ id }) => id)).toEqual(read);
  expect(after.unread).toBe(unread);
});
