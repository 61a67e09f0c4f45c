import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { MERGE_FIELDS } from "#shared/contract/leads/duplicate.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { oneEngine } from "#test/stores.ts";

const SHEET = { kind: "google_sheets", id: null, name: "Fair" };

type Act =
  | { kind: "merge"; a: number; b: number; take: object }
  | { kind: "edit"; a: number; title: string }
  | { kind: "decide"; a: number; status: string }
  | { kind: "delete"; a: number };

/** A row of a sheet as a sync reads it. */
function row(rowKey: string, fields: RawLead["fields"], facts: RawLead["facts"] = []): RawLead {
  const contentHash = JSON.stringify([fields, facts]);
  return { rowKey, contentHash, locator: `Row ${rowKey}`, fields, facts, raw: fields, sourceData: { row: rowKey } };
}

describe.each(oneEngine("sqlite"))("merging two leads on %s", (engine) => {
  let winnow: TestWinnow;
  const open = async (): Promise<void> => {
    winnow = await openWinnow(engine);
  };
  afterEach(async () => winnow.close());

  const sync = async (...rows: RawLead[]) =>
    takeIn(winnow.workspace, SHEET, rows, await readScoringContext(winnow.workspace));
  const twoLeads = async (): Promise<[string, string]> => {
    await winnow.ok("POST /api/rules", { body: { name: "Need", keywords: ["pricing", "demo"], scoreWeight: 20 } });
    const { createdIds } = await sync(
      row("1", { name: "Ann Lee", email: "ann@acme.example", company: "Acme", notes: "Wants pricing" }),
      row("2", { name: "A. Lee", email: "lee@acme.example", phone: "+44 20 7946 0018", notes: "Wants a demo" }),
    );
    return [createdIds[0] ?? "", createdIds[1] ?? ""];
  };
  const stored = (id: string) => winnow.workspace.store.leads.get(id);
  const merge = (id: string, otherId: string, take: object = {}) =>
    winnow.ok("POST /api/leads/{id}/merge", { id, body: { otherId, take } });
  const undo = (id: string) => winnow.call("POST /api/journal/{id}/undo", { id });

  it("takes the fuller and the newer values, joins notes, rescores and loses nothing", async () => {
    await open();
    const [ann, other] = await twoLeads();
    const preview = await winnow.ok("POST /api/leads/{id}/merge-preview", { id: ann, body: { otherId: other } });
    const winners = Object.fromEntries(preview.fields.map(({ field, winner, reason }) => [field, [winner, reason]]));
    expect(winners).toMatchObject({
      name: ["this", "More complete"],
      email: ["this", "Newer"],
      company: ["this", "Other is empty"],
      phone: ["other", "This one is empty"],
      notes: ["both", "Combined"],
      status: ["this", "Decided by rules"],
    });
    // Rules decide again, whichever lead is chosen.
    expect(preview.fields.find(({ field }) => field === "status")).toMatchObject({ this: "", other: "" });
    expect(preview.lead).toMatchObject({ score: 40, status: "qualified" });

    const { lead } = await merge(ann, other);
    expect(lead).toMatchObject({
      id: ann,
      name: "Ann Lee",
      email: "ann@acme.example",
      company: "Acme",
      phone: "+44 20 7946 0018",
      notes: "Wants pricing\n\nWants a demo",
      score: 40,
      status: "qualified",
    });
    const detail = await winnow.ok("GET /api/leads/{id}", { id: ann });
    expect(detail.facts).toContainEqual({ name: "Email (Fair)", value: "lee@acme.example" });
    expect(detail.provenance["phone"]).toMatchObject({ locator: "Row 2" });
    expect(detail.timeline.map(({ title }) => title)).toContain("A. Lee merged");
    expect((await winnow.ok("GET /api/leads", { query: { limit: 9, search: "lee" } })).map(({ id }) => id)).toEqual([
      ann,
    ]);

    for (const key of ["GET /api/leads/{id}", "PATCH /api/leads/{id}"] as const) {
      const gone = await winnow.call(key, { id: other, body: { notes: "Half a thought" } });
      expect([gone.statusCode, gone.json<{ mergedInto: string }>().mergedInto]).toEqual([404, ann]);
    }
  });

  it("respects what a person chose, and sources can't change that", async () => {
    await open();
    const [ann, other] = await twoLeads();
    await winnow.ok("PATCH /api/leads/{id}", { id: other, body: { status: "rejected" } });
    const { lead } = await merge(ann, other, { name: "other", email: "other", notes: "this" });
    expect(lead).toMatchObject({
      name: "A. Lee",
      email: "lee@acme.example",
      notes: "Wants pricing",
      status: "rejected",
    });
    await sync(row("1", { name: "Ann Lee-Miller", email: "ann@acme.example", company: "Acme", title: "CEO" }));
    expect(await stored(ann)).toMatchObject({ name: "A. Lee", email: "lee@acme.example", title: "CEO" });
  });

  it("names the other lead in the history, also one without a name", async () => {
    await open();
    const [ann] = await twoLeads();
    const content = "Subject: Quote\n\nHello, please send us a quote for 20 licenses. We would like a demo.";
    const { leadId } = await winnow.ok("POST /api/process-email", { body: { content } });
    await merge(ann, leadId ?? "");
    const { timeline } = await winnow.ok("GET /api/leads/{id}", { id: ann });
    expect(timeline.map(({ title }) => title)).toContain("Unnamed lead merged");
  });

  it("lets later syncs of either row, address and phone update the merged lead", async () => {
    await open();
    const [ann, other] = await twoLeads();
    await merge(ann, other);
    const again = await sync(
      row("2", { name: "A. Lee", email: "lee@acme.example", phone: "+44 20 7946 0018", title: "Buyer" }),
      row("9", { name: "A. Lee", email: "lee@acme.example", industry: "Steel" }),
    );
    expect(again.createdIds).toEqual([]);
    expect(await stored(ann)).toMatchObject({ title: "Buyer", industry: "Steel" });
    // Once deleted, it stays away under the other's identifiers, too.
    await winnow.call("DELETE /api/leads/{id}", { id: ann });
    const { createdIds } = await sync(row("10", { name: "A. Lee", email: "lee@acme.example" }));
    expect(createdIds).toEqual([]);
  });

  it("keeps the other's next step and custom fields as details where both leads have one", async () => {
    await open();
    const [ann, other] = await twoLeads();
    for (const name of ["Budget", "Region"]) await winnow.ok("POST /api/lead-fields", { body: { name, kind: "text" } });
    const change = (id: string, fields: Record<string, string>, text: string, due: string) =>
      winnow
        .ok("PATCH /api/leads/{id}", { id, body: { fields } })
        .then(() => winnow.ok("PUT /api/leads/{id}/next-step", { id, body: { text, due } }));
    await change(ann, { region: "North" }, "Send offer", "2027-02-01");
    await change(other, { budget: "High", region: "South" }, "Call", "2027-01-15T09:00");
    const { actId } = await merge(ann, other);
    const merged = await winnow.ok("GET /api/leads/{id}", { id: ann });
    expect(merged).toMatchObject({ fields: { budget: "High", region: "North" }, nextStep: { text: "Call" } });
    expect(merged.facts).toEqual(
      expect.arrayContaining([
        { name: "Region (merged lead)", value: "South" },
        { name: "Next step (merged lead)", value: "Send offer, 2027-02-01" },
      ]),
    );
    // An edit that changes nothing isn't an action.
    const same = await winnow.call("PATCH /api/leads/{id}", { id: ann, body: { fields: { region: "North" } } });
    expect(same.headers["x-act-id"]).toBeUndefined();
    expect((await undo(actId)).statusCode).toBe(200);
    expect(await winnow.ok("GET /api/leads/{id}", { id: ann })).toMatchObject({ nextStep: { text: "Send offer" } });
  });

  it("is rejected with itself, with a missing lead, and when either has changed since it was shown", async () => {
    await open();
    const [ann, other] = await twoLeads();
    const refused = async (id: string, body: object): Promise<number> =>
      (await winnow.call("POST /api/leads/{id}/merge", { id, body })).statusCode;
    expect(await refused(ann, { otherId: ann })).toBe(409);
    expect(await refused(ann, { otherId: "999" })).toBe(409);
    expect(await refused("999", { otherId: ann })).toBe(404);
    expect(await refused(ann, { otherId: other, take: { name: "mine" } })).toBe(422);
    const { seen } = await winnow.ok("POST /api/leads/{id}/merge-preview", { id: ann, body: { otherId: other } });
    await winnow.ok("PATCH /api/leads/{id}", { id: other, body: { title: "Buyer" } });
    expect(await refused(ann, { otherId: other, seen })).toBe(409);
    await winnow.call("DELETE /api/leads/{id}", { id: other });
    expect(await refused(ann, { otherId: other })).toBe(409);
  });

  it("is undone exactly, but not over later edits", async () => {
    await open();
    const [ann, other] = await twoLeads();
    const before = [await stored(ann), await stored(other)].map(asFound);
    const { actId } = await merge(ann, other);
    const edited = await winnow.call("PATCH /api/leads/{id}", { id: ann, body: { title: "Head" } });
    const refused = await undo(actId);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      "The merged lead's job title has since been changed to “Head”.",
    ]);
    await undo(String(edited.headers["x-act-id"]));
    expect((await undo(actId)).statusCode).toBe(200);
    expect((await undo(actId)).statusCode).toBe(409);
    expect([await stored(ann), await stored(other)].map(asFound)).toEqual(before);
    expect((await winnow.ok("GET /api/leads", { query: { limit: 9, search: "lee@" } })).map(({ id }) => id)).toEqual([
      other,
    ]);
    expect((await winnow.call("GET /api/leads/{id}", { id: other })).statusCode).toBe(200);
  });

  it("isn't undone over custom fields and tags that someone has changed since", async () => {
    await open();
    const [ann, other] = await twoLeads();
    await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "text" } });
    const { actId } = await merge(ann, other);
    for (const [body, noun] of [
      [{ fields: { budget: "High" } }, "custom fields"],
      [{ tags: ["VIP"] }, "tags"],
    ] as const) {
      const edited = await winnow.call("PATCH /api/leads/{id}", { id: ann, body });
      const refused = await undo(actId);
      expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
        409,
        `The merged lead's ${noun} have since been changed.`,
      ]);
      await undo(String(edited.headers["x-act-id"]));
    }
    expect((await undo(actId)).statusCode).toBe(200);
  });

  it("blocks undoing anything older before it", async () => {
    await open();
    const [ann, other] = await twoLeads();
    const acts: string[] = [];
    for (const id of [ann, other]) {
      const edited = await winnow.call("PATCH /api/leads/{id}", { id, body: { title: "Head" } });
      acts.unshift(String(edited.headers["x-act-id"]));
    }
    const { actId } = await merge(ann, other);
    const refused = await Promise.all(acts.map(undo));
    expect(refused.map((answer) => [answer.statusCode, answer.json<{ detail: string }>().detail])).toEqual([
      [409, "The lead has since been merged into another lead. Undo that first."],
      [409, "Another lead has since been merged into this one. Undo that first."],
    ]);
    for (const id of [actId, ...acts]) expect((await undo(id)).statusCode).toBe(200);
  });

  it("when undone, gives each lead what its rows have brought since", async () => {
    await open();
    const [ann, other] = await twoLeads();
    const { actId } = await merge(ann, other);
    await sync(
      row("2", { name: "A. Lee", email: "lee@acme.example", phone: "+44 20 7946 0018", notes: "Wants a demo" }, [
        { name: "Budget", value: "10,000" },
      ]),
    );
    expect((await undo(actId)).statusCode).toBe(200);
    expect((await stored(ann))?.facts).toEqual([]);
    expect((await stored(other))?.facts).toEqual([{ name: "Budget", value: "10,000" }]);
    await sync(row("2", { name: "A. Lee", email: "lee@acme.example", title: "Buyer" }));
    expect(await stored(other)).toMatchObject({ title: "Buyer" });
    expect(await stored(ann)).toMatchObject({ title: "" });
  });

  it("of any leads, in chains and among other actions, is undone to exactly the original leads", async () => {
    const text = fc.constantFrom("", "Ann Lee", "A. Lee", "pricing", "Wants a demo", "Größe 😀");
    const lead = fc.record({
      name: text,
      company: text,
      title: text,
      notes: text,
      phone: fc.constantFrom("", "+442079460018"),
    });
    const take = fc.dictionary(fc.constantFrom(...MERGE_FIELDS), fc.constantFrom("this", "other"));
    const act: fc.Arbitrary<Act> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("merge" as const), a: fc.nat(), b: fc.nat(), take }) },
      fc.record({ kind: fc.constant("edit" as const), a: fc.nat(), title: text }),
      fc.record({ kind: fc.constant("decide" as const), a: fc.nat(), status: fc.constantFrom("approved", "rejected") }),
      fc.record({ kind: fc.constant("delete" as const), a: fc.nat() }),
    );
    await open();
    await winnow.ok("POST /api/rules", { body: { name: "Need", keywords: ["pricing", "demo"], scoreWeight: 20 } });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(lead, { minLength: 3, maxLength: 5 }),
        fc.array(act, { minLength: 2, maxLength: 7 }),
        async (leads, acts) => {
          runs += 1;
          const { createdIds: ids } = await sync(
            ...leads.map((fields, index) =>
              row(`${runs}-${index}`, { ...fields, email: `${runs}-${index}@acme.example` }),
            ),
          );
          const before = await Promise.all(ids.map(stored));
          const done: string[] = [];
          for (const one of acts) {
            const id = ids[one.a % ids.length] ?? "";
            const actId = await perform(one, id, ids);
            if (actId !== null) done.push(actId);
          }
          for (const actId of done.toReversed()) expect((await undo(actId)).statusCode).toBe(200);
          expect((await Promise.all(ids.map(stored))).map(asFound)).toEqual(before.map(asFound));
        },
      ),
      { numRuns: engine === "sqlite" ? 30 : 5 },
    );

    /** Returns the action; null when nothing was done, as for a missing lead. */
    async function perform(one: Act, id: string, ids: string[]): Promise<string | null> {
      switch (one.kind) {
        case "merge": {
          const otherId = ids[one.b % ids.length] ?? "";
          const answer = await winnow.call("POST /api/leads/{id}/merge", { id, body: { otherId, take: one.take } });
          if (answer.statusCode >= 500) throw new Error(answer.body);
          return answer.json<{ actId?: string }>().actId ?? null;
        }
        case "delete":
          return actOf(await winnow.call("DELETE /api/leads/{id}", { id }));
        case "edit":
          return actOf(await winnow.call("PATCH /api/leads/{id}", { id, body: { title: one.title } }));
        case "decide":
          return actOf(await winnow.call("PATCH /api/leads/{id}", { id, body: { status: one.status } }));
      }
    }
    function actOf({ headers }: { headers: Record<string, unknown> }): string | null {
      const id = headers["x-act-id"];
      return typeof id === "string" ? id : null;
    }
  });
});

/** A lead without its revision and update time. */
function asFound(lead: Awaited<ReturnType<TestWinnow["workspace"]["store"]["leads"]["get"]>>) {
  return lead === null ? null : { ...lead, revision: 0, updatedAt: "" };
}
