import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ERASED_REASON } from "#shared/erased-person.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { addressesIn } from "#server/db/erasure/erased-keys.ts";
import { addLeads, anEntry, EMPTY_BATCH, ENGINES, newLead, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const KEY = "zelda@quimby.example";
const PHONE = "+4930901820";
const REPLAY = {
  source: null,
  all: true,
  state: "ready",
  lastLead: null,
  total: 2,
  done: 2,
  rowsRead: 2,
  rowsUnreadable: 0,
  leadsChanged: 2,
  changes: 2,
  applied: 0,
  left: 0,
  actId: null,
  message: "",
  createdAt: AT,
  finishedAt: null,
} as const;

const SUBMISSION = {
  formType: "generic",
  formName: "",
  contentType: "application/json",
  bodyEncoding: "utf8",
  idempotencyKey: null,
  isVerified: null,
  submittedAt: AT,
} as const;

describe.each(ENGINES)("a person who writes while being erased, on %s", (engine) => {
  it("is in no table afterward", async () => {
    const store = await openTestStore(engine);
    const write = async (email: string, turns: number): Promise<string> => {
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      const { id } = await store.forms.receive({ ...SUBMISSION, body: email });
      const end = { leadName: "", outcome: "created", reason: "", processedAt: AT } as const;
      const row = { rowKey: email, contentHash: "", leadId: null, createIndex: 0 };
      const creates = [newLead({ email, emailKey: email })];
      const alongside = { kind: "submission", id, leadRow: email, ...end } as const;
      // As intake does when it is refused: it decides again, that the person was erased.
      await store.leads
        .applyBatch({ ...EMPTY_BATCH, creates, rows: [row], alongside })
        .catch(() => store.forms.finish({ ...alongside, leadRow: null, reason: ERASED_REASON }));
      return id;
    };
    for (let turns = 0; turns < 40; turns += 1) {
      const email = `a${turns}@x.example`;
      const [id] = await Promise.all([write(email, turns), store.people.erase(email, AT)]);
      expect(await store.forms.get(id)).toMatchObject({ body: "" });
      expect(await store.people.export(email)).toEqual({});
    }
  });
});

describe.each(ENGINES)("a lead that would become an erased person, on %s", (engine) => {
  async function afterErasure() {
    const store = await openTestStore(engine);
    await addLeads(store, [{ name: "Zelda", email: KEY, emailKey: KEY, phone: PHONE, phoneKey: PHONE }]);
    await store.people.erase(KEY, AT);
    const [id = "", otherId = ""] = await addLeads(store, [
      { name: "Bo", email: "bo@berg.example", emailKey: "bo@berg.example" },
      { name: "Cy", email: "cy@cole.example", emailKey: "cy@cole.example" },
    ]);
    return { store, id, otherId };
  }

  it("isn't edited into them, and keeps its values", async () => {
    const { store, id } = await afterErasure();
    const edit = (patch: Partial<StoredLead>) => store.leads.edit(id, (lead) => ({ ...lead, ...patch }), anEntry());
    const before = await store.leads.get(id);
    await expect(edit({ email: KEY, emailKey: KEY })).rejects.toMatchObject({ id: "person_erased", status: 409 });
    await expect(edit({ email: "", emailKey: null, phone: PHONE, phoneKey: PHONE })).rejects.toMatchObject({
      id: "person_erased",
    });
    expect(await store.leads.get(id)).toEqual(before);
    // Colleagues share a switchboard: next to another email, the number doesn't identify anyone.
    expect(await edit({ phone: PHONE, phoneKey: PHONE })).not.toBeNull();
    expect(await edit({ email: "", emailKey: null })).not.toBeNull();
    expect(await store.people.readmit(KEY)).toBe(true);
    expect((await edit({ email: KEY, emailKey: KEY }))?.lead).toMatchObject({ emailKey: KEY });
  });

  it("is skipped when a replay is applied, and the others aren't", async () => {
    const { store, id, otherId } = await afterErasure();
    const { id: replayId } = await store.replays.create(REPLAY);
    const shown = [id, otherId].map((leadId) => ({ leadId, name: "", changes: [], mark: "" }));
    await store.replays.addLeads(replayId, shown, {});
    const addresses = new Map([
      [id, KEY],
      [otherId, "cy@new.example"],
    ]);
    const decide = (lead: StoredLead): StoredLead => {
      const email = addresses.get(lead.id) ?? "";
      return { ...lead, email, emailKey: email };
    };
    const entryOf = (): ReturnType<typeof anEntry> => anEntry();
    await store.replays.apply(replayId, [id, otherId], decide, { soFar: { actId: null, changed: 0 }, entryOf });
    expect(await store.replays.get(replayId)).toMatchObject({ applied: 1, left: 1 });
    expect((await store.leads.get(id))?.emailKey).toBe("bo@berg.example");
    expect((await store.leads.get(otherId))?.emailKey).toBe("cy@new.example");
  });
});

describe("the addresses in a text", () => {
  it.each([
    ["Ann <Ann@acme.example>, bo@b.example...", ["ann@acme.example", "bo@b.example"]],
    ["mailto:ann%40acme.example?subject=a/@/bo@b.example/x", ["ann@acme.example", "a/@/bo@b.example"]],
    ["@ a@ @b.example /@/", []],
    // Searched from each of its characters, this would take hours.
    [`<img src="data:image/png;base64,${"Ab/c+".repeat(600_000)}=">ann@acme.example`, ["ann@acme.example"]],
  ])("are found (%#)", (text, addresses) => {
    expect([...addressesIn([text])]).toEqual(addresses);
  });
});
