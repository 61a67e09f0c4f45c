import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobsEnded } from "#test/jobs.ts";
import { ANN, type Assistant, connected } from "#test/http/mcp-client.ts";
import { connectSheet } from "#test/http/sheet.ts";
import { everyRow } from "#test/http/store-content.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { oneEngine } from "#test/stores.ts";

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

describe.each(oneEngine("sqlite"))("writing on %s", (engine) => {
  test("every write has an effect, an undoId that undoes it, and an audit entry", async () => {
    const { winnow, assistant } = await connected(google, engine);
    const added = await assistant.call("add_lead", ANN);
    const leadId = added.data.result.id as string;
    const rule = await assistant.call("create_rule", { name: "Intent", keywords: ["demo"], scoreWeight: 40 });
    const ruleId = rule.data.result.id as string;
    expect(await winnow.ok("GET /api/leads/{id}", { id: leadId })).toMatchObject({ score: 40, status: "qualified" });

    const status = await assistant.call("set_lead_status", { id: leadId, status: "rejected" });
    expect(status.data).toMatchObject({ dryRun: false, result: { status: "rejected" } });
    const edited = await assistant.call("update_lead", { id: leadId, company: "Apex" });
    expect(edited.data).toMatchObject({ result: { untrusted: { company: "Apex" } } });
    const changed = await assistant.call("update_rule", { id: ruleId, scoreWeight: 5 });
    expect(changed.data).toMatchObject({ result: { scoreWeight: 5 } });
    const step = await assistant.call("set_next_step", { id: leadId, text: "Call", due: "2026-12-01" });
    expect(step.data).toMatchObject({ result: { untrusted: { nextStep: { text: "Call", due: "2026-12-01" } } } });
    const finished = await assistant.call("finish_next_step", { id: leadId });
    expect(finished.data).toMatchObject({ result: { untrusted: { nextStep: null } } });
    const assigned = await assistant.call("assign_lead", { leadId, owner: "ada" });
    expect(assigned.data).toMatchObject({ result: { owner: "Ada", ownerSetBy: "person" } });
    const comment = await assistant.call("add_comment", { leadId, text: "Called" });
    expect(comment.data).toMatchObject({ result: { author: "Ada", text: "Called" } });
    const read = await assistant.call("get_lead", { id: leadId });
    expect(read.data).toMatchObject({ comments: [{ author: "Ada", untrusted: { text: "Called" } }] });
    const now = await winnow.ok("GET /api/leads/{id}", { id: leadId });
    expect(now).toMatchObject({ company: "Apex", status: "rejected", score: 5 });

    for (const { data } of [comment, assigned, finished, step, changed, edited, status, rule, added]) {
      const undone = await assistant.call("undo", { id: data.undoId });
      expect(undone).toMatchObject({ isError: false, data: { dryRun: false } });
    }
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
    expect(await winnow.ok("GET /api/rules")).toEqual([]);

    const { entries } = await winnow.ok("GET /api/audit");
    const byAssistant = entries.filter(({ via }) => via === "mcp");
    expect(byAssistant.map(({ action, by, outcome }) => `${action} ${by} ${outcome}`)).toEqual([
      ...Array.from({ length: 9 }, () => "journal.undo Ada done"),
      "leads.comments Ada done",
      "leads.update Ada done",
      "leads.next-step.done Ada done",
      "leads.next-step.replace Ada done",
      "rules.update Ada done",
      "leads.update Ada done",
      "leads.update Ada done",
      "rules.create Ada done",
      "leads.create Ada done",
    ]);
  });

  test("a dry run returns the exact differences and changes nothing", async () => {
    const { winnow, assistant, databaseUrl } = await connected(google, engine);
    const { id: ruleId } = await winnow.ok("POST /api/rules", {
      body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 },
    });
    const { id: leadId } = await winnow.ok("POST /api/leads", { body: ANN });
    const rename = await winnow.call("PATCH /api/leads/{id}", { id: leadId, body: { name: "Ann Li" } });
    // The index of possible duplicates is filled in the background.
    const stored = async () =>
      (await everyRow({ dataDir: winnow.dataDir, databaseUrl })).filter(({ table }) => !table.startsWith("duplicate_"));
    // The token's last use is recorded with its first call.
    await assistant.call("list_rules");
    await jobsEnded(winnow.workspace);
    const before = await stored();

    const dry = async (name: Parameters<Assistant["call"]>[0], args: Record<string, unknown>) => {
      const answer = await assistant.call(name, { ...args, dryRun: true });
      expect(answer).toMatchObject({ isError: false, data: { dryRun: true, undoId: null, result: null } });
      expect(await stored()).toEqual(before);
      return answer.data;
    };
    const lead = (field: string, from: unknown, to: unknown) => ({
      record: "lead",
      id: leadId,
      field,
      untrusted: { before: from, after: to },
    });
    expect(await dry("set_lead_status", { id: leadId, status: "rejected" })).toMatchObject({
      actions: [{ untrusted: { title: "Ann Li rejected" } }],
      differences: [lead("status", "qualified", "rejected"), lead("statusSetBy", "rule", "person")],
    });
    const edit = await dry("update_lead", { id: leadId, notes: "Too expensive", title: "CEO" });
    expect(edit.differences).toEqual(
      expect.arrayContaining([
        lead("notes", "Wants a demo.", "Too expensive"),
        lead("title", "", "CEO"),
        lead("score", 40, 0),
        lead("status", "qualified", "pending"),
        lead("keywords", ["demo"], []),
      ]),
    );
    const added = await dry("add_lead", { name: "Bo", email: "bo@berg.example" });
    expect(added.differences).toContainEqual({
      record: "lead",
      id: null,
      field: "email",
      untrusted: { before: null, after: "bo@berg.example" },
    });
    expect(await dry("create_rule", { name: "Company", keywords: ["acme"] })).toMatchObject({
      differences: expect.arrayContaining([
        { record: "rule", id: null, field: "keywords", untrusted: { before: null, after: ["acme"] } },
      ]),
      effect: { total: 1, changed: 1 },
    });
    expect(await dry("update_rule", { id: ruleId, scoreWeight: 10 })).toMatchObject({
      differences: [{ record: "rule", id: ruleId, field: "scoreWeight", untrusted: { before: 40, after: 10 } }],
      effect: { changed: 1, noLongerQualified: 1 },
    });
    expect(await dry("add_comment", { leadId, text: "Called" })).toMatchObject({
      actions: [{ untrusted: { title: "Ann Li: Comment added" } }],
      differences: [
        { record: "comment", id: null, field: "author", untrusted: { before: null, after: "Ada" } },
        { record: "comment", id: null, field: "text", untrusted: { before: null, after: "Called" } },
      ],
    });
    expect((await dry("assign_lead", { leadId, owner: "Ada" })).differences).toContainEqual(lead("owner", "", "Ada"));
    expect(await dry("assign_lead", { leadId, owner: null })).toMatchObject({ actions: [], differences: [] });
    expect(await dry("undo", { id: String(rename.headers["x-act-id"]) })).toMatchObject({
      differences: [lead("name", "Ann Li", "Ann Lee")],
    });
    expect(await dry("update_lead", { id: leadId, company: "Acme" })).toMatchObject({ actions: [], differences: [] });

    // Nothing is left behind that would keep a real call from working.
    await assistant.call("update_rule", { id: ruleId, scoreWeight: 10 });
    expect(await winnow.ok("GET /api/leads/{id}", { id: leadId })).toMatchObject({ score: 10 });
  });

  test("a dry run is refused like the real call", async () => {
    const { winnow, assistant } = await connected(google, engine);
    const { id } = await winnow.ok("POST /api/leads", { body: ANN });
    await winnow.ok("POST /api/leads", { body: { name: "Bo", email: "bo@berg.example" } });
    for (const dryRun of [true, false]) {
      for (const [name, args, why] of [
        ["update_lead", { id, email: "bo@berg.example" }, /already has this email|another lead/iu],
        ["update_lead", { id: "77", company: "Apex" }, /No such lead/u],
        ["assign_lead", { leadId: id, owner: "Nobody" }, /list_team/u],
        ["add_comment", { leadId: "77", text: "Hi" }, /No such lead/u],
        ["add_comment", { leadId: id, text: " " }, /Enter a comment/u],
        ["undo", { id: "777777" }, /No such action/u],
        ["create_rule", { name: "Bad", keywords: ["("], mode: "regex" }, /missing closing/u],
      ] as const) {
        const answer = await assistant.call(name, { ...args, dryRun });
        expect(answer).toMatchObject({ isError: true });
        expect(answer.text).toMatch(why);
      }
    }
  });
});

