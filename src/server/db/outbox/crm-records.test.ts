import { describe, expect, test } from "vitest";
import { addLeads, anEntry, ENGINES, openTestStore } from "#test/stores.ts";

const SENT = { remoteId: "51", sentAt: "2026-05-01T10:00:00.000Z" };

describe.each(ENGINES)("CRM records on %s", (engine) => {
  test("are one per account and lead, survive a merge, and none is of an unknown lead", async () => {
    const store = await openTestStore(engine);
    const { crmRecords } = store;
    const [leadId = "", otherId = ""] = await addLeads(store, [{ name: "Ann" }, { name: "Ann Lee" }]);
    await crmRecords.put({ account: "hubspot:1", leadId: otherId, ...SENT });
    await crmRecords.put({ account: "hubspot:1", leadId: otherId, ...SENT, remoteId: "52" });
    await crmRecords.put({ account: "hubspot:2", leadId: otherId, ...SENT });
    await crmRecords.put({ account: "hubspot:1", leadId: "999", ...SENT });
    const idsOf = async (id: string) =>
      (await crmRecords.ofLead(id)).map(({ account, remoteId }) => [account, remoteId]);
    expect(await idsOf("999")).toEqual([]);
    expect(await idsOf(leadId)).toEqual([]);
    await store.leads.merge(leadId, otherId, (lead) => lead, anEntry({ kind: "merge" }));
    const merged = [
      ["hubspot:1", "52"],
      ["hubspot:2", "51"],
    ];
    expect(await idsOf(leadId)).toEqual(merged);
    await crmRecords.put({ account: "hubspot:1", leadId, ...SENT, remoteId: "60" });
    expect(await idsOf(leadId)).toEqual([["hubspot:1", "60"], ...merged]);
  });
});
