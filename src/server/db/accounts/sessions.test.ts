import { describe, expect, it } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { ENGINES, openTestStore } from "#test/stores.ts";

describe.each(ENGINES)("sessions on %s", (engine) => {
  it("are limited per account: the oldest ones end", async () => {
    const store = await openTestStore(engine);
    const createdAt = "2026-05-01T10:00:00.000Z";
    const expiresAt = "2026-08-01T10:00:00.000Z";
    const account = (username: string) => ({
      username,
      usernameKey: username,
      role: "owner" as const,
      passwordHash: "x",
      createdAt,
    });
    const { id: userId } = await store.accounts.create(account("ann"));
    const { id: otherId } = await store.accounts.create(account("bea"));
    const session = { device: "Firefox", address: "127.0.0.1", createdAt, expiresAt };
    const other = await store.sessions.create({ ...session, userId: otherId, secretHash: "of-bea" });
    const ids: string[] = [];
    for (let n = 0; n <= LIMITS.account.sessions; n += 1) {
      ids.push(await store.sessions.create({ ...session, userId, secretHash: `of-ann-${n}` }));
    }
    const at = { now: createdAt, idleSince: "2026-04-01T10:00:00.000Z" };
    const left = await store.sessions.list(userId, at);
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set(ids.slice(1)));
    expect((await store.sessions.list(otherId, at)).map(({ id }) => id)).toEqual([other]);
  });
});