test("sync_source reads data sources, and a dry run only lists them", async () => {
  const { winnow, assistant } = await connected(google);
  await connectSheet(winnow, google, [
    ["Name", "Email"],
    ["Ann Lee", "ann@acme.example"],
  ]);
  const dry = await assistant.call("sync_source", { source: "data_sources", dryRun: true });
  expect(dry.data).toMatchObject({ state: "not started", sources: ["Spring fair"] });
  expect(await winnow.ok("GET /api/leads")).toEqual([]);
  const done = await assistant.call("sync_source", { source: "data_sources" });
  expect(done.data).toMatchObject({ state: "finished", counts: { created: 1 } });
  expect(await winnow.ok("GET /api/leads")).toHaveLength(1);
  expect(await assistant.call("sync_source", { source: "website" })).toMatchObject({ isError: true });
});

test("a large action isn't previewed", async () => {
  const { winnow, assistant } = await connected(google);
  await winnow.ok("POST /api/leads", { body: ANN });
  const { actId } = await winnow.ok("POST /api/leads/bulk-status", {
    body: { selection: { filter: {} }, status: "approved" },
  });
  const preview = await assistant.call("undo", { id: String(actId), dryRun: true });
  expect(preview.text).toContain("can't be previewed");
  expect((await assistant.call("undo", { id: String(actId) })).isError).toBe(false);
});
