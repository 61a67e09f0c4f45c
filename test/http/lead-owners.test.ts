import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { streamLeadCsv } from "#server/features/leads/lead-csv.ts";
import { freshWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { readCsv } from "#test/http/read-csv.ts";
import { jobsEnded } from "#test/jobs.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";
import { uploadFile } from "#test/http/upload-file.ts";

interface Team {
  winnow: TestWinnow;
  bob: Browser;
  ids: { ada: string; bob: string };
}

async function withTeam(engine: EngineName): Promise<Team> {
  return asTeam(await freshWinnow(engine));
}

async function asTeam(winnow: TestWinnow): Promise<Team> {
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  const bob = winnow.browser();
  await bob.ok("POST /api/session", { body: BOB });
  const [ada, other] = await winnow.ok("GET /api/team");
  return { winnow, bob, ids: { ada: ada?.id ?? "", bob: other?.id ?? "" } };
}

async function addLead({ winnow }: Team, name: string, more: object = {}): Promise<Lead> {
  return winnow.ok("POST /api/leads", { body: { name, email: `${name}@firm.example`, ...more } });
}

async function names(browser: Browser, query: Record<string, string>): Promise<string[]> {
  return (await browser.ok("GET /api/leads", { query: { sort: "createdAt", ...query } })).map(({ name }) => name);
}

describe.each(oneEngine("postgres"))("lead owners on %s", (engine) => {
  test("the last of two assignments wins unless it expected another owner, and both are in the timeline", async () => {
    const team = await withTeam(engine);
    const { winnow, bob, ids } = team;
    const { id, ownerId } = await addLead(team, "Carl");
    expect(ownerId).toBeNull();
    const first = await winnow.call("PATCH /api/leads/{id}", { id, body: { ownerId: ids.ada } });
    await bob.ok("PATCH /api/leads/{id}", { id, body: { ownerId: ids.bob } });
    const { timeline, ...lead } = await winnow.ok("GET /api/leads/{id}", { id });
    expect(lead).toMatchObject({ ownerId: ids.bob, owner: "Bob", ownerSetBy: "person" });
    expect(timeline.slice(0, 2)).toMatchObject([
      { title: "Carl assigned to Bob", description: "Was Ada", by: "Bob" },
      { title: "Carl assigned to Ada", description: "", by: "Ada" },
    ]);
    const late = { ownerId: ids.ada, former: { ownerId: null } };
    for (const body of [late, { ...late, company: "Firm" }]) {
      expect((await winnow.call("PATCH /api/leads/{id}", { id, body })).json()).toMatchObject({
        status: 409,
        type: "urn:winnow:problem:stale",
        detail: "Carl was assigned to Bob by Bob.",
        changedBy: "Bob",
      });
    }
    // The answer of an assignment may have been lost.
    await bob.ok("PATCH /api/leads/{id}", { id, body: { ownerId: ids.bob, former: { ownerId: null } } });
    const undone = await winnow.call("POST /api/journal/{id}/undo", { id: String(first.headers["x-act-id"]) });
    expect(undone.json()).toMatchObject({ detail: "The owner has since been changed again, to “Bob”." });
  });

  test("filters, sorts, assigns in bulk and exports by owner", async () => {
    const team = await withTeam(engine);
    const { winnow, bob, ids } = team;
    await addLead(team, "One", { ownerId: ids.bob });
    await addLead(team, "Two");
    await addLead(team, "Three", { ownerId: ids.ada });
    expect(await names(bob, { owner: "me" })).toEqual(["One"]);
    expect(await names(winnow, { owner: "me" })).toEqual(["Three"]);
    expect(await names(winnow, { owner: "none" })).toEqual(["Two"]);
    expect(await names(winnow, { owner: ids.bob })).toEqual(["One"]);
    expect(await names(winnow, { owner: "999" })).toEqual([]);
    expect(await names(winnow, { sort: "-owner" })).toEqual(["One", "Three", "Two"]);

    const filter = { owner: "none" };
    const { actId, ...counts } = await bob.ok("POST /api/leads/bulk-owner", {
      body: { selection: { filter }, ownerId: ids.bob },
    });
    expect(counts).toEqual({ changed: 1, unchanged: 0, left: 0 });
    expect(await names(bob, { owner: "me" })).toEqual(["One", "Two"]);
    const csv = await text(Readable.from(streamLeadCsv(winnow.workspace.store, { status: "all", sort: "owner" })));
    const [header = [], ...rows] = readCsv(csv);
    expect(rows.map((row) => row[header.indexOf("Owner")])).toEqual(["Ada", "Bob", "Bob"]);
    await bob.ok("POST /api/journal/{id}/undo", { id: actId ?? "" });
    expect(await names(bob, { owner: "none" })).toEqual(["Two"]);
    expect((await winnow.call("PATCH /api/leads/{id}", { id: "1", body: { ownerId: "999" } })).json()).toMatchObject({
      status: 422,
      errors: [{ field: "ownerId" }],
    });
  });

  test("passes on the leads of an account that is deactivated or deleted, and undo doesn't give them back", async () => {
    const team = await withTeam(engine);
    const { winnow, ids } = team;
    const { id } = await addLead(team, "One", { ownerId: ids.bob });
    const assigned = await winnow.ok("POST /api/leads/bulk-owner", {
      body: { selection: { ids: [id] }, ownerId: ids.ada },
    });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { ownerId: ids.bob } });
    const refused = await winnow.call("PATCH /api/users/{id}", {
      id: ids.bob,
      body: { isActive: false, leadsTo: ids.bob },
    });
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: "leadsTo" }] });
    await winnow.ok("PATCH /api/users/{id}", { id: ids.bob, body: { isActive: false, leadsTo: ids.ada } });
    expect(await names(winnow, { owner: "me" })).toEqual(["One"]);
    await winnow.ok("PATCH /api/users/{id}", { id: ids.bob, body: { isActive: true } });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { ownerId: ids.bob } });
    await winnow.ok("DELETE /api/users/{id}", { id: ids.bob });
    expect(await names(winnow, { owner: "none" })).toEqual(["One"]);
    // Nobody chose that, so that rules may assign it.
    expect(await winnow.ok("POST /api/assignment-rules/preview", { body: {} })).toMatchObject({ unassigned: 1 });
    const { acts } = await winnow.ok("GET /api/journal", { query: { limit: 10 } });
    const last = acts.find(({ title }) => title === "1 lead unassigned");
    await winnow.call("POST /api/journal/{id}/undo", { id: last?.id ?? "" });
    await winnow.call("POST /api/journal/{id}/undo", { id: assigned.actId ?? "" });
    expect(await names(winnow, { owner: "none" })).toEqual(["One"]);
  });
});

test("an import assigns by username and keeps unknown names and owners that a person chose", async () => {
  const winnow = await freshWinnow("sqlite");
  const file =
    "Name,Email,Lead owner\nOne,One@firm.example,bob\nTwo,Two@firm.example,Eve\nThree,Three@firm.example,Bob\n";
  const { id, columns } = await uploadFile(winnow, "leads.csv", file);
  expect(columns.map(({ target }) => target)).toEqual(["name", "email", "owner"]);
  const team = await asTeam(winnow);
  const { ids } = team;
  await addLead(team, "Three", { ownerId: ids.ada });
  await winnow.ok("POST /api/imports/{id}/start", { id });
  await jobsEnded(winnow.workspace);
  expect(await names(winnow, { owner: ids.bob })).toEqual(["One"]);
  expect(await names(winnow, { owner: ids.ada })).toEqual(["Three"]);
  const [two] = await winnow.ok("GET /api/leads", { query: { owner: "none" } });
  expect((await winnow.ok("GET /api/leads/{id}", { id: two?.id ?? "" })).facts).toEqual([
    { name: "Owner", value: "Eve" },
  ]);
});
