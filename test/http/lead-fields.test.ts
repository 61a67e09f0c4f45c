import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { oneEngine } from "#test/stores.ts";

describe.each(oneEngine("sqlite"))("custom fields on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine);
  });
  afterAll(() => winnow.close());

  let added = 0;
  async function newLead(): Promise<string> {
    added += 1;
    const body = { name: `Lead ${added}`, email: `lead${added}@fields.example` };
    return (await winnow.ok("POST /api/leads", { body })).id;
  }
  const newField = (name: string, kind: FieldKind, options: string[] = []) =>
    winnow.ok("POST /api/lead-fields", { body: { name, kind, options } });
  const set = (id: string, fields: Record<string, string | number | boolean | string[] | null>) =>
    winnow.call("PATCH /api/leads/{id}", { id, body: { fields } });
  const fieldsOf = async (id: string) => (await winnow.ok("GET /api/leads/{id}", { id })).fields;
  const undo = (id: unknown): Promise<unknown> => winnow.ok("POST /api/journal/{id}/undo", { id: String(id) });

  test("of every kind are stored, listed, found, exported, and undone with the edit", async () => {
    const id = await newLead();
    expect((await newField("Annual budget (€)", "number")).key).toBe("annual_budget");
    await newField("Quarter", "text");
    await newField("Renewal", "date");
    await newField("Region", "choice", ["North", "South"]);
    await newField("Products", "choices", ["Alpha", "Beta", "Gamma"]);
    await newField("Partner", "yesNo");
    await newField("Profile", "link");
    const values = {
      annual_budget: 1250.5,
      quarter: "Third “Q3”",
      renewal: "2026-01-31",
      region: "North",
      products: ["Alpha", "Gamma"],
      partner: false,
      profile: "https://acme.example/a",
    };
    const edit = await set(id, { ...values, annual_budget: "1,250.5", region: "north", products: ["Gamma", "alpha"] });
    expect(edit.json()).toMatchObject({ fields: values });
    expect(await fieldsOf(id)).toEqual(values);
    const [row] = await winnow.ok("GET /api/leads", { query: { view: "row", search: "gamma" } });
    expect(row).toMatchObject({ id, fields: values });
    const { timeline } = await winnow.ok("GET /api/leads/{id}", { id });
    expect(timeline[0]?.description).toBe("Annual budget (€), Quarter, Renewal, Region, Products, Partner, Profile");
    const csv = await winnow.app.inject({ url: `/api/leads/export?ids=${id}` });
    const [header = "", line = ""] = csv.body.split("\r\n");
    expect(header).toMatch(/,Annual budget \(€\),Quarter,Renewal,Region,Products,Partner,Profile$/u);
    expect(line).toMatch(/,1250.5,"?Third “Q3”"?,2026-01-31,North,"Alpha; Gamma",No,https:\/\/acme.example\/a$/u);
    const cleared = await set(id, { partner: null });
    expect(await fieldsOf(id)).not.toHaveProperty("partner");
    await undo(cleared.headers["x-act-id"]);
    await undo(edit.headers["x-act-id"]);
    expect(await fieldsOf(id)).toEqual({});
  });

  test("refuse values that don't fit and unknown fields", async () => {
    const id = await newLead();
    await newField("Seats", "number");
    await newField("Due", "date");
    for (const [fields, message] of [
      [{ seats: "many" }, "Seats: Enter a number."],
      [{ due: "2026-02-30" }, "Due: Enter a date like 2026-01-31."],
      [{ nothing: 1 }, "There is no field nothing."],
    ] as const) {
      const answer = await set(id, fields);
      expect([answer.statusCode, answer.json<{ errors: unknown }>().errors]).toEqual([
        422,
        [{ field: "fields", message }],
      ]);
    }
    expect(await fieldsOf(id)).toEqual({});
  });

  test("are renamed and deleted on all leads, and a deletion can be undone", async () => {
    const id = await newLead();
    const field = await newField("Size", "choice", ["S", "L"]);
    await set(id, { size: "L" });
    const { version } = field;
    await winnow.ok("PATCH /api/lead-fields/{id}", { id: field.id, body: { name: "Fit", options: ["S"], version } });
    expect(await fieldsOf(id)).toEqual({ size: "L" });
    const stale = await winnow.call("PATCH /api/lead-fields/{id}", { id: field.id, body: { name: "X", version } });
    expect(stale.statusCode).toBe(409);
    const taken = await winnow.call("POST /api/lead-fields", { body: { name: " fit", kind: "text" } });
    expect(taken.json()).toMatchObject({ status: 409, detail: "There is already a field “Fit”." });
    const deleted = await winnow.call("DELETE /api/lead-fields/{id}", { id: field.id });
    expect(await fieldsOf(id)).toEqual({});
    await undo(deleted.headers["x-act-id"]);
    expect(await fieldsOf(id)).toEqual({ size: "L" });
  });

  test("of merged leads are united, without replacing a value, and parted by an undo", async () => {
    await newField("Team", "text");
    await newField("Floor", "number");
    const [one, other] = [await newLead(), await newLead()];
    await set(one, { team: "Blue" });
    await set(other, { team: "Red", floor: 3 });
    const merged = await winnow.ok("POST /api/leads/{id}/merge", { id: one, body: { otherId: other } });
    expect(await fieldsOf(one)).toEqual({ team: "Blue", floor: 3 });
    await undo(merged.actId);
    expect(await fieldsOf(one)).toEqual({ team: "Blue" });
    expect(await fieldsOf(other)).toEqual({ team: "Red", floor: 3 });
  });

  test("aren't restored over a later value, so that the undo of that one comes first", async () => {
    await newField("Desks", "number");
    const id = await newLead();
    await set(id, { desks: 1 });
    const [second, third] = [await set(id, { desks: 2 }), await set(id, { desks: 3 })];
    const actOf = ({ headers }: typeof second): string => String(headers["x-act-id"]);
    const refused = await winnow.call("POST /api/journal/{id}/undo", { id: actOf(second) });
    expect(refused.json()).toMatchObject({ status: 409, detail: "A custom field has since been changed again." });
    for (const one of [third, second]) await undo(actOf(one));
    expect(await fieldsOf(id)).toEqual({ desks: 1 });
    const selection = { ids: [id] };
    const bulk = await winnow.ok("POST /api/leads/bulk-fields", { body: { selection, fields: { desks: "4" } } });
    await set(id, { desks: 5 });
    const kept = await winnow.call("POST /api/journal/{id}/undo", { id: bulk.actId ?? "" });
    expect(kept.statusCode).toBe(409);
  });

  test("are in a person's export and redacted where they mention an erased person", async () => {
    await newField("Referred by", "text");
    const id = await newLead();
    await set(id, { referred_by: "via gone@person.example" });
    const own = await winnow.ok("POST /api/leads", { body: { name: "Gone", email: "gone@person.example" } });
    await set(own.id, { referred_by: "Ada" });
    const data = await winnow.call("GET /api/people/{email}/data", { params: { email: "gone@person.example" } });
    expect(JSON.stringify(data.json())).toContain('"Referred by":"Ada"');
    await winnow.ok("DELETE /api/people/{email}", { params: { email: "gone@person.example" } });
    expect((await fieldsOf(id))["referred_by"]).not.toContain("gone@person.example");
  });

  test("are limited in number, length and options", async () => {
    const fresh = await freshWinnow(engine);
    for (const [body, field] of [
      [{ name: "x".repeat(LIMITS.customField.nameLength + 1), kind: "text" }, "name"],
      [{ name: "Choice", kind: "choice" }, "options"],
      [{ name: "Choice", kind: "choice", options: ["A", "a"] }, "options"],
      [{ name: "Text", kind: "text", options: ["A"] }, "options"],
    ] as const) {
      const answer = await fresh.call("POST /api/lead-fields", { body });
      expect(answer.json()).toMatchObject({ errors: [{ field }] });
    }
    for (let number = 0; number < LIMITS.customField.fields; number += 1) {
      await fresh.ok("POST /api/lead-fields", { body: { name: `Field ${number}`, kind: "text" } });
    }
    const more = await fresh.call("POST /api/lead-fields", { body: { name: "More", kind: "text" } });
    expect(more.json()).toMatchObject({
      status: 409,
      detail: "You can have up to 50 custom fields. Delete one first.",
    });
  });
});
