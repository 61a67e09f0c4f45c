import { describe, expect, test } from "vitest";
import { hashPassword, isPassword, PASSWORD_COST } from "#server/features/accounts/credentials/passwords.ts";

const CHEAP = { memory: 8, passes: 1, parallelism: 1 };

describe("a password's hash", () => {
  test("is argon2id in PHC format with a random salt", async () => {
    const [one, two] = await Promise.all([
      hashPassword("a quiet lamp", PASSWORD_COST),
      hashPassword("a quiet lamp", PASSWORD_COST),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/u);
    expect(one).not.toBe(two);
    expect(await isPassword("a quiet lamp", one, PASSWORD_COST)).toEqual({ isRight: true, isOutdated: false });
    expect(await isPassword("a quiet lamp ", one, PASSWORD_COST)).toMatchObject({ isRight: false });
  });

  test("with other parameters is accepted and reported as outdated", async () => {
    // From the reference implementation's tests (phc-winner-argon2, src/test.c).
    const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await isPassword("password", reference, PASSWORD_COST)).toEqual({ isRight: true, isOutdated: true });
    expect(await isPassword("passwore", reference, PASSWORD_COST)).toMatchObject({ isRight: false });
  });

  test("matches however a keyboard composes characters", async () => {
    const composed = await hashPassword("caf\u00e9 au lait", PASSWORD_COST);
    expect(await isPassword("cafe\u0301 au lait", composed, PASSWORD_COST)).toMatchObject({ isRight: true });
  });

  test.each([null, "", "plain", "$argon2id$v=19$m=1,t=1$x$y", "$2b$10$abcdefghijklmnopqrstuv"])(
    "matches nothing if it's invalid: %s",
    async (stored) => {
      expect(await isPassword("", stored, PASSWORD_COST)).toEqual({ isRight: false, isOutdated: false });
    },
  );

  test("is computed a few at a time and refuses too many callers", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 120 }, () => hashPassword("a quiet lamp", CHEAP)));
    const refused = tries.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(18);
    expect(refused[0]).toMatchObject({ reason: { id: "too_busy", status: 503, retryAfterSeconds: 5 } });
    // The queue is empty again.
    expect(await hashPassword("a quiet lamp", CHEAP)).toContain("$argon2id$");
  });
});
