import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RawInput } from "#server/pipeline/intake/raw-input.ts";
import { PART_BYTES } from "#server/pipeline/sources/file-import/stored-file.ts";
import { storeUnreachable } from "#server/platform/errors.ts";
import { beginImportWork, cancelImport, doImportWork } from "#server/features/imports/import-work.ts";
import { forgetOldFiles } from "#server/features/imports/imports.ts";
import { startImport, TAKING_IN } from "#server/features/imports/import-file.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { recoverAfterStop } from "#server/jobs/schedules/recover-after-stop.ts";
import { TAKING_BACK } from "#server/features/imports/undo-import.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { makeToken } from "#test/http/mcp-client.ts";
import { jobsEnded } from "#test/jobs.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { oneEngine } from "#test/stores.ts";
import { workbookFile } from "#test/workbook-file.ts";

const FILE = [
  "Name,Email,Company,Phone,Notes",
  "Ann Lee,ann@acme.example,Acme,+44 20 7946 0001,Wants a demo",
  "Bo Berg,bo@berg.example,Berg,,",
  "Nobody,,Nowhere,,",
  "Cy Dee,cy@dee.example,Dee, Inc.,+44 20 7946 0002,A demo",
  "",
].join("\r\n");
const COUNTS = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

/** A file of several batches. */
function manyLeads(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `Person ${at},p${at}@acme${at % 50}.example,A demo in ${at}`);
  return ["Name,Email,Notes", ...rows].join("\n");
}

async function ended(winnow: TestWinnow, id: string): Promise<LeadImport> {
  await jobsEnded(winnow.workspace);
  return winnow.ok("GET /api/imports/{id}", { id });
}

async function importFile(winnow: TestWinnow, content: string | Buffer, change?: object): Promise<LeadImport> {
  const { id } = await uploadFile(winnow, "leads.csv", content);
  if (change !== undefined) await winnow.ok("PATCH /api/imports/{id}", { id, body: change });
  await winnow.ok("POST /api/imports/{id}/start", { id });
  return ended(winnow, id);
}

async function undone(winnow: TestWinnow, id: string): Promise<LeadImport> {
  await winnow.ok("POST /api/imports/{id}/undo", { id });
  return ended(winnow, id);
}

/** Everything about all leads except when they were added, by which import and under which ID. */
async function leadsOf(winnow: TestWinnow): Promise<unknown[]> {
  const leads = await winnow.ok("GET /api/leads");
  return leads
    .map(({ id: _id, createdAt: _created, updatedAt: _updated, processedAt: _processed, ...lead }) => ({
      ...lead,
      rawData: (lead.rawData as RawInput[]).map(({ recordId: _import, ...raw }) => raw),
    }))
    .toSorted((a, b) => ((a.email ?? "") < (b.email ?? "") ? -1 : 1));
}

async function refusal(winnow: TestWinnow, key: EndpointKey, id: string, body?: object) {
  const answer = await winnow.call(key, { id, ...(body !== undefined && { body }) });
  return { status: answer.statusCode, type: answer.json<{ type: string }>().type.split(":").at(-1) };
}

