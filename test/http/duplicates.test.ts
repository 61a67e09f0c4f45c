import { afterEach, describe, expect, it } from "vitest";
import { findDuplicates } from "#server/features/duplicates/find-duplicates.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { oneEngine } from "#test/stores.ts";

describe.each(oneEngine("sqlite"))("possible duplicates on %s", (engine) => {
  let winnow: TestWinnow;
  afterEach(async () => winnow.close());

  const add = async (name: string, email: string, more = {}): Promise<string> =>
    (await winnow.ok("POST /api/leads", { body: { name, email, ...more } })).id;

  it("are listed with their evidence, most likely first, page by page", async () => {
    winnow = await openWinnow(engine);
    const bob = await add("Bob Smith", "bob@acme.example");
    const robert = await add("Robert Smith", "r.smith@acme.example");
    const ann = await add("Ann Lee", "ann.lee@gmail.com", { company: "Lee Ltd" });
    const dotted = await add("Ann Lee", "annlee+x@gmail.com", { company: "Lee Limited" });
    await add("Bo Berg", "bo@acme.example");

    const first = await winnow.ok("GET /api/duplicates", { query: { limit: 1 } });
    expect(first).toMatchObject({ count: 2, exact: true, waiting: 0 });
    const [pair] = first.pairs;
    expect(pair?.leads.map(({ id }) => id)).toEqual([ann, dotted]);
    expect(pair?.evidence.map(({ kind }) => kind)).toEqual(["mailbox", "name", "company"]);
    const rest = await winnow.ok("GET /api/duplicates", { query: { limit: 1, cursor: first.nextCursor ?? "" } });
    expect(rest.nextCursor).toBeNull();
    expect(rest.pairs[0]?.leads.map(({ id }) => id)).toEqual([bob, robert]);
    expect(rest.pairs[0]?.confidence).toBe(64);
    const { possibleDuplicates } = await winnow.ok("GET /api/leads/{id}", { id: robert });
    expect(possibleDuplicates).toMatchObject([{ id: bob, pairId: rest.pairs[0]?.id, confidence: 64 }]);
    const { reply } = await winnow.ok("POST /api/chat", { body: { message: "Are there duplicates of Robert Smith?" } });
    expect(reply).toContain("1 possible duplicate");
    expect((await winnow.call("GET /api/duplicates", { query: { cursor: "best" } })).statusCode).toBe(400);
  });

  it("are gone once merged or dismissed, and back after an undo", async () => {
    winnow = await openWinnow(engine);
    const bob = await add("Bob Smith", "bob@acme.example");
    const robert = await add("Robert Smith", "r.smith@acme.example");
    const count = async (): Promise<number> => (await winnow.ok("GET /api/duplicates")).count;
    const undo = async (actId: string | null) => winnow.ok("POST /api/journal/{id}/undo", { id: actId ?? "" });
    const { pairs } = await winnow.ok("GET /api/duplicates");

    const dismissed = await winnow.ok("POST /api/duplicates/{id}/dismiss", { id: pairs[0]?.id ?? "" });
    expect(await count()).toBe(0);
    expect(await winnow.ok("POST /api/duplicates/{id}/dismiss", { id: pairs[0]?.id ?? "" })).toEqual({ actId: null });
    await undo(dismissed.actId);
    expect(await count()).toBe(1);

    const merged = await winnow.ok("POST /api/leads/{id}/merge", { id: bob, body: { otherId: robert } });
    expect(await count()).toBe(0);
    await undo(merged.actId);
    expect(await count()).toBe(1);
    expect((await winnow.call("POST /api/duplicates/{id}/dismiss", { id: "999" })).statusCode).toBe(404);
  });

  it("are found in the background among many leads once no file is being read", async () => {
    winnow = await openWinnow(engine);
    const { workspace } = winnow;
    const names = Array.from(
      { length: 300 },
      (_, index) => `Person${index} Number${index},p${index}@a${index >> 1}.example`,
    );
    const twins = ["Ann Lee,ann@acme.example", "A. Lee,lee@acme.example"];
    const file = await uploadFile(winnow, "fair.csv", ["Name,Email", ...names, ...twins].join("\n"));
    await winnow.ok("POST /api/imports/{id}/start", { id: file.id });
    await jobsEnded(workspace);
    const before = await winnow.ok("GET /api/duplicates");
    expect([before.count, before.waiting]).toEqual([0, 100]);

    await workspace.store.imports.update(file.id, { state: "running" });
    await findDuplicates(workspace);
    expect((await winnow.ok("GET /api/duplicates")).waiting).toBe(100);
    await workspace.store.imports.update(file.id, { state: "finished" });
    await findDuplicates(workspace);
    const { pairs, waiting } = await winnow.ok("GET /api/duplicates");
    expect(waiting).toBe(0);
    expect(pairs.map(({ leads }) => leads.map(({ name }) => name))).toEqual([["Ann Lee", "A. Lee"]]);
  });
});
