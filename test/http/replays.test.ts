import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { StoredLead } from "#shared/lead-record.ts";
import { storeUnreachable } from "#server/platform/errors.ts";
import { rawInputsOf } from "#server/pipeline/intake/raw-input.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { dryRun } from "#server/features/replays/dry-run.ts";
import { forgetPages, recoverReplays } from "#server/features/replays/replays.ts";
import { freshWinnow, openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { card, html } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";
import { anEntry, oneEngine } from "#test/stores.ts";

const SITE = {
  "/": html(
    card("Nora Lind", "Head of Purchasing", "nora@acme.example") + card("Omar Haddad", "Buyer", "omar@acme.example"),
  ),
};
const MAIL = [
  "From: Anna Schmidt <anna@schmidt.example>",
  "Subject: Quotation for 40 robots",
  "",
  "Hello, we would like a quotation for 40 robots by June. What do they cost, and when can you deliver? Please call me.",
  "",
  "Kind regards",
  "Anna Schmidt",
  "Head of Purchasing",
  "Schmidt GmbH",
  "Tel. +49 30 901820",
].join("\n");

let google: GooglePeer;
let website: WebsitePeer;
beforeAll(async () => {
  [google, website] = await Promise.all([startGooglePeer(), startWebsitePeer(SITE)]);
});
afterAll(() => Promise.all([google.close(), website.close()]));

/** Rereads raw input, and returns the result. */
async function replay(winnow: TestWinnow, body: object = {}) {
  await winnow.ok("POST /api/replays", { body });
  await jobsEnded(winnow.workspace);
  return winnow.ok("GET /api/replays/latest");
}

async function leadOf(winnow: TestWinnow, search: string): Promise<StoredLead> {
  const [lead] = await winnow.ok("GET /api/leads", { query: { search } });
  const stored = await winnow.workspace.store.leads.get(lead?.id ?? "");
  if (stored === null) throw new Error(`No lead of ${search}`);
  return stored;
}

/** Turns a lead into what an earlier, worse reader would have made of its rows. */
async function misread(winnow: TestWinnow, search: string, misreading: Partial<StoredLead>): Promise<string> {
  const { id } = await leadOf(winnow, search);
  await winnow.workspace.store.leads.edit(id, (lead) => worse(lead, misreading), anEntry({ leadId: id }));
  return id;
}

function worse(lead: StoredLead, misreading: Partial<StoredLead>): StoredLead {
  return {
    ...lead,
    ...misreading,
    rawData: rawInputsOf(lead.rawData).map((input) => ({ ...input, readBy: 0 })),
  };
}

async function addRows(winnow: TestWinnow, ...rows: string[][]): Promise<void> {
  await connectSheet(winnow, google, [["Name", "Email", "Company", "Budget"], ...rows]);
  await sync(winnow);
}

describe.each(oneEngine("sqlite"))("rereading raw input on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["robots"], scoreWeight: 40 } });
  });
  afterAll(() => winnow.close());

  test("with the same reader gives no difference, whatever the source", async () => {
    await addRows(winnow, ["Ann Lee", "ann@lee.example", "Acme", "5k"], ["Bo", "bo@berg.example", "", ""]);
    const target = await winnow.ok("POST /api/scrape-targets", { body: { name: "Acme", url: website.url } });
    await winnow.ok("POST /api/scrape-targets/{id}/scrape", { id: target.id });
    await winnow.ok("POST /api/process-email", { body: { content: MAIL } });
    await deliver(winnow, { name: "Ada Yonath", email: "ada@ribosome.example", message: "Please send us a quotation" });
    await processed(winnow);
    const file = await uploadFile(winnow, "fair.csv", "Who,Mail,Firm\nIda Rhodes,ida@rhodes.example,Rhodes\n");
    const targets = ["name", "email", "company"];
    await winnow.ok("PATCH /api/imports/{id}", { id: file.id, body: { targets } });
    await winnow.ok("POST /api/imports/{id}/start", { id: file.id });
    await jobsEnded(winnow.workspace);
    await winnow.ok("POST /api/leads", { body: { name: "By hand", email: "hand@x.example" } });

    const outdated = await replay(winnow);
    expect(outdated).toMatchObject({ changes: [], replay: { state: "ready", rowsRead: 0, done: 8, total: 8 } });
    const { replay: every, changes } = await replay(winnow, { all: true });
    expect(changes).toEqual([]);
    expect(every).toMatchObject({ state: "ready", rowsRead: 7, rowsUnreadable: 0, leadsChanged: 0, changes: 0 });
    for (const source of ["google_sheets", "website", "email", "form", "file"]) {
      const rowsRead = source === "google_sheets" || source === "website" ? 2 : 1;
      expect((await replay(winnow, { source, all: true })).replay).toMatchObject({ source, rowsRead, changes: 0 });
    }
  });

  test.each([
    ["google_sheets", "ann@lee.example", "company", "Acme", "Ac"],
    ["website", "omar@acme.example", "title", "Buyer", ""],
    ["email", "anna@schmidt.example", "phone", "+49 30 901820", "901820"],
    ["form", "ada@ribosome.example", "name", "Ada Yonath", "Ada"],
    ["file", "ida@rhodes.example", "company", "Rhodes", "Ida"],
  ] as const)("of %s shows where an earlier reader read something else", async (source, who, field, value, before) => {
    const { provenance } = await leadOf(winnow, who);
    const { [field]: _, ...others } = provenance;
    const id = await misread(winnow, who, { [field]: before, ...(before === "" && { provenance: others }) });
    const shown = await replay(winnow, { source });
    expect(shown.changes).toMatchObject([{ leadId: id, field, before, after: value }]);
    expect(shown.changes[0]?.why).toMatch(/reprocessed with parser version \d+, previously 0/u);
    const { id: replayId } = shown.replay ?? { id: "" };
    expect(await winnow.ok("POST /api/replays/{id}/apply", { id: replayId, body: {} })).toMatchObject({
      state: "applied",
      applied: 1,
      left: 0,
    });
    const after = await leadOf(winnow, who);
    expect([after[field], after.provenance[field]?.source]).toEqual([value, source]);
    expect((await replay(winnow)).changes).toEqual([]);
  });

  test("is applied as one action that can be undone, rescores, and skips what has changed since", async () => {
    const [ann, bo, cy] = ["ann", "bo", "cy"].map((name) => `${name}@${randomUUID()}.example`) as [
      string,
      string,
      string,
    ];
    await addRows(winnow, ["Ann", ann, "Robots Ltd", ""], ["Bo", bo, "Berg", ""], ["Cy", cy, "Cole", ""]);
    const nothing = { company: "?", score: 0, scoreParts: [], keywords: [], status: "pending" as const };
    const ids = [ann, bo, cy].map((email) => misread(winnow, email, nothing));
    const [annId = "", boId = "", cyId = ""] = await Promise.all(ids);
    const before = await leadOf(winnow, ann);
    const shown = await replay(winnow, { source: "google_sheets" });
    expect(shown.replay).toMatchObject({ leadsChanged: 3, changes: 3, rowsRead: 3 });

    await winnow.ok("PATCH /api/leads/{id}", { id: boId, body: { company: "By hand" } });
    const id = shown.replay?.id ?? "";
    const some = await winnow.ok("POST /api/replays/{id}/apply", { id, body: { leadIds: [annId, boId] } });
    expect(some).toMatchObject({ state: "ready", applied: 1, left: 1 });
    const counts = { leadsChanged: 3, changes: 3, applied: 1, left: 1 };
    expect(await winnow.workspace.store.replays.counts(id)).toEqual(counts);
    expect(await leadOf(winnow, ann)).toMatchObject({ company: "Robots Ltd", score: 40, status: "qualified" });
    expect((await leadOf(winnow, bo)).company).toBe("By hand");
    expect((await leadOf(winnow, cy)).company).toBe("?");

    const undone = await winnow.ok("POST /api/journal/{id}/undo", { id: some.actId ?? "" });
    expect(undone).toMatchObject({ restored: "1 lead reprocessed", kept: 0 });
    const { updatedAt: _, processedAt: __, revision: ___, ...rest } = before;
    expect(await leadOf(winnow, ann)).toMatchObject(rest);

    const all = await winnow.call("POST /api/replays/{id}/apply", { id, body: {} });
    expect([all.statusCode, all.json()]).toMatchObject([200, { state: "applied", applied: 2, left: 1 }]);
    expect(all.headers["x-act-id"]).toBe(all.json<{ actId: string }>().actId);
    expect((await winnow.ok("GET /api/leads/{id}", { id: cyId })).company).toBe("Cole");
    expect((await winnow.call("POST /api/replays/{id}/apply", { id, body: {} })).statusCode).toBe(409);
  });
});