describe.each(oneEngine("sqlite"))("a file on %s", (engine) => {
  test("is inspected, imported with counts that add up, and undone", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    const uploaded = await uploadFile(winnow, "leads.csv", FILE);
    expect(uploaded).toMatchObject({
      state: "ready",
      bytes: Buffer.byteLength(FILE),
      reading: { encoding: "utf-8", delimiter: ",", hasHeader: true, sheet: null },
      message: "1 of the first 4 rows has more cells than columns and would be skipped.",
    });
    expect(uploaded.columns.map(({ target }) => target)).toEqual(["name", "email", "company", "phone", "notes"]);
    expect(await winnow.ok("GET /api/leads")).toEqual([]);

    await winnow.ok("POST /api/imports/{id}/start", { id: uploaded.id });
    expect(await ended(winnow, uploaded.id)).toMatchObject({
      state: "finished",
      counts: { ...COUNTS, seen: 4, created: 2, skipped: 2 },
      qualified: 1,
      rejects: 2,
      progress: 1,
      message: "4 rows, 2 new, 0 updated, 0 unchanged, 2 skipped, 1 qualified",
    });
    const rejects = await winnow.app.inject({ url: `/api/imports/${uploaded.id}/rejects` });
    expect(rejects.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''leads%20skipped.csv");
    expect(rejects.body.split("\r\n")).toEqual([
      "\ufeffRow,Reason,Name,Email,Company,Phone,Notes",
      '4,"No contact details (email, phone or profile URL)",Nobody,,Nowhere,,',
      '5,"Has 6 cells; the table has 5 columns",Cy Dee,cy@dee.example,Dee, Inc.,+44 20 7946 0002,A demo',
      "",
    ]);
    const [line] = await winnow.ok("GET /api/dashboard/activity");
    expect(line).toMatchObject({ title: "leads.csv imported" });

    expect(await undone(winnow, uploaded.id)).toMatchObject({
      state: "undone",
      undo: { removed: 2, restored: 0, kept: 0 },
    });
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
  });

  test("changes nothing the second time, and after an undo imports the same again", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await importFile(winnow, FILE);
    const first = await leadsOf(winnow);
    expect(await importFile(winnow, FILE)).toMatchObject({ counts: { ...COUNTS, seen: 4, unchanged: 2, skipped: 2 } });
    expect(await importFile(winnow, FILE, { policy: "overwrite" })).toMatchObject({ counts: { unchanged: 2 } });
    expect(await leadsOf(winnow)).toEqual(first);
    await undone(winnow, id);
    expect(await leadsOf(winnow)).toEqual([]);
    await importFile(winnow, FILE);
    expect(await leadsOf(winnow)).toEqual(first);
  });

  test.each([
    ["fill", "Acme", "Head", "updated"],
    ["overwrite", "New Acme", "Head", "updated"],
    ["skip", "Acme", "", "skipped"],
  ] as const)("handles known leads as chosen: %s", async (policy, company, title, outcome) => {
    const winnow = await freshWinnow(engine);
    await importFile(winnow, FILE);
    const before = await leadsOf(winnow);
    const text = "Email,Company,Title\nANN@acme.example,New Acme,Head\nnew@x.example,X,Y\n";
    const imported = await importFile(winnow, text, { policy });
    expect(imported.counts).toEqual({ ...COUNTS, seen: 2, created: 1, [outcome]: 1 });
    const leads = await winnow.ok("GET /api/leads");
    const ann = leads.find(({ email }) => email?.toLowerCase() === "ann@acme.example");
    expect(ann).toMatchObject({ company, title });
    const { facts } = await winnow.ok("GET /api/leads/{id}", { id: ann?.id ?? "" });
    const kept = { fill: "New Acme", overwrite: "Acme", skip: undefined }[policy];
    expect(facts.find(({ name }) => name.startsWith("Company"))?.value).toBe(kept);

    expect((await undone(winnow, imported.id)).undo).toEqual({
      removed: 1,
      restored: policy === "skip" ? 0 : 1,
      kept: 0,
    });
    expect(await leadsOf(winnow)).toEqual(before);
  });

  test("exported by Winnow restores the statuses in an empty one, and can be undone", async () => {
    const [winnow, empty] = [await freshWinnow(engine), await freshWinnow(engine)];
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    const given = { ann: "rejected", bo: "approved", cy: "pending", di: "pending" } as const;
    for (const [name, status] of Object.entries(given)) {
      const notes = name === "cy" ? "Wants a demo" : "Hello";
      const { id } = await winnow.ok("POST /api/leads", { body: { name, email: `${name}@acme.example`, notes } });
      if (status !== "pending") await winnow.ok("PATCH /api/leads/{id}", { id, body: { status } });
    }
    const statusesOf = async (of: TestWinnow): Promise<unknown> =>
      Object.fromEntries((await of.ok("GET /api/leads")).map(({ name, status }) => [name, status]));
    const { body } = await winnow.app.inject({ url: "/api/leads/export?status=all" });
    const { id, qualified } = await importFile(empty, body);
    expect(qualified).toBe(2);
    expect(await statusesOf(empty)).toEqual({ ...given, cy: "qualified" });
    expect(await statusesOf(empty)).toEqual(await statusesOf(winnow));
    expect((await undone(empty, id)).undo).toEqual({ removed: 4, restored: 0, kept: 0 });
  });

  test("of contacts without emails, exported again a month later, updates them", async () => {
    const winnow = await freshWinnow(engine);
    const file = (...rows: string[]) =>
      ["First Name,Last Name,URL,Email Address,Company,Position,Connected On", ...rows].join("\n");
    const ann = "Ann,Lee,https://www.linkedin.com/in/ann-lee-1a2b,";
    const bo = "Bo,Berg,https://www.linkedin.com/in/bo-berg,,Berg,Founder,01 Nov 2026";
    await importFile(winnow, file(`${ann},Acme,Buyer,14 Mar 2025`, bo));
    const cy = "Cy,Dee,https://www.linkedin.com/in/cy-dee,,Dee,CEO,30 Nov 2026";
    const again = await importFile(winnow, file(cy, bo, `${ann}ann@acme.example,Acme,Head of Purchasing,14 Mar 2025`));
    expect(again.counts).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    const lead = (await winnow.ok("GET /api/leads")).find(({ name }) => name === "Ann Lee");
    expect(lead).toMatchObject({ title: "Buyer", email: "ann@acme.example" });
  });

  test("exported and imported again changes no lead, even without emails", async () => {
    const winnow = await freshWinnow(engine);
    await importFile(
      winnow,
      "Name,Phone,Website\nAnn,0171 12345,\nBo,,https://social.example/in/bo\nCy,+14155552671,\n",
    );
    const { body } = await winnow.app.inject({ url: "/api/leads/export?status=all" });
    expect((await importFile(winnow, body)).counts).toMatchObject({ seen: 3, unchanged: 3 });
    expect(await leadsOf(winnow)).toHaveLength(3);
  });

  test("decides and shows nothing for a token that may only add leads", async () => {
    const winnow = await freshWinnow(engine);
    const { token } = await makeToken(winnow, ["intake"]);
    const headers = { authorization: `Bearer ${token}` };
    const payload = "Email,Status\nann@acme.example,approved\n";
    const upload = { method: "POST", url: "/api/imports?name=leads.csv", payload } as const;
    const type = { "content-type": "application/octet-stream" };
    const uploaded = await winnow.app.inject({ ...upload, headers: { ...headers, ...type } });
    const { id, columns } = uploaded.json<LeadImport>();
    expect(columns.map(({ target }) => target)).toEqual(["email", "fact"]);
    const targets = ["email", "status"];
    const refused = await winnow.app.inject({
      method: "PATCH",
      url: `/api/imports/${id}`,
      headers,
      payload: { targets },
    });
    expect(refused.statusCode).toBe(403);
    expect(await winnow.ok("PATCH /api/imports/{id}", { id, body: { targets } })).toMatchObject({
      columns: [{ target: "email" }, { target: "status" }],
    });
    const known = await winnow.ok("POST /api/leads", { body: { name: "Bo", email: "bo@acme.example", notes: "VIP" } });
    const add = (lead: object) =>
      winnow.app.inject({
        method: "POST",
        url: "/api/leads",
        headers,
        payload: { name: "Bo", email: known.email, ...lead },
      });
    expect((await add({ status: "rejected" })).statusCode).toBe(403);
    const again = await add({});
    expect([again.statusCode, again.json()]).toEqual([200, { id: known.id }]);
  });

  test("keeps later edits when undone", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await importFile(winnow, FILE);
    const [lead] = await winnow.ok("GET /api/leads");
    await winnow.ok("PATCH /api/leads/{id}", { id: lead?.id ?? "", body: { status: "approved" } });
    expect((await undone(winnow, id)).undo).toEqual({ removed: 1, restored: 0, kept: 1 });
    expect(await winnow.ok("GET /api/leads")).toMatchObject([{ id: lead?.id, status: "approved" }]);
  });

  test("imports an Excel file the same way", async () => {
    const winnow = await freshWinnow(engine);
    const workbook = workbookFile([
      ["Name", "Email", "Visited"],
      ["Ann", "ann@acme.example", { xml: '<c s="1"><v>46023</v></c>' }],
    ]);
    const { counts, format } = await importFile(winnow, workbook);
    expect({ counts, format }).toEqual({ counts: { ...COUNTS, seen: 1, created: 1 }, format: "xlsx" });
    const [lead] = await winnow.ok("GET /api/leads");
    const { facts } = await winnow.ok("GET /api/leads/{id}", { id: lead?.id ?? "" });
    expect(facts).toEqual([{ name: "Visited", value: "2026-01-01" }]);
  });

  test("with fixed rejected rows can be imported again", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await importFile(winnow, FILE);
    const { body } = await winnow.app.inject({ url: `/api/imports/${id}/rejects` });
    const fixed = body.replace("Nobody,,", "Nobody,no@body.example,").replace("Dee, Inc.", '"Dee, Inc."');
    expect((await importFile(winnow, fixed)).counts).toEqual({ ...COUNTS, seen: 2, created: 2 });
    const leads = await winnow.ok("GET /api/leads");
    const cy = leads.find(({ email }) => email === "cy@dee.example");
    expect(cy).toMatchObject({ company: "Dee, Inc.", phone: "+44 20 7946 0002" });
    expect((await winnow.ok("GET /api/leads/{id}", { id: cy?.id ?? "" })).facts).toEqual([]);
  });

  test("can be changed until it starts, and discarded", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await uploadFile(winnow, "leads.csv", "Name;Email;Note\nAnn;a@b.example;x\nBo;b@b.example;y\n");
    const patch = (body: object): Promise<LeadImport> => winnow.ok("PATCH /api/imports/{id}", { id, body });
    expect(await patch({ targets: ["name", "email", "company"] })).toMatchObject({
      columns: [{ target: "name" }, { target: "email" }, { target: "company" }],
    });
    // The targets stay while nothing else about the reading changes.
    expect((await patch({ policy: "skip" })).columns[2]?.target).toBe("company");
    expect(await patch({ reading: { hasHeader: false } })).toMatchObject({
      policy: "skip",
      columns: [{ name: "Column A" }, { name: "Column B", target: "email" }, { name: "Column C" }],
    });
    expect(await patch({ reading: { delimiter: "|" } })).toMatchObject({ columns: [{ name: "Name;Email;Note" }] });
    expect(await refusal(winnow, "PATCH /api/imports/{id}", id, { targets: ["name", "email"] })).toEqual({
      status: 422,
      type: "invalid",
    });
    expect(await refusal(winnow, "PATCH /api/imports/{id}", id, { reading: { encoding: "klingon" } })).toEqual({
      status: 422,
      type: "invalid",
    });
    await winnow.ok("DELETE /api/imports/{id}", { id });
    expect(await winnow.ok("GET /api/imports")).toEqual([]);
  });

  test("says during a change that it is being changed, not that it was started", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await uploadFile(winnow, "leads.csv", FILE);
    const { leadFields } = winnow.workspace.store;
    const list = leadFields.list.bind(leadFields);
    const reading = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    onTestFinished(() => read.resolve());
    vi.spyOn(leadFields, "list").mockImplementationOnce(async () => {
      reading.resolve();
      await read.promise;
      return list();
    });
    const changing = winnow.ok("PATCH /api/imports/{id}", { id, body: { reading: { hasHeader: true } } });
    await reading.promise;
    for (const key of [
      "PATCH /api/imports/{id}",
      "POST /api/imports/{id}/start",
      "DELETE /api/imports/{id}",
    ] as const) {
      const refused = await winnow.call(key, { id, ...(key.startsWith("PATCH") && { body: { policy: "skip" } }) });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { detail: "This import is being changed. Try again in a moment." },
      ]);
    }
    read.resolve();
    await changing;
    expect((await winnow.call("DELETE /api/imports/{id}", { id })).statusCode).toBe(204);
  });

  test("stays unchanged once imported", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await importFile(winnow, FILE);
    const conflict = (type: string) => ({ status: 409, type });
    expect(await refusal(winnow, "PATCH /api/imports/{id}", id, { policy: "skip" })).toEqual(
      conflict("import_not_ready"),
    );
    expect(await refusal(winnow, "DELETE /api/imports/{id}", id)).toEqual(conflict("import_not_ready"));
    expect(await refusal(winnow, "POST /api/imports/{id}/start", id)).toEqual(conflict("import_over"));
    expect(await winnow.ok("POST /api/imports/{id}/cancel", { id })).toEqual({ canceled: false });
    await undone(winnow, id);
    expect(await refusal(winnow, "POST /api/imports/{id}/undo", id)).toEqual(conflict("already_undone"));
    const ready = await uploadFile(winnow, "other.csv", FILE);
    expect(await refusal(winnow, "POST /api/imports/{id}/undo", ready.id)).toEqual(conflict("import_not_over"));
  });

  test("canceled after a batch keeps what came in and later continues to the same result", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { id } = await uploadFile(winnow, "leads.csv", manyLeads(5_000));
    const { leads } = workspace.store;
    // The second batch is in progress when the person cancels.
    const apply = leads.applyBatch.bind(leads);
    const applied = vi.spyOn(leads, "applyBatch").mockImplementation(async (batch) => {
      if (applied.mock.calls.length === 2) await cancelImport(workspace, id);
      return apply(batch);
    });
    await startImport(workspace, id);
    expect(await refusal(winnow, "POST /api/imports/{id}/start", id)).toEqual({ status: 409, type: "import_busy" });
    const cut = await ended(winnow, id);
    expect(cut).toMatchObject({ state: "interrupted", message: "Canceled" });
    expect(cut.counts.created).toBe(cut.counts.seen);
    expect(cut.counts.seen).toBeGreaterThan(0);
    expect(cut.counts.seen).toBeLessThan(5_000);
    expect(cut.progress).toBeLessThan(1);

    applied.mockRestore();
    await winnow.ok("POST /api/imports/{id}/start", { id });
    expect(await ended(winnow, id)).toMatchObject({
      state: "finished",
      counts: { ...COUNTS, seen: 5_000, created: 5_000 },
      startedAt: cut.startedAt,
    });
  });

  /** An import of 2,500 rows, canceled on its screen or in the job list, whose first batch isn't written yet. */
  async function canceledImport(where: "screen" | "jobs") {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { id } = await uploadFile(winnow, "leads.csv", manyLeads(2_500));
    const { leads } = workspace.store;
    const apply = leads.applyBatch.bind(leads);
    const writing = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    onTestFinished(() => written.resolve());
    vi.spyOn(leads, "applyBatch").mockImplementationOnce(async (batch) => {
      writing.resolve();
      await written.promise;
      return apply(batch);
    });
    await startImport(workspace, id);
    await writing.promise;
    const job = await workspace.jobs.ofKey(`import:${id}`);
    const canceled =
      where === "screen"
        ? await winnow.ok("POST /api/imports/{id}/cancel", { id })
        : await winnow.ok("POST /api/jobs/{id}/cancel", { id: job?.id ?? "" });
    expect(canceled).toEqual({ canceled: true });
    const read = () => winnow.ok("GET /api/imports/{id}", { id });
    expect(await read()).toMatchObject({ state: "interrupted", message: "Canceled" });
    return { winnow, id, jobId: job?.id ?? "", read, write: () => written.resolve() };
  }

  test.each(["screen", "jobs"] as const)(
    "canceled (%s) continues at once, although its last batch is still being written",
    async (where) => {
      const { winnow, id, read, write } = await canceledImport(where);
      await winnow.ok("POST /api/imports/{id}/start", { id });
      expect(await read()).toMatchObject({ state: "running", counts: COUNTS });
      write();
      const all = { ...COUNTS, seen: 2_500, created: 2_500 };
      await expect.poll(read).toMatchObject({ state: "finished", counts: all });
      const [newest] = await winnow.ok("GET /api/dashboard/activity");
      expect(newest?.title).toBe("leads.csv imported");
    },
  );

  test.each(["screen", "jobs"] as const)(
    "canceled (%s) is undone at once, although its last batch is still being written",
    async (where) => {
      const { winnow, id, read, write } = await canceledImport(where);
      await winnow.ok("POST /api/imports/{id}/undo", { id });
      write();
      const undo = { removed: 750, restored: 0, kept: 0 };
      await expect.poll(read).toMatchObject({ state: "undone", undo });
      expect(await winnow.ok("GET /api/leads")).toEqual([]);
    },
  );

  test("continues when its canceled job is tried again", async () => {
    const { winnow, id, jobId, write } = await canceledImport("jobs");
    write();
    expect(await ended(winnow, id)).toMatchObject({
      state: "interrupted",
      counts: { ...COUNTS, seen: 750, created: 750 },
    });
    expect(await winnow.ok("POST /api/jobs/{id}/retry", { id: jobId })).toMatchObject({ title: "Import of leads.csv" });
    expect(await ended(winnow, id)).toMatchObject({
      state: "finished",
      counts: { ...COUNTS, seen: 2_500, created: 2_500 },
    });
    expect((await winnow.call("POST /api/jobs/{id}/retry", { id: jobId })).statusCode).toBe(404);
  });

  test("is undone as soon as it shows as finished, although its job hasn't ended", async () => {
    const winnow = await freshWinnow(engine);
    const { jobs: runs } = winnow.workspace.store;
    const end = runs.end.bind(runs);
    const ends = Promise.withResolvers<void>();
    onTestFinished(() => ends.resolve());
    vi.spyOn(runs, "end").mockImplementation(async (run, how) => {
      if (run.job.kind === "import") await ends.promise;
      return end(run, how);
    });
    const { id } = await uploadFile(winnow, "leads.csv", FILE);
    await winnow.ok("POST /api/imports/{id}/start", { id });
    const read = () => winnow.ok("GET /api/imports/{id}", { id });
    await expect.poll(read).toMatchObject({ state: "finished" });
    const asked = vi.spyOn(winnow.workspace.jobs, "ended");
    const undoing = winnow.call("POST /api/imports/{id}/undo", { id });
    await Promise.race([undoing, vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 60_000 })]);
    ends.resolve();
    expect((await undoing).statusCode).toBe(202);
    await expect.poll(read).toMatchObject({ state: "undone" });
  });

  test("canceled during its last batch is finished", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { id } = await uploadFile(winnow, "leads.csv", FILE);
    const { leads } = workspace.store;
    const apply = leads.applyBatch.bind(leads);
    vi.spyOn(leads, "applyBatch").mockImplementationOnce(async (batch) => {
      await cancelImport(workspace, id);
      return apply(batch);
    });
    await startImport(workspace, id);
    expect(await ended(winnow, id)).toMatchObject({ state: "finished", progress: 1 });
  });

  test("interrupted by the end of its process resumes, and so does its undo", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { id } = await uploadFile(winnow, "leads.csv", manyLeads(2_500));
    const stop = new AbortController();
    const stopped = { ...workspace, stopping: stop.signal };
    const { leads, imports } = workspace.store;
    const apply = leads.applyBatch.bind(leads);
    vi.spyOn(leads, "applyBatch").mockImplementationOnce(async (batch) => {
      stop.abort();
      return apply(batch);
    });
    const read = async () => winnow.ok("GET /api/imports/{id}", { id });
    await beginImportWork(stopped, id, TAKING_IN, async () => {});
    await expect(doImportWork(stopped, id, TAKING_IN, workspace.stopping)).rejects.toThrow(/abort/u);
    expect(await read()).toMatchObject({ state: "running", counts: { seen: 750, created: 750 } });

    // No job continues it.
    await recoverAfterStop(workspace);
    expect(await ended(winnow, id)).toMatchObject({ state: "interrupted", counts: { seen: 750, created: 750 } });
    await winnow.ok("POST /api/imports/{id}/start", { id });
    expect(await ended(winnow, id)).toMatchObject({ state: "finished", counts: { seen: 2_500, created: 2_500 } });

    const stopAgain = new AbortController();
    const undo = imports.undoStep.bind(imports);
    vi.spyOn(imports, "undoStep").mockImplementationOnce(async (...step) => {
      stopAgain.abort();
      return undo(...step);
    });
    const stoppedAgain = { ...workspace, stopping: stopAgain.signal };
    await beginImportWork(stoppedAgain, id, TAKING_BACK, async () => {});
    await expect(doImportWork(stoppedAgain, id, TAKING_BACK, workspace.stopping)).rejects.toThrow(/abort/u);
    const undoing = await read();
    expect(undoing).toMatchObject({ state: "undoing", undo: { removed: 1_000 } });
    await workspace.jobs.add(jobs.undoImport(undoing));
    expect(await ended(winnow, id)).toMatchObject({ state: "undone", undo: { removed: 2_500, restored: 0, kept: 0 } });
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
  });

  test("resumes once the database responds again", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { id } = await uploadFile(winnow, "leads.csv", manyLeads(20));
    await beginImportWork(workspace, id, TAKING_IN, async () => {});
    vi.spyOn(workspace.store.leads, "applyBatch").mockRejectedValueOnce(storeUnreachable(new Error("lock timeout")));
    const work = () => doImportWork(workspace, id, TAKING_IN, workspace.stopping);
    await expect(work()).rejects.toMatchObject({ id: "store_unreachable" });
    expect(await work()).toMatchObject({ state: "finished", counts: { ...COUNTS, seen: 20, created: 20 } });
  });

  test("leaves the import to another run that has continued it", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { id } = await uploadFile(winnow, "leads.csv", manyLeads(20));
    await beginImportWork(workspace, id, TAKING_IN, async () => {});
    const { imports } = workspace.store;
    await imports.update(id, { rowsRead: 10 });
    const get: typeof imports.get = async (of) => {
      const record = await imports.get(of);
      return record === null ? null : { ...record, rowsRead: 0 };
    };
    const late = { ...workspace, store: { ...workspace.store, imports: { ...imports, get } } };
    await expect(doImportWork(late, id, TAKING_IN, workspace.stopping)).rejects.toMatchObject({ id: "import_goes_on" });
    expect(await imports.get(id)).toMatchObject({ state: "running", rowsRead: 10, finishedAt: null });
    expect(await doImportWork(workspace, id, TAKING_IN, workspace.stopping)).toMatchObject({ state: "finished" });
    expect(await winnow.ok("GET /api/leads")).toHaveLength(10);
  });

  test("whose upload breaks off leaves nothing behind", async () => {
    const winnow = await freshWinnow(engine);
    const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
    const removed = vi.spyOn(winnow.workspace.store.imports, "remove");
    const added = vi.spyOn(winnow.workspace.store.imports, "addPart");
    const cut = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (added.mock.results.length > 1) cut.abort();
        else controller.enqueue(Buffer.from("Name,Email\n".repeat(10_000)));
      },
    });
    const upload = { method: "POST", body, duplex: "half", signal: cut.signal } as const;
    await expect(fetch(`${url}/api/imports?name=leads.csv`, upload)).rejects.toThrow(/abort/u);
    await expect.poll(() => removed).toHaveBeenCalledTimes(1);
    await removed.mock.results[0]?.value;
    expect(await winnow.ok("GET /api/imports")).toEqual([]);
    expect(await winnow.workspace.store.imports.list(9)).toEqual([]);
  });

  test("is deleted after a while if nobody continues it", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    const { imports } = workspace.store;
    const [never, cut, done] = [
      await uploadFile(winnow, "never.csv", FILE),
      await uploadFile(winnow, "cut.csv", FILE),
      await importFile(winnow, FILE),
    ];
    const finishedAt = workspace.clock().toISOString();
    await imports.update(cut.id, { state: "interrupted", startedAt: finishedAt, finishedAt });
    const inDays = (days: number) => ({
      ...workspace,
      clock: () => new Date(Date.parse(finishedAt) + days * 86_400_000),
    });

    await forgetOldFiles(inDays(LIMITS.import.retentionDays - 1));
    expect(await winnow.ok("GET /api/imports")).toHaveLength(3);
    expect(await imports.countParts()).toBe(2);

    await forgetOldFiles(inDays(LIMITS.import.retentionDays + 1));
    expect(await imports.countParts()).toBe(0);
    expect(await winnow.ok("GET /api/imports")).toMatchObject([
      { id: done.id, state: "finished" },
      { id: cut.id, state: "failed", message: expect.stringContaining("never started") },
    ]);
    expect(await imports.get(never.id)).toBeNull();
    expect(await undone(winnow, cut.id)).toMatchObject({ state: "undone" });
  });

  test("is rejected while too many others wait, and leaves nothing behind", async () => {
    const winnow = await freshWinnow(engine);
    const { imports } = winnow.workspace.store;
    vi.spyOn(imports, "countParts").mockResolvedValue(LIMITS.import.storedBytes / PART_BYTES + 1);
    const answer = await winnow.app.inject({ method: "POST", url: "/api/imports?name=a.csv", payload: FILE });
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([
      409,
      "urn:winnow:problem:too_many_files",
    ]);
    expect(await imports.list(9)).toEqual([]);
    vi.restoreAllMocks();
    await uploadFile(winnow, "leads.csv", FILE);
  });

  test("is deleted if its process ended before it arrived", async () => {
    const winnow = await freshWinnow(engine);
    const { imports } = winnow.workspace.store;
    const { id } = await uploadFile(winnow, "leads.csv", FILE);
    await imports.update(id, { state: "running", startedAt: null });
    expect(await winnow.ok("GET /api/imports")).toEqual([]);
    expect((await winnow.call("GET /api/imports/{id}", { id })).statusCode).toBe(404);
    // A server that starts right now may see the record before the lease.
    await recoverAfterStop(winnow.workspace);
    expect(await imports.get(id)).not.toBeNull();
    const aMinuteOn = new Date(winnow.workspace.clock().getTime() + 61_000);
    await recoverAfterStop({ ...winnow.workspace, clock: () => aMinuteOn });
    expect(await imports.get(id)).toBeNull();
  });

  test.each([
    ["a name is needed", "?name=", {}, 400, "invalid"],
    ["a file is needed", "?name=a.csv", {}, 422, "file_refused"],
    [
      "its size has a limit",
      "?name=a.csv",
      { "content-length": String(LIMITS.import.fileBytes + 1) },
      413,
      "too_large",
    ],
    [
      "another site's page may not send one",
      "?name=a.csv",
      { origin: "http://evil.example" },
      403,
      "origin_not_allowed",
    ],
  ])("is rejected: %s", async (_, query, headers, status, type) => {
    const winnow = await freshWinnow(engine);
    const answer = await winnow.app.inject({ method: "POST", url: `/api/imports${query}`, headers });
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([status, `urn:winnow:problem:${type}`]);
    expect(await winnow.ok("GET /api/imports")).toEqual([]);
  });
});
