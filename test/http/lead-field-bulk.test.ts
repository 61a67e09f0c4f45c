import { describe, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { conformField, convertField } from "#server/features/leads/convert-field.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

async function opened(engine: EngineName, names: readonly string[]) {
  const winnow = await freshWinnow(engine);
  const ids: string[] = [];
  for (const name of names) {
    const { id } = await winnow.ok("POST /api/leads", { body: { name, email: `${name}@bulk.example` } });
    ids.push(id);
  }
  return { winnow, ids };
}

const undo = (winnow: TestWinnow, id: string | null): Promise<unknown> =>
  winnow.ok("POST /api/journal/{id}/undo", { id: id ?? "" });

async function fieldsOf(winnow: TestWinnow) {
  const leads = (await winnow.ok("GET /api/leads", { query: { sort: "name" } })) as Lead[];
  return leads.map(({ fields }) => fields);
}

describe.each(oneEngine("postgres"))("custom fields of many leads on %s", (engine) => {
  test("are set and cleared at once, and undone as one action", async () => {
    const { winnow, ids } = await opened(engine, ["ann", "bob", "cid"]);
    await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Tier", kind: "choice", options: ["Gold", "Silver"] } });
    await winnow.ok("PATCH /api/leads/{id}", { id: ids[0] ?? "", body: { fields: { budget: 5, tier: "Gold" } } });
    const set = await winnow.ok("POST /api/leads/bulk-fields", {
      body: { selection: { ids: ids.slice(0, 2) }, fields: { budget: "5", tier: "silver" } },
    });
    expect(set).toMatchObject({ changed: 2, unchanged: 0 });
    expect(await fieldsOf(winnow)).toEqual([{ budget: 5, tier: "Silver" }, { budget: 5, tier: "Silver" }, {}]);
    const { acts } = await winnow.ok("GET /api/journal");
    expect(acts[0]?.title).toBe("2 leads with Budget set to 5, Tier set to Silver");
    const selection = { filter: { fields: "tier:is:Silver", status: "all" as const } };
    const cleared = await winnow.ok("POST /api/leads/bulk-fields", { body: { selection, fields: { tier: null } } });
    expect(cleared.changed).toBe(2);
    expect(await winnow.ok("GET /api/leads", { query: { fields: "tier:filled" } })).toEqual([]);
    await undo(winnow, cleared.actId);
    await undo(winnow, set.actId);
    expect(await fieldsOf(winnow)).toEqual([{ budget: 5, tier: "Gold" }, {}, {}]);
    const wrong = await winnow.call("POST /api/leads/bulk-fields", {
      body: { selection: { ids }, fields: { budget: "many" } },
    });
    expect(wrong.json()).toMatchObject({ status: 422, errors: [{ field: "fields" }] });
    const none = await winnow.ok("POST /api/leads/bulk-fields", { body: { selection: { ids }, fields: {} } });
    expect(none).toMatchObject({ changed: 0, actId: null });
  });

  test("are converted although the server stops during the conversion and again during its job", async () => {
    const { winnow, ids } = await opened(engine, ["ann"]);
    const { id } = await winnow.ok("POST /api/lead-fields", { body: { name: "Size", kind: "text" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: ids[0] ?? "", body: { fields: { size: "5" } } });
    const stopped = { ...winnow.workspace, stopping: AbortSignal.abort() };
    expect(await convertField(stopped, id, { kind: "number", options: [] })).toMatchObject({ left: 1 });
    await expect(conformField(stopped, id)).rejects.toMatchObject({ id: "stopping" });
    expect(await conformField(winnow.workspace, id)).toBe(1);
    expect(await fieldsOf(winnow)).toEqual([{ size: 5 }]);
  });

  test("are converted by a job if the conversion fails halfway", async () => {
    const { winnow, ids } = await opened(engine, ["ann"]);
    const { id } = await winnow.ok("POST /api/lead-fields", { body: { name: "Size", kind: "text" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: ids[0] ?? "", body: { fields: { size: "5" } } });
    const { store, jobs } = winnow.workspace;
    const change = () => Promise.reject(new Error("deadlock"));
    const failing = { ...winnow.workspace, store: { ...store, bulkActions: { ...store.bulkActions, change } } };
    await expect(convertField(failing, id, { kind: "number", options: [] })).rejects.toThrow("deadlock");
    expect(await jobs.ofKey(`field-values:${id}`)).toMatchObject({ state: "waiting" });
  });

  test("are filled from an extra column after a preview of what doesn't fit, and emptied without loss", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Size", keywords: ["200"], scoreWeight: 40 } });
    const leads = ["200", "30", "unknown", "unknown", "?"].map((value, index) => ({
      email: `p${index}@promote.example`,
      name: `P${index}`,
      facts: [
        { name: "Staff", value },
        { name: "Paint", value: "red" },
      ],
    }));
    await winnow.ok("POST /api/leads/batch", { body: { leads } });
    const { id } = await winnow.ok("POST /api/lead-fields", { body: { name: "Employees", kind: "number" } });
    const all = (await winnow.ok("GET /api/leads", { query: { sort: "name" } })) as Lead[];
    expect(all.map(({ score }) => score)).toEqual([40, 0, 0, 0, 0]);
    await winnow.ok("PATCH /api/leads/{id}", { id: all[1]?.id ?? "", body: { fields: { employees: 31 } } });

    const preview = await winnow.ok("GET /api/lead-fields/{id}/promotion", { id, query: { detail: "Staff" } });
    expect(preview).toEqual({
      leads: 5,
      fitting: 1,
      filled: 1,
      unfit: 3,
      problems: [
        { value: "unknown", error: "Enter a number", leads: 2 },
        { value: "?", error: "Enter a number", leads: 1 },
      ],
    });
    const moved = await winnow.ok("POST /api/lead-fields/{id}/promotion", { id, body: { detail: "Staff" } });
    expect(moved).toMatchObject({ changed: 1, unchanged: 4 });
    expect(await fieldsOf(winnow)).toEqual([{ employees: 200 }, { employees: 31 }, {}, {}, {}]);
    const factsOf = async (at: number) => (await winnow.ok("GET /api/leads/{id}", { id: all[at]?.id ?? "" })).facts;
    expect(await factsOf(0)).toEqual([{ name: "Paint", value: "red" }]);
    expect(await factsOf(2)).toContainEqual({ name: "Staff", value: "unknown" });
    const scores = async () =>
      ((await winnow.ok("GET /api/leads", { query: { sort: "name" } })) as Lead[]).map(({ score }) => score);
    expect(await scores()).toEqual([0, 0, 0, 0, 0]);

    const emptied = await winnow.ok("POST /api/lead-fields/{id}/demotion", { id });
    expect(emptied.changed).toBe(2);
    expect(await fieldsOf(winnow)).toEqual([{}, {}, {}, {}, {}]);
    expect(await factsOf(0)).toContainEqual({ name: "Employees", value: "200" });
    expect(await scores()).toEqual([40, 0, 0, 0, 0]);
    await undo(winnow, emptied.actId);
    await undo(winnow, moved.actId);
    expect(await factsOf(0)).toEqual(leads[0]?.facts);
    expect(await fieldsOf(winnow)).toEqual([{}, { employees: 31 }, {}, {}, {}]);
    expect(await scores()).toEqual([40, 0, 0, 0, 0]);
    const unknown = await winnow.call("POST /api/lead-fields/{id}/promotion", { id: "999", body: { detail: "Staff" } });
    expect(unknown.statusCode).toBe(404);
  });

  test("change their type after a preview, with values that don't convert as other details, and are undone", async () => {
    const { winnow, ids } = await opened(engine, ["ann", "bob", "cid", "dan"]);
    const { id } = await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "text" } });
    const values = ["1,250.5", "20", "a lot", null];
    for (const [at, budget] of values.entries()) {
      await winnow.ok("PATCH /api/leads/{id}", { id: ids[at] ?? "", body: { fields: { budget } } });
    }
    await winnow.ok("POST /api/rules", { body: { name: "Words", keywords: ["lot"], fields: ["field:budget"] } });
    const preview = await winnow.ok("GET /api/lead-fields/{id}/conversion", { id, query: { kind: "number" } });
    expect(preview).toEqual({
      leads: 3,
      fitting: 2,
      unfit: 1,
      problems: [{ value: "a lot", error: "Enter a number", leads: 1 }],
      rules: ["Words"],
      assignmentRules: [],
    });
    const before = await fieldsOf(winnow);
    const changed = await winnow.ok("POST /api/lead-fields/{id}/conversion", { id, body: { kind: "number" } });
    expect(changed).toMatchObject({ changed: 3, left: 0 });
    expect(await winnow.ok("GET /api/lead-fields")).toMatchObject([{ id, key: "budget", kind: "number" }]);
    expect(await fieldsOf(winnow)).toEqual([{ budget: 1250.5 }, { budget: 20 }, {}, {}]);
    expect(await winnow.ok("GET /api/leads", { query: { fields: "budget:min:100" } })).toHaveLength(1);
    const factsOf = async (at: number) => (await winnow.ok("GET /api/leads/{id}", { id: ids[at] ?? "" })).facts;
    expect(await factsOf(2)).toEqual([{ name: "Budget", value: "a lot" }]);
    // A value that was added in the meantime is converted back as far as possible.
    await winnow.ok("PATCH /api/leads/{id}", { id: ids[3] ?? "", body: { fields: { budget: 7 } } });
    await undo(winnow, changed.actId);
    expect(await winnow.ok("GET /api/lead-fields")).toMatchObject([{ id, kind: "text" }]);
    expect(await fieldsOf(winnow)).toEqual([...before.slice(0, 3), { budget: "7" }]);
    expect(await factsOf(2)).toEqual([]);

    const query = { kind: "choice" as const, options: "20;7" };
    expect(await winnow.ok("GET /api/lead-fields/{id}/conversion", { id, query })).toMatchObject({
      fitting: 2,
      unfit: 2,
    });
    const choice = await winnow.ok("POST /api/lead-fields/{id}/conversion", {
      id,
      body: { kind: "choice", options: ["20", "7"] },
    });
    await winnow.ok("PATCH /api/lead-fields/{id}", { id, body: { options: ["7"] } });
    const blocked = await winnow.call("POST /api/journal/{id}/undo", { id: choice.actId ?? "" });
    expect(blocked.statusCode).toBe(409);
    expect(await fieldsOf(winnow)).toEqual([{}, { budget: "20" }, {}, { budget: "7" }]);
    const wrong = await winnow.call("GET /api/lead-fields/{id}/conversion", { id, query: { kind: "choices" } });
    expect(wrong.statusCode).toBe(422);
  });

  test("get the type that their field has by now when an undo brings them back", async () => {
    const { winnow, ids } = await opened(engine, ["ann", "bob"]);
    const { id } = await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "text" } });
    const [ann = "", bob = ""] = ids;
    for (const [lead, budget] of [
      [ann, "1,250"],
      [bob, "a lot"],
    ] as const) {
      await winnow.ok("PATCH /api/leads/{id}", { id: lead, body: { fields: { budget } } });
    }
    const gone = [
      await winnow.call("DELETE /api/leads/{id}", { id: ann }),
      await winnow.call("PATCH /api/leads/{id}", { id: bob, body: { fields: { budget: null } } }),
    ];
    await winnow.ok("POST /api/lead-fields/{id}/conversion", { id, body: { kind: "number" } });
    for (const { headers } of gone) await undo(winnow, String(headers["x-act-id"]));
    expect(await fieldsOf(winnow)).toEqual([{ budget: 1250 }, {}]);
    expect(await winnow.ok("GET /api/leads", { query: { fields: "budget:min:100" } })).toHaveLength(1);
    const { facts } = await winnow.ok("GET /api/leads/{id}", { id: bob });
    expect(facts).toEqual([{ name: "Budget", value: "a lot" }]);
  });

  test("that are empty change their type, which is undone", async () => {
    const { winnow } = await opened(engine, ["ann"]);
    const { id } = await winnow.ok("POST /api/lead-fields", { body: { name: "Seats", kind: "text" } });
    const { actId, changed } = await winnow.ok("POST /api/lead-fields/{id}/conversion", { id, body: { kind: "date" } });
    expect(changed).toBe(0);
    await undo(winnow, actId);
    expect(await winnow.ok("GET /api/lead-fields")).toMatchObject([{ kind: "text" }]);
  });

  test("refuse a second change of the same type while one is running", async () => {
    const { winnow } = await opened(engine, ["ann"]);
    const { id } = await winnow.ok("POST /api/lead-fields", { body: { name: "Size", kind: "text" } });
    const { leases } = winnow.workspace.store;
    await leases.acquire(`field-values:${id}`, "another request", 60_000);
    const refused = await winnow.call("POST /api/lead-fields/{id}/conversion", { id, body: { kind: "number" } });
    expect(refused.json()).toMatchObject({ status: 409, detail: "The type of “Size” is already being changed." });
    await leases.release(`field-values:${id}`, "another request");
    expect(await winnow.ok("POST /api/lead-fields/{id}/conversion", { id, body: { kind: "number" } })).toMatchObject({
      changed: 0,
    });
    expect((await winnow.ok("GET /api/jobs", { query: { kind: "field-values" } })).jobs).toEqual([]);
  });
});
