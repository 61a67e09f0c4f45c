import { describe, expect, it } from "vitest";
import { anImport, anImportWrite } from "#test/an-import.ts";
import { EMPTY_BATCH, ENGINES, newLead, openTestStore } from "#test/stores.ts";

const AT = "2026-05-01T10:00:00.000Z";
const REJECTED = [1, 5, 9].map((row) => ({ row, cells: ["a\u0000", "=1"], reason: "No contact" }));

describe.each(ENGINES)("imports on %s", (engine) => {
  it("stores each, and finds those in progress", async () => {
    const { imports } = await openTestStore(engine);
    const first = await imports.create(anImport());
    expect(first).toEqual({ ...anImport(), id: first.id });
    const second = await imports.create(anImport({ state: "undoing" }));
    expect(await imports.list(9)).toEqual([second, first]);
    expect(await imports.list(1)).toEqual([second]);
    expect(await imports.unfinished()).toEqual([second]);
    const undo = { removed: 1, restored: 2, kept: 3 };
    const changed = await imports.update(first.id, { state: "running", undo, progress: 1 / 3, startedAt: AT });
    expect(changed).toEqual({ ...first, state: "running", undo, progress: 1 / 3, startedAt: AT });
    expect(await imports.get(first.id)).toEqual(changed);
    expect((await imports.unfinished()).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await imports.get("x")).toBeNull();
  });

  it("keeps the file byte for byte, and its first rows, until it isn't needed", async () => {
    const { imports } = await openTestStore(engine);
    const name = { index: 0, name: "Name", target: "name" } as const;
    const columns = [{ ...name, samples: ["Ann"] }];
    const { id } = await imports.create(anImport({ columns, preview: [["Ann"]] }));
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    await imports.addPart(id, 0, bytes);
    await imports.addPart(id, 1, bytes.subarray(7, 20));
    expect(Buffer.compare((await imports.part(id, 0)) ?? new Uint8Array(), bytes)).toBe(0);
    expect([...((await imports.part(id, 1)) ?? [])]).toEqual([...bytes.subarray(7, 20)]);
    expect(await imports.part(id, 2)).toBeNull();
    expect(await imports.part("x", 0)).toBeNull();
    await imports.removeParts(id);
    expect(await imports.part(id, 0)).toBeNull();
    expect(await imports.get(id)).toMatchObject({ columns: [{ ...name, samples: [] }], preview: [] });
  });

  it("lists skipped rows in the order of the file, each once", async () => {
    const store = await openTestStore(engine);
    const { id } = await store.imports.create(anImport());
    const patch = { ...anImportWrite(id).patch, rowsRead: 9, rejects: 3, progress: 0.5 };
    const [first, second, third] = REJECTED;
    for (const [rowsBefore, rejected] of [[third, first], REJECTED].entries()) {
      const alongside = anImportWrite(id, {
        rowsBefore: rowsBefore * patch.rowsRead,
        patch,
        rejected: rejected.filter((row) => row !== undefined),
      });
      await store.leads.applyBatch({ ...EMPTY_BATCH, alongside });
    }
    expect(await store.imports.rejected(id, 0, 2)).toEqual([first, second]);
    expect(await store.imports.rejected(id, 5, 2)).toEqual([third]);
    expect(await store.imports.rejected("x", 0, 2)).toEqual([]);
    expect(await store.imports.get(id)).toEqual({ ...anImport(), id, ...patch });
  });

  it("ignores a run after another has taken over", async () => {
    const store = await openTestStore(engine);
    const { id } = await store.imports.create(anImport());
    const { patch } = anImportWrite(id);
    const upTo = (rowsBefore: number, rowsRead: number): Promise<string[]> =>
      store.leads.applyBatch({
        ...EMPTY_BATCH,
        creates: [newLead()],
        alongside: anImportWrite(id, { rowsBefore, patch: { ...patch, rowsRead }, rejected: REJECTED }),
      });
    await upTo(0, 500);
    await upTo(500, 1_000);
    await expect(upTo(500, 700)).rejects.toMatchObject({ id: "import_goes_on", status: 409 });
    await expect(upTo(0, 2_000)).rejects.toMatchObject({ id: "import_goes_on" });
    expect(await store.imports.get(id)).toMatchObject({ rowsRead: 1_000 });
    expect(await store.leads.count({})).toEqual({ count: 2, exact: true });
  });

  it("deletes everything of a removed one except its leads", async () => {
    const store = await openTestStore(engine);
    const { id } = await store.imports.create(anImport());
    await store.imports.addPart(id, 0, new Uint8Array(3));
    const alongside = anImportWrite(id, { rejected: REJECTED });
    await store.leads.applyBatch({ ...EMPTY_BATCH, creates: [newLead()], alongside });
    expect(await store.imports.remove(id)).toBe(true);
    expect(await store.imports.remove(id)).toBe(false);
    expect(await store.imports.part(id, 0)).toBeNull();
    expect(await store.imports.rejected(id, 0, 9)).toEqual([]);
    const undoing = { by: "T", at: AT, rescore: <T>(lead: T): T => lead };
    expect(await store.imports.undoStep(id, 9, undoing)).toEqual({ removed: 0, restored: 0, kept: 0, isDone: true });
    expect(await store.leads.count({})).toEqual({ count: 1, exact: true });
  });
});