describe.each(oneEngine("sqlite"))("a single reread on %s", (engine) => {
  test("can be canceled, resumes after a stop or an outage, and runs one at a time", async () => {
    const winnow = await freshWinnow(engine, { google });
    const { store } = winnow.workspace;
    await addRows(winnow, ["Ann", "ann@x.example", "Acme", ""], ["Bo", "bo@x.example", "Berg", ""]);
    for (const email of ["ann@x.example", "bo@x.example"]) await misread(winnow, email, { company: "?" });

    const first = await winnow.ok("POST /api/replays", { body: {} });
    const again = await winnow.call("POST /api/replays", { body: {} });
    await jobsEnded(winnow.workspace);
    // The first may have ended before.
    expect([202, 409]).toContain(again.statusCode);
    const { id } = again.statusCode === 202 ? again.json<{ id: string }>() : first;
    expect(await winnow.ok("POST /api/replays/{id}/cancel", { id })).toEqual({ canceled: false });

    // As left by a process that dies after its first lead.
    const begun = { done: 1, leadsChanged: 0, changes: 0, rowsRead: 1, lastLead: (await leadOf(winnow, "ann@x")).id };
    await store.replays.update(id, { state: "running", finishedAt: null, ...begun });
    expect((await winnow.call("POST /api/replays", { body: {} })).statusCode).toBe(409);
    vi.spyOn(store.replays, "look").mockRejectedValueOnce(storeUnreachable(new Error("lock timeout")));
    const outage = dryRun(winnow.workspace, winnow.workspace.stopping);
    await expect(outage).rejects.toMatchObject({ id: "store_unreachable" });
    await recoverReplays(winnow.workspace);
    await jobsEnded(winnow.workspace);
    const { replay: over } = await winnow.ok("GET /api/replays/latest");
    expect(over).toMatchObject({ state: "ready", done: 2, leadsChanged: 1, rowsRead: 2 });

    await store.replays.update(id, { state: "running" });
    expect(await winnow.ok("POST /api/replays/{id}/cancel", { id })).toEqual({ canceled: true });
    expect((await winnow.call("POST /api/replays/{id}/apply", { id, body: {} })).statusCode).toBe(409);

    await store.replays.update(id, { state: "applying" });
    await recoverReplays(winnow.workspace);
    expect((await winnow.ok("GET /api/replays/latest")).replay).toMatchObject({
      state: "ready",
      message: "Stopped before all changes were applied. Apply again to continue.",
    });
    expect(await winnow.ok("POST /api/replays/{id}/apply", { id, body: {} })).toMatchObject({
      state: "applied",
      applied: 2,
    });
  });

  test("is applied to the rest, as the same action, by the job of an interrupted process", async () => {
    const winnow = await freshWinnow(engine, { google });
    const { store } = winnow.workspace;
    const emails = ["ann@x.example", "bo@x.example", "cy@x.example"];
    await addRows(winnow, ...emails.map((email) => ["P", email, "Acme", ""]));
    const ids: string[] = [];
    for (const email of emails) ids.push(await misread(winnow, email, { company: "?" }));
    const id = (await replay(winnow)).replay?.id ?? "";
    const first = await winnow.ok("POST /api/replays/{id}/apply", { id, body: { leadIds: ids.slice(0, 1) } });

    // As left by a process that dies after its first lead.
    await store.replays.update(id, { state: "applying" });
    expect((await winnow.call("POST /api/replays", { body: {} })).statusCode).toBe(409);
    expect((await winnow.call("POST /api/replays/{id}/apply", { id, body: {} })).statusCode).toBe(409);
    await winnow.workspace.jobs.add(jobs.applyReplay(id, undefined));
    await jobsEnded(winnow.workspace);
    const { replay: over } = await winnow.ok("GET /api/replays/latest");
    expect(over).toMatchObject({ state: "applied", applied: 3, left: 0, actId: first.actId });
    const activity = await winnow.ok("GET /api/dashboard/activity");
    expect(activity.filter(({ title }) => title.endsWith("reprocessed")).map(({ title }) => title)).toEqual([
      "3 leads reprocessed",
    ]);
    await winnow.ok("POST /api/journal/{id}/undo", { id: first.actId ?? "" });
    expect((await winnow.ok("GET /api/leads")).map(({ company }) => company)).toEqual(["?", "?", "?"]);
  });

  test("isn't applied if it was canceled before the job began", async () => {
    const winnow = await freshWinnow(engine, { google });
    const { store, jobs: queue } = winnow.workspace;
    await addRows(winnow, ["Ann", "ann@x.example", "Acme", ""]);
    await misread(winnow, "ann@x.example", { company: "?" });
    const id = (await replay(winnow)).replay?.id ?? "";
    await store.replays.update(id, { state: "applying" });
    expect(await winnow.ok("POST /api/replays/{id}/cancel", { id })).toEqual({ canceled: true });
    const { job } = await queue.add(jobs.applyReplay(id, undefined));
    await jobsEnded(winnow.workspace);
    expect(await queue.get(job.id)).toMatchObject({ state: "done", message: "No longer needed." });
    expect((await winnow.ok("GET /api/replays/latest")).replay).toMatchObject({
      state: "ready",
      applied: 0,
      message: expect.stringMatching(/^Canceled\./u) as string,
    });
    expect((await leadOf(winnow, "ann@x.example")).company).toBe("?");
  });

  test("records why it couldn't be applied, and can be applied again", async () => {
    const winnow = await freshWinnow(engine, { google });
    const { store } = winnow.workspace;
    await addRows(winnow, ["Ann", "ann@x.example", "Acme", ""]);
    await misread(winnow, "ann@x.example", { company: "?" });
    const id = (await replay(winnow)).replay?.id ?? "";
    const failing = vi.spyOn(store.replays, "apply").mockRejectedValueOnce(new Error("a secret of the inside"));
    const refused = await winnow.call("POST /api/replays/{id}/apply", { id, body: {} });
    failing.mockRestore();
    expect([refused.statusCode, refused.body.includes("secret")]).toEqual([500, false]);
    expect((await winnow.ok("GET /api/replays/latest")).replay).toMatchObject({
      state: "ready",
      message: "Something went wrong on the server. See its log for details.",
    });
    expect(winnow.logged()).toContain("a secret of the inside");
    expect(await winnow.ok("POST /api/replays/{id}/apply", { id, body: {} })).toMatchObject({
      state: "applied",
      message: "",
    });
  });

  test("is applied as soon as it shows as ready, although its job hasn't ended", async () => {
    const winnow = await freshWinnow(engine, { google });
    const { store } = winnow.workspace;
    await addRows(winnow, ["Ann", "ann@x.example", "Acme", ""]);
    await misread(winnow, "ann@x.example", { company: "?" });
    const end = store.jobs.end.bind(store.jobs);
    const ends = Promise.withResolvers<void>();
    onTestFinished(() => ends.resolve());
    vi.spyOn(store.jobs, "end").mockImplementation(async (run, how) => {
      if (run.job.kind === "replay") await ends.promise;
      return end(run, how);
    });
    const { id } = await winnow.ok("POST /api/replays", { body: {} });
    await expect.poll(() => store.replays.get(id)).toMatchObject({ state: "ready" });
    const asked = vi.spyOn(winnow.workspace.jobs, "ended");
    const applying = winnow.call("POST /api/replays/{id}/apply", { id, body: {} });
    await Promise.race([applying, vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 60_000 })]);
    ends.resolve();
    expect((await applying).json()).toMatchObject({ state: "applied", applied: 1 });
  });

  /** A replay whose run is held, after it was canceled on its screen or in the job list. */
  async function held(winnow: TestWinnow, method: "look" | "apply", where: "screen" | "jobs", begin: () => unknown) {
    const { replays } = winnow.workspace.store;
    const go = replays[method].bind(replays) as (...given: unknown[]) => Promise<never>;
    const under = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    onTestFinished(() => release.resolve());
    vi.spyOn(replays, method).mockImplementationOnce(async (...given: unknown[]) => {
      under.resolve();
      await release.promise;
      return go(...given);
    });
    const begun = begin();
    await under.promise;
    const job = await winnow.workspace.jobs.ofKey("replay");
    const id = (await replays.latest())?.id ?? "";
    const canceled =
      where === "screen"
        ? await winnow.ok("POST /api/replays/{id}/cancel", { id })
        : await winnow.ok("POST /api/jobs/{id}/cancel", { id: job?.id ?? "" });
    expect(canceled).toEqual({ canceled: true });
    return { id, jobId: job?.id ?? "", begun, release: () => release.resolve() };
  }

  test.each(["screen", "jobs"] as const)(
    "starts again at once after a cancellation (%s) whose last batch is still read",
    async (where) => {
      const winnow = await freshWinnow(engine, { google });
      await addRows(winnow, ["Ann", "ann@x.example", "Acme", ""]);
      await misread(winnow, "ann@x.example", { company: "?" });
      const first = await held(winnow, "look", where, () => winnow.ok("POST /api/replays", { body: {} }));
      const { id } = await winnow.ok("POST /api/replays", { body: {} });
      expect(id).not.toBe(first.id);
      first.release();
      const latest = async () => (await winnow.ok("GET /api/replays/latest")).replay;
      await expect.poll(latest).toMatchObject({ id, state: "ready", leadsChanged: 1 });
      expect(await winnow.workspace.store.replays.get(first.id)).toMatchObject({ state: "interrupted" });

      // The job in the list starts a new run, too.
      expect(await winnow.ok("POST /api/jobs/{id}/retry", { id: first.jobId })).toMatchObject({ kind: "replay" });
      await expect.poll(latest).toMatchObject({ state: "ready", leadsChanged: 1 });
      expect((await latest())?.id).not.toBe(id);
    },
  );

  test.each(["screen", "jobs"] as const)(
    "is applied again at once after a cancellation (%s) whose last batch is still written",
    async (where) => {
      const winnow = await freshWinnow(engine, { google });
      const { store } = winnow.workspace;
      await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
      await addRows(winnow, ...Array.from({ length: 101 }, (_, at) => ["P", `p${at}@x.example`, "Acme", ""]));
      const ids = (await winnow.ok("GET /api/leads")).map((lead) => lead.id);
      const misreading = (lead: StoredLead) => worse(lead, { company: "?" });
      await store.bulkActions.change(ids, misreading, { actId: null, changed: 0 }, () => anEntry({}));
      const { id } = (await replay(winnow)).replay ?? { id: "" };
      const apply = () => winnow.ok("POST /api/replays/{id}/apply", { id, body: {} });
      const first = await held(winnow, "apply", where, apply);
      expect((await winnow.ok("GET /api/replays/latest")).replay).toMatchObject({ state: "ready" });
      const again = apply();
      await expect.poll(() => store.replays.get(id)).toMatchObject({ state: "applying" });
      first.release();
      expect(await again).toMatchObject({ state: "applied", applied: 101, left: 0, message: "" });
      await first.begun;
    },
  );

  test("is deleted with its leads, once a page names no one anymore and they can't be restored", async () => {
    const alone = await freshWinnow(engine);
    const { id } = await alone.ok("POST /api/scrape-targets", { body: { name: "Acme", url: website.url } });
    await alone.ok("POST /api/scrape-targets/{id}/scrape", { id });
    const { replays, journal, scrapes } = alone.workspace.store;
    const urls = [...(await scrapes.knownPages(id)).keys()];
    const kept = async (): Promise<number> => (await replays.pages(urls)).get(id)?.length ?? 0;
    const pages = await kept();
    expect(pages).toBeGreaterThan(0);

    await forgetPages(alone.workspace);
    expect(await kept()).toBe(pages);
    await alone.ok("POST /api/leads/bulk-delete", { body: { selection: { filter: { status: "all" } } } });
    await replays.forgetPages(null, 50);
    expect(await kept()).toBe(pages);
    await journal.forgetUndo("9999", 50);
    await replays.forgetPages(null, 50);
    expect(await kept()).toBe(0);
  });

  test("lists differences page by page, all of a lead together", async () => {
    const winnow = await freshWinnow(engine, { google });
    const people = Array.from({ length: 60 }, (_, index) => [
      `P${index}`,
      `p${index}@${randomUUID()}.example`,
      "Acme",
      "5k",
    ]);
    await addRows(winnow, ...people);
    const first = await leadOf(winnow, people[0]?.[1] ?? "");
    for (const [, email = ""] of people) await misread(winnow, email, { company: "?", facts: [] });
    const shown = await replay(winnow);
    const id = shown.replay?.id ?? "";
    expect([shown.replay?.changes, shown.changes.length]).toEqual([120, 100]);
    expect(shown.changes.slice(0, 2)).toMatchObject([
      { leadId: first.id, field: "company", before: "?", after: "Acme" },
      { leadId: first.id, field: "fact:Budget", before: "", after: "5k" },
    ]);
    const seen = [...shown.changes];
    for (let cursor = shown.nextCursor; cursor !== null;) {
      const page = await winnow.ok("GET /api/replays/{id}/changes", { id, query: { cursor } });
      seen.push(...page.changes);
      cursor = page.nextCursor;
    }
    expect(new Set(seen.map(({ leadId, field }) => `${leadId} ${field}`)).size).toBe(120);
  });
});
