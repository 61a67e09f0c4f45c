import { describe, expect, it } from "vitest";
import type { NewProcessedEmail } from "#server/db/sources/processed-emails.ts";
import type { LeadBatch } from "#server/db/lead-changes/lead-intake.ts";
import { addDataSource, addLeads, EMPTY_BATCH, ENGINES, newLead, openTestStore } from "#test/stores.ts";
import { anImport, anImportWrite } from "#test/an-import.ts";

const AT = "2026-05-01T10:00:00.000Z";

function email(messageKey: string, more: Partial<NewProcessedEmail> = {}): NewProcessedEmail {
  return {
    mailbox: "gmail",
    messageKey,
    folder: "INBOX",
    uid: 1,
    from: "",
    leadName: "",
    subject: "",
    verdict: "lead",
    confidence: 90,
    reason: "",
    reasons: [],
    kind: "message",
    leadId: null,
    analysis: null,
    date: AT,
    processedAt: AT,
    leadRow: null,
    ...more,
  };
}

describe.each(ENGINES)("a batch's additional writes on %s", (engine) => {
  it.each(["no source", "a source"])("link the leads of its rows, of %s", async (kind) => {
    const store = await openTestStore(engine);
    const source = { id: kind === "no source" ? null : await addDataSource(store) };
    const [known = "", linked = ""] = await addLeads(store, [{}, {}]);
    const row = { rowKey: "earlier", contentHash: "", leadId: linked, createIndex: null };
    await store.leads.applyBatch({ ...EMPTY_BATCH, source, rows: [row] });
    const emails = [
      email("new", { leadRow: "a" }),
      email("known", { leadRow: "b" }),
      email("of a row the batch does not bring", { leadRow: "earlier" }),
      email("of a row nobody knows", { leadRow: "z" }),
      email("given", { leadId: known }),
      email("none"),
    ];
    const [created] = await store.leads.applyBatch({
      ...EMPTY_BATCH,
      source,
      creates: [newLead()],
      rows: [
        { rowKey: "a", contentHash: "", leadId: null, createIndex: 0 },
        { rowKey: "b", contentHash: "", leadId: known, createIndex: null },
      ],
      alongside: { kind: "messages", emails, cursor: null },
    });
    const kept = (await store.mailbox.emails(9)).toReversed();
    expect(kept.map(({ leadId }) => leadId)).toEqual([created, known, linked, null, known, null]);
  });

  it("finish a submission with the lead that it became", async () => {
    const store = await openTestStore(engine);
    const { id } = await store.forms.receive({
      formType: "generic",
      formName: "",
      contentType: "",
      body: "{}",
      bodyEncoding: "utf8",
      idempotencyKey: null,
      isVerified: null,
      submittedAt: AT,
    });
    const outcome = { leadName: "Ann", outcome: "created" as const, reason: "", processedAt: AT };
    const [leadId] = await store.leads.applyBatch({
      ...EMPTY_BATCH,
      creates: [newLead()],
      rows: [{ rowKey: "form:1", contentHash: "", leadId: null, createIndex: 0 }],
      alongside: { kind: "submission", id, leadRow: "form:1", ...outcome },
    });
    expect(await store.forms.get(id)).toMatchObject({ ...outcome, leadId });
    expect(await store.forms.waiting(1)).toEqual([]);
  });

  it("are skipped when the batch is rejected", async () => {
    const store = await openTestStore(engine);
    await addLeads(store, [{ emailKey: "a@x.example" }]);
    const { id: importId } = await store.imports.create(anImport());
    const submission = await store.forms.receive({
      formType: "generic",
      formName: "",
      contentType: "",
      body: "{}",
      bodyEncoding: "utf8",
      idempotencyKey: null,
      isVerified: null,
      submittedAt: AT,
    });
    const cursor = {
      mailbox: "gmail",
      folder: "INBOX",
      cursor: { uidValidity: "1", lastUid: 5, modSeq: null, since: null },
    };
    const writes: NonNullable<LeadBatch["alongside"]>[] = [
      { kind: "messages", emails: [email("m")], cursor },
      {
        kind: "submission",
        id: submission.id,
        leadRow: null,
        leadName: "",
        outcome: "created",
        reason: "",
        processedAt: AT,
      },
      {
        ...anImportWrite(importId, { rejected: [{ row: 1, cells: [], reason: "" }] }),
        patch: { ...anImportWrite(importId).patch, rowsRead: 3 },
      },
    ];
    for (const alongside of writes) {
      const refused = store.leads.applyBatch({
        ...EMPTY_BATCH,
        creates: [newLead({ emailKey: "b@x.example" }), newLead({ emailKey: "a@x.example" })],
        alongside,
      });
      await expect(refused).rejects.toMatchObject({ id: "lead_conflict" });
    }
    expect(await store.mailbox.emails(1)).toEqual([]);
    expect((await store.mailbox.cursors("gmail")).size).toBe(0);
    expect(await store.forms.waiting(1)).toHaveLength(1);
    expect((await store.imports.get(importId))?.rowsRead).toBe(0);
    expect(await store.imports.rejected(importId, 0, 9)).toEqual([]);
    expect(await store.leads.count({})).toEqual({ count: 1, exact: true });
  });

  it("reject the leads when their own record is gone", async () => {
    const store = await openTestStore(engine);
    for (const id of ["99", "x"]) {
      const batch = { ...EMPTY_BATCH, creates: [newLead()], alongside: anImportWrite(id) };
      await expect(store.leads.applyBatch(batch)).rejects.toMatchObject({ id: "import_gone" });
    }
    expect(await store.leads.count({})).toEqual({ count: 0, exact: true });
  });
});
