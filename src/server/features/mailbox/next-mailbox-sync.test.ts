import { expect, test } from "vitest";
import { nextMailboxSync } from "#server/features/mailbox/next-mailbox-sync.ts";

const now = new Date("2026-11-20T10:00:00.000Z");
const record = {
  signIn: "password" as const,
  enabled: true,
  autoSync: true,
  sealedAppPassword: "sealed",
  syncInterval: 30,
  lastAttempt: "2026-11-20T09:50:00.000Z",
  failingSince: null,
  messagesWaiting: 0,
};

test("is due an interval after the last attempt, and at once before the first", () => {
  expect(nextMailboxSync(record, now)?.toISOString()).toBe("2026-11-20T10:20:00.000Z");
  expect(nextMailboxSync({ ...record, lastAttempt: null }, now)).toEqual(now);
});

test.each([{ enabled: false }, { autoSync: false }, { sealedAppPassword: null }])("is never due with %j", (more) => {
  expect(nextMailboxSync({ ...record, ...more }, now)).toBeNull();
});

test.each([
  ["09:50:00", "09:50:05"],
  ["09:49:40", "09:50:20"],
  ["09:47:00", "09:53:00"],
  ["08:00:00", "09:55:00"],
])("failing since %s, it is retried at %s", (since, next) => {
  const failing = { ...record, failingSince: `2026-11-20T${since}.000Z` };
  expect(nextMailboxSync(failing, now)?.toISOString()).toBe(`2026-11-20T${next}.000Z`);
});

test("is due at once when the last one left messages over, but not sooner than usual while it fails", () => {
  const left = { ...record, messagesWaiting: 7 };
  expect(nextMailboxSync(left, now)).toEqual(now);
  const failing = { ...left, failingSince: "2026-11-20T09:49:40.000Z" };
  expect(nextMailboxSync(failing, now)?.toISOString()).toBe("2026-11-20T09:50:20.000Z");
  expect(nextMailboxSync({ ...left, autoSync: false }, now)).toBeNull();
});
