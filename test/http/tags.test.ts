import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { ENGINES } from "#test/stores.ts";

describe.each(ENGINES)("tags on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine);
  });
  afterAll(() => winnow.close());

  let added = 0;
  async function leadWith(tags: readonly string[]): Promise<string> {
    added += 1;
    const body = { name: `Lead ${added}`, email: `lead${added}@tags.example`, tags: [...tags] };
    return (await winnow.ok("POST /api/leads", { body })).id;
  }
  const tagsOf = async (id: string): Promise<string[]> => (await winnow.ok("GET /api/leads/{id}", { id })).tags;
  const tagId = async (name: string): Promise<string> =>
    (await winnow.ok("GET /api/tags")).find((tag) => tag.name === name)?.id ?? "";
  async function found(names: readonly string[], tagMatch?: "any" | "all" | "none"): Promise<[string[], string]> {
    const tags = (await Promise.all(names.map(tagId))).join(",");
    const answer = await winnow.call("GET /api/leads", { query: { tags, ...(tagMatch && { tagMatch }), limit: 1 } });
    const all = await winnow.ok("GET /api/leads", { query: { tags, ...(tagMatch && { tagMatch }), limit: 500 } });
    return [all.map(({ id }) => id), String(answer.headers["x-total-count"])];
  }
  const undo = (id: unknown): Promise<unknown> => winnow.ok("POST /api/journal/{id}/undo", { id: String(id) });

  test("are created by name, shown in every answer, and undone with the edit", async () => {
    const id = await leadWith(["VIP", "Fair"]);
    expect(await tagsOf(id)).toEqual(["Fair", "VIP"]);
    const edit = await winnow.call("PATCH /api/leads/{id}", { id, body: { tags: ["vip ", "New"] } });
    expect(edit.json()).toMatchObject({ tags: ["New", "VIP"] });
    const [row] = await winnow.ok("GET /api/leads", { query: { view: "row", limit: 1 } });
    expect(row).toMatchObject({ id, tags: ["New", "VIP"] });
    const { timeline } = await winnow.ok("GET /api/leads/{id}", { id });
    expect(timeline[0]).toMatchObject({ description: "Tagged New, Tag Fair removed" });
    await undo(edit.headers["x-act-id"]);
    expect(await tagsOf(id)).toEqual(["Fair", "VIP"]);
  });

  test("filter leads by any, all or none, with the same count", async () => {
    const [a, b, both] = [await leadWith(["A"]), await leadWith(["B"]), await leadWith(["A", "B"])];
    expect(await found(["A"])).toEqual([[both, a], "2"]);
    expect(await found(["A", "B"])).toEqual([[both, b, a], "3"]);
    expect(await found(["A", "B"], "all")).toEqual([[both], "1"]);
    const [others, count] = await found(["A", "B"], "none");
    expect(others).not.toContain(both);
    expect(count).toBe(String(others.length));
    const unknown = await winnow.ok("GET /api/leads", { query: { tags: "999999", limit: 5 } });
    expect(unknown).toEqual([]);
  });

  test("are renamed, merged and deleted everywhere, and each can be undone", async () => {
    const [one, two] = [await leadWith(["Old", "Target"]), await leadWith(["Old"])];
    const [old, target] = [await tagId("Old"), await tagId("Target")];
    await winnow.ok("POST /api/rules", { body: { name: "Tagging", keywords: ["zzz"], tag: "Old" } });
    const merged = await winnow.call("POST /api/tags/{id}/merge", { id: old, body: { into: target } });
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([["Target"], ["Target"]]);
    expect((await found(["Target"]))[0]).toEqual([two, one]);
    expect(await winnow.ok("GET /api/rules")).toMatchObject([{ tag: "Target" }]);
    const taken = await winnow.call("POST /api/tags", { body: { name: "old" } });
    expect([taken.statusCode, taken.json<{ detail: string }>().detail]).toEqual([
      409,
      "“Old” was merged into “Target”. Choose another name.",
    ]);
    const change = { name: "Renamed", color: "pink" };
    const renamed = await winnow.call("PATCH /api/tags/{id}", { id: target, body: change });
    expect(await winnow.ok("GET /api/rules")).toMatchObject([{ tag: "Renamed" }]);
    const gone = await winnow.call("DELETE /api/tags/{id}", { id: target });
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([[], []]);
    expect(await winnow.ok("GET /api/rules")).toMatchObject([{ tag: null }]);
    await undo(gone.headers["x-act-id"]);
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([["Renamed"], ["Renamed"]]);
    await undo(renamed.headers["x-act-id"]);
    await undo(merged.headers["x-act-id"]);
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([["Old", "Target"], ["Old"]]);
  });

  test("are added to and removed from many leads as one action", async () => {
    const ids = [await leadWith([]), await leadWith(["Bulk"]), await leadWith([])];
    const body = { selection: { ids }, add: ["Bulk"] };
    const result = await winnow.ok("POST /api/leads/bulk-tags", { body });
    expect(result).toMatchObject({ changed: 2, unchanged: 1 });
    expect((await found(["Bulk"]))[0]).toEqual(ids.toReversed());
    await winnow.ok("POST /api/leads/bulk-tags", { body: { selection: { ids: ids.slice(2) }, remove: ["bulk"] } });
    expect((await found(["Bulk"]))[0]).toEqual(ids.slice(0, 2).toReversed());
    await undo(result.actId);
    expect((await found(["Bulk"]))[0]).toEqual(ids.slice(1, 2));
    const nothing = await winnow.call("POST /api/leads/bulk-tags", { body: { selection: { ids } } });
    expect(nothing.json()).toMatchObject({ errors: [{ field: "add" }] });
  });

  test("follow the leads through import, export, deletion and its undo", async () => {
    const file = await uploadFile(
      winnow,
      "tags.csv",
      `Name,Email,Tags\nIda,ida@file.example,"Import; VIP;${"x".repeat(50)}"\n`,
    );
    await winnow.ok("POST /api/imports/{id}/start", { id: file.id });
    await jobsEnded(winnow.workspace);
    const [lead] = await winnow.ok("GET /api/leads", { query: { search: "ida@file.example" } });
    expect(lead).toMatchObject({ tags: ["Import", "VIP"] });
    const detail = await winnow.ok("GET /api/leads/{id}", { id: lead?.id ?? "" });
    expect(detail.facts).toEqual([{ name: "Tags", value: "x".repeat(50) }]);
    const csv = await winnow.app.inject({ url: "/api/leads/export?status=all&search=ida@file.example" });
    expect(csv.body).toContain(',"Import; VIP",');
    const deleted = await winnow.call("DELETE /api/leads/{id}", { id: lead?.id ?? "" });
    expect(await found(["Import"])).toEqual([[], "0"]);
    await undo(deleted.headers["x-act-id"]);
    expect(await found(["Import"])).toEqual([[lead?.id], "1"]);
  });

  test("are added by rules, at intake and when rules change, but not again after a person removed them", async () => {
    const fresh = await freshWinnow(engine);
    const known = await fresh.ok("POST /api/leads", { body: { name: "Ann", email: "ann@x.example", notes: "a demo" } });
    await fresh.ok("POST /api/rules", { body: { name: "Demo", keywords: ["demo"], tag: "Wants a demo" } });
    const came = await fresh.ok("POST /api/leads", { body: { name: "Bo", email: "bo@x.example", notes: "a demo" } });
    const tagged = await fresh.ok("GET /api/leads", {
      query: { tags: (await fresh.ok("GET /api/tags"))[0]?.id ?? "" },
    });
    expect(tagged.map(({ id, tags }) => [id, tags])).toEqual([
      [came.id, ["Wants a demo"]],
      [known.id, ["Wants a demo"]],
    ]);
    await fresh.ok("PATCH /api/leads/{id}", { id: came.id, body: { tags: [] } });
    await fresh.ok("POST /api/rules", { body: { name: "More", keywords: ["demo"], tag: "Wants a demo" } });
    expect((await fresh.ok("PATCH /api/leads/{id}", { id: came.id, body: { notes: "demo!" } })).tags).toEqual([]);
  });

  test("have different names, however they are spelled", async () => {
    const id = await leadWith(["Big Fish"]);
    for (const name of ["big fish", "Big  Fish"]) {
      const answer = await winnow.call("POST /api/tags", { body: { name } });
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
        409,
        "There is already a tag “Big Fish”.",
      ]);
      await winnow.ok("PATCH /api/leads/{id}", { id, body: { tags: [name] } });
      expect(await tagsOf(id)).toEqual(["Big Fish"]);
    }
  });

  test("are limited in number, length and characters", async () => {
    for (const [name, message] of [
      ["x".repeat(LIMITS.tag.nameLength + 1), "At most 40 characters"],
      ["a;b", "A tag can't contain a semicolon"],
      [" ", "Name is required"],
    ] as const) {
      const answer = await winnow.call("POST /api/tags", { body: { name } });
      expect(answer.json()).toMatchObject({ errors: [{ field: "name", message }] });
    }
    const tags = Array.from({ length: LIMITS.tag.perLead + 1 }, (_, index) => `Tag ${index}`);
    const answer = await winnow.call("PATCH /api/leads/{id}", { id: await leadWith([]), body: { tags } });
    expect(answer.json()).toMatchObject({ errors: [{ field: "tags" }] });
    const query = await winnow.call("GET /api/leads", { query: { tags: "VIP", limit: 1 } });
    expect(query.statusCode).toBe(400);
  });
});
