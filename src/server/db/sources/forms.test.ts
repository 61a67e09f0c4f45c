import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { FormHookRecord } from "#server/db/sources/forms.ts";
import { anEntry, ENGINES, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const SUBMISSION = {
  formType: "typeform" as const,
  formName: "Contact",
  contentType: "application/json",
  body: '{"name":"\u0000 Änn"}\r\n',
  bodyEncoding: "utf8" as const,
  idempotencyKey: "token-1",
  isVerified: true,
  submittedAt: AT,
};
const OUTCOME = { leadName: "Ann", outcome: "no_contact" as const, reason: "No address", processedAt: AT };

describe.each(ENGINES)("forms on %s", (engine) => {
  it("store one hook, even when two create it at once", async () => {
    const { forms, act } = await openTestStore(engine);
    const write = (patch: Partial<FormHookRecord>) => act(anEntry(), ({ formHook }) => formHook.write(patch));
    expect(await forms.hook()).toBeNull();
    expect(await write({ sealedTypeformSecret: "s" })).toEqual({ done: null, actId: null, topics: [] });
    const hooks = ["a", "b"].map((sealedToken) => ({ sealedToken, sealedTypeformSecret: null, createdAt: AT }));
    const [first, second] = await Promise.all(hooks.map((hook) => forms.createHook(hook)));
    expect(first).toEqual(second);
    expect(hooks).toContainEqual(first);
    const { done: changed } = await write({ sealedToken: "c", sealedTypeformSecret: "s" });
    expect(changed).toEqual({ sealedToken: "c", sealedTypeformSecret: "s", createdAt: AT });
    expect(await forms.hook()).toEqual(changed);
  });

  it("store a submission unchanged, and a repeated delivery as the same one", async () => {
    const { forms } = await openTestStore(engine);
    const received = await Promise.all([1, 2, 3].map(() => forms.receive(SUBMISSION)));
    expect(received.filter(({ isNew }) => isNew)).toHaveLength(1);
    const [id = "", ...others] = new Set(received.map((one) => one.id));
    expect(others).toEqual([]);
    expect(await forms.get(id)).toEqual({
      ...SUBMISSION,
      id,
      leadId: null,
      leadName: "",
      outcome: "waiting",
      reason: "",
      processedAt: null,
    });
    const isNew = async (more: Partial<typeof SUBMISSION>) => (await forms.receive({ ...SUBMISSION, ...more })).isNew;
    const keyless = { ...SUBMISSION, idempotencyKey: null, isVerified: null };
    expect((await forms.receive(keyless)).isNew).toBe(true);
    expect((await forms.receive(keyless)).isNew).toBe(true);
    const long = randomBytes(4_000).toString("hex");
    expect(await isNew({ idempotencyKey: long })).toBe(true);
    expect(await isNew({ idempotencyKey: long })).toBe(false);
    expect((await forms.receive({ ...SUBMISSION, formType: "tally" })).isNew).toBe(true);
    expect(await forms.count()).toBe(5);
  });

  it("hand out unprocessed ones, oldest first, and finish each once", async () => {
    const { forms } = await openTestStore(engine);
    const keyless = { ...SUBMISSION, idempotencyKey: null };
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.push((await forms.receive(keyless)).id);
    const [first = "", second, third] = ids;
    expect((await forms.waiting(2)).map(({ id }) => id)).toEqual([first, second]);
    await forms.finish({ kind: "submission", id: first, leadRow: null, ...OUTCOME, outcome: "failed" });
    expect((await forms.waiting(9)).map(({ id }) => id)).toEqual([second, third]);
    await forms.finish({ kind: "submission", id: first, leadRow: null, ...OUTCOME });
    expect(await forms.get(first)).toMatchObject({ ...OUTCOME, leadId: null });
    // What another process reports later is from a repeated delivery.
    await forms.finish({ kind: "submission", id: first, leadRow: null, ...OUTCOME, outcome: "unchanged" });
    expect((await forms.get(first))?.outcome).toBe("no_contact");
    expect((await forms.list(2)).map(({ id }) => id)).toEqual([third, second]);
    expect((await forms.list(2, second)).map(({ id }) => id)).toEqual([first]);
    expect(await forms.list(2, "x")).toEqual([]);
    await forms.finish({ kind: "submission", id: "x", leadRow: null, ...OUTCOME });
  });
});
