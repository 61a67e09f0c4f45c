import { describe, expect, it } from "vitest";
import { ENGINES, openTestStore } from "#test/stores.ts";

const CREATED = "2026-05-01T10:00:00.000Z";
const ANN = { username: "ann", usernameKey: "ann", role: "owner", passwordHash: "x", createdAt: CREATED } as const;
const CONFIRMED = { sealed: "new", step: 7, recoveryHashes: ["one", "two"] };

describe.each(ENGINES)("enabling the second factor on %s", (engine) => {
  async function beginning() {
    const { accounts } = await openTestStore(engine);
    const { id } = await accounts.create(ANN);
    await accounts.update(id, { sealedNewSecondFactor: "new" });
    return { accounts, id };
  }

  it("is all or nothing: if saving recovery codes fails, it stays off and the code unused", async () => {
    const { accounts, id } = await beginning();
    // The second of two equal codes can't be stored.
    const failing = accounts.turnOnSecondFactor(id, { ...CONFIRMED, recoveryHashes: ["same", "same"] });
    await expect(failing).rejects.toThrow(/unique/iu);
    expect(await accounts.get(id)).toMatchObject({ sealedSecondFactor: null, sealedNewSecondFactor: "new" });
    expect(await accounts.useRecoveryCode(id, "same")).toBe(false);
    expect(await accounts.useSecondFactorStep(id, CONFIRMED.step)).toBe(true);
  });

  it("activates the authenticator, its recovery codes and the used step together", async () => {
    const { accounts, id } = await beginning();
    expect(await accounts.turnOnSecondFactor(id, CONFIRMED)).toBe(true);
    expect(await accounts.get(id)).toMatchObject({ sealedSecondFactor: "new", sealedNewSecondFactor: null });
    expect(await accounts.useSecondFactorStep(id, CONFIRMED.step)).toBe(false);
    expect(await accounts.useSecondFactorStep(id, CONFIRMED.step + 1)).toBe(true);
    expect([await accounts.useRecoveryCode(id, "one"), await accounts.useRecoveryCode(id, "one")]).toEqual([
      true,
      false,
    ]);
  });

  it("doesn't replace an active one, or one whose setup was restarted", async () => {
    const { accounts, id } = await beginning();
    expect(await accounts.turnOnSecondFactor(id, { ...CONFIRMED, sealed: "earlier" })).toBe(false);
    expect(await accounts.turnOnSecondFactor(id, CONFIRMED)).toBe(true);
    await accounts.update(id, { sealedNewSecondFactor: "another" });
    const other = { sealed: "another", step: 8, recoveryHashes: ["three"] };
    expect(await accounts.turnOnSecondFactor(id, other)).toBe(false);
    expect(await accounts.get(id)).toMatchObject({ sealedSecondFactor: "new" });
    expect([await accounts.useRecoveryCode(id, "three"), await accounts.useRecoveryCode(id, "two")]).toEqual([
      false,
      true,
    ]);
  });
});
