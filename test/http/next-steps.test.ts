import { describe, expect, test } from "vitest";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { readCsv } from "#test/http/read-csv.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { jobsEnded } from "#test/jobs.ts";
import { addLeads, oneEngine } from "#test/stores.ts";

async function namesOf(winnow: TestWinnow, query: Record<string, string>): Promise<string[]> {
  const answer = await winnow.call("GET /api/leads", { query: { view: "row", ...query } });
  const rows = answer.json<LeadRow[]>();
  expect(answer.headers["x-total-count"]).toBe(String(rows.length));
  return rows.map(({ name }) => name);
}

async function withSteps(winnow: TestWinnow, steps: Record<string, string | null>): Promise<Record<string, string>> {
  const names = Object.keys(steps);
  const ids = await addLeads(
    winnow.workspace.store,
    names.map((name) => ({ name })),
  );
  for (const [at, name] of names.entries()) {
    const due = steps[name];
    if (due === null || due === undefined) continue;
    const body = { text: `Call ${name}`, due, timeZone: "Europe/Berlin" };
    await winnow.ok("PUT /api/leads/{id}/next-step", { id: ids[at]!, body });
  }
  return Object.fromEntries(names.map((name, at) => [name, ids[at]!]));
}

describe.each(oneEngine("postgres"))("next steps on %s", (engine) => {
  test("filter and sort the list by the day they are due, those without one last", async () => {
    const winnow = await freshWinnow(engine);
    await withSteps(winnow, {
      Ann: "2026-11-24T23:59",
      Bob: "2026-11-23T08:00",
      Cid: null,
      Dan: "2026-11-24",
      Eve: "2026-11-25T00:00",
      Fay: null,
    });
    const today = { dueFrom: "2026-11-24", dueBefore: "2026-11-25" };
    expect(await namesOf(winnow, today)).toEqual(["Dan", "Ann"]);
    expect(await namesOf(winnow, { ...today, sort: "-nextStep" })).toEqual(["Ann", "Dan"]);
    expect(await namesOf(winnow, { dueBefore: "2026-11-24" })).toEqual(["Bob"]);
    expect(await namesOf(winnow, { nextStep: "none" })).toEqual(["Fay", "Cid"]);
    expect(await namesOf(winnow, { nextStep: "none", sort: "nextStep" })).toEqual(["Cid", "Fay"]);
    expect(await namesOf(winnow, { nextStep: "none", ...today })).toEqual([]);
    expect(await namesOf(winnow, { search: "call", sort: "nextStep" })).toEqual(["Bob", "Dan", "Ann", "Eve"]);
    const pages: string[] = [];
    for (
      let query: Record<string, string | number> | null = { sort: "nextStep", view: "row", limit: 2 };
      query !== null;
    ) {
      const answer = await winnow.call("GET /api/leads", { query });
      pages.push(
        answer
          .json<LeadRow[]>()
          .map(({ name }) => name)
          .join(" "),
      );
      const next = /<[^?]*\?([^>]*)>/u.exec(String(answer.headers["link"]))?.[1];
      query = next === undefined ? null : Object.fromEntries(new URLSearchParams(next));
    }
    expect(pages).toEqual(["Bob Dan", "Ann Eve", "Cid Fay"]);
  });

  test("remind once at their time on their own clocks, again when moved, and never after being done", async () => {
    let now = new Date("2026-03-29T00:59:00Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    const steps = await withSteps(winnow, { Ann: "2026-03-29T02:30", Bob: "2026-03-29", Cid: "2026-10-25T02:30" });
    const inBell = async (at: string): Promise<string[]> => {
      now = new Date(at);
      winnow.workspace.feed.changed(["notifications"]);
      const { items } = await winnow.ok("GET /api/notifications");
      return items.filter(({ kind }) => kind === "next_step_due").map(({ title, isRead }) => `${title} ${isRead}`);
    };
    // The clocks skip 2:30 that night; the day starts at nine, an hour earlier than the day before.
    expect(await inBell("2026-03-29T01:29:59Z")).toEqual([]);
    expect(await inBell("2026-03-29T01:30:00Z")).toEqual(["Ann: Call Ann false"]);
    const { items } = await winnow.ok("GET /api/notifications");
    await winnow.ok("POST /api/notifications/read", { body: { ids: items.map(({ id }) => id) } });
    expect(await inBell("2026-03-29T06:59:59Z")).toEqual(["Ann: Call Ann true"]);
    expect(await inBell("2026-03-29T07:00:00Z")).toEqual(["Bob: Call Bob false", "Ann: Call Ann true"]);

    const { actId } = await done(winnow, steps["Ann"]!);
    expect(await inBell("2026-03-29T08:00:00Z")).toEqual(["Bob: Call Bob false"]);
    // Reading another one must not forget that this one was read.
    const bob = (await winnow.ok("GET /api/notifications")).items.map(({ id }) => id);
    await winnow.ok("POST /api/notifications/read", { body: { ids: bob } });
    await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
    expect(await inBell("2026-03-29T08:01:00Z")).toEqual(["Bob: Call Bob true", "Ann: Call Ann true"]);
    const later = { text: "Call Ann", due: "2026-03-29T12:00", timeZone: "Europe/Berlin" };
    await winnow.ok("PUT /api/leads/{id}/next-step", { id: steps["Ann"]!, body: later });
    expect(await inBell("2026-03-29T10:00:00Z")).toEqual(["Ann: Call Ann false", "Bob: Call Bob true"]);
    // The clocks show 2:30 twice that night; the first counts.
    expect(await inBell("2026-10-25T00:29:59Z")).toEqual([]);
    expect(await inBell("2026-10-25T00:30:00Z")).toEqual(["Cid: Call Cid false"]);
    await winnow.ok("PUT /api/settings", { body: { notifyNextSteps: false } });
    expect(await inBell("2026-10-25T00:31:00Z")).toEqual([]);
  });
});

async function done(winnow: TestWinnow, id: string): Promise<{ actId: string }> {
  const answer = await winnow.call("POST /api/leads/{id}/next-step/done", { id });
  expect(answer.statusCode).toBe(200);
  return { actId: String(answer.headers["x-act-id"]) };
}

describe("a next step", () => {
  test("isn't replaced by someone who hasn't seen it", async () => {
    const winnow = await freshWinnow("sqlite");
    const { Ann: id = "" } = await withSteps(winnow, { Ann: "2026-11-24" });
    const { nextStep: former } = await winnow.ok("GET /api/leads/{id}", { id });
    const put = (text: string, more: object = {}) =>
      winnow.call("PUT /api/leads/{id}/next-step", { id, body: { text, due: "2026-11-30", ...more } });
    expect((await put("Theirs", { former })).statusCode).toBe(200);
    const refused = await put("Mine", { former });
    expect(refused.json()).toMatchObject({
      status: 409,
      type: "urn:winnow:problem:stale",
      detail: "You changed the next step while you were editing. Next step: Theirs, November 30, 2026.",
      changedBy: "You",
    });
    // The answer of a save may have been lost.
    expect((await put("Theirs", { former })).statusCode).toBe(200);
    const { nextStep: newer } = await winnow.ok("GET /api/leads/{id}", { id });
    expect(newer?.text).toBe("Theirs");
    expect((await put("Mine", { former: newer })).statusCode).toBe(200);
    expect((await put("Another", { former: null })).statusCode).toBe(409);
    expect((await put("Any")).statusCode).toBe(200);
  });

  test("stays in the timeline when done, and undo is refused once there is another", async () => {
    const winnow = await freshWinnow("sqlite");
    const { Ann: id = "" } = await withSteps(winnow, { Ann: "2026-11-24" });
    const { actId } = await done(winnow, id);
    const { nextStep, timeline } = await winnow.ok("GET /api/leads/{id}", { id });
    expect([nextStep, timeline[0]?.title, timeline[0]?.description]).toEqual([null, "Ann: Next step done", "Call Ann"]);
    expect((await winnow.call("POST /api/leads/{id}/next-step/done", { id })).statusCode).toBe(409);
    await winnow.ok("PUT /api/leads/{id}/next-step", { id, body: { text: "Send offer", due: "2026-11-30" } });
    const refused = await winnow.call("POST /api/journal/{id}/undo", { id: actId });
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      "The next step has since been changed again, to “Send offer”.",
    ]);
  });

  test("goes into CSV files and comes back from them, on leads that have none", async () => {
    const winnow = await freshWinnow("sqlite");
    const { Ann: id = "" } = await withSteps(winnow, { Ann: "2026-11-24T14:30" });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { email: "ann@acme.example", status: "approved" } });
    const { body } = await winnow.app.inject({ url: "/api/leads/export?status=approved" });
    const [headings = [], ...rows] = readCsv(body);
    const columns = ["Next step", "Next step due"].map((heading) => headings.indexOf(heading));
    expect(rows.map((row) => columns.map((at) => row[at]))).toEqual([["Call Ann", "2026-11-24 14:30"]]);

    const file = [
      "Name,Email,Next step,Next step due",
      "Ann,ann@acme.example,Send offer,2026-12-01",
      "Bob,bob@acme.example,Call back,2026-12-02 09:00:00",
      "Cid,cid@acme.example,Call back,next week",
    ];
    const { id: importId } = await uploadFile(winnow, "leads.csv", file.join("\n"));
    await winnow.ok("POST /api/imports/{id}/start", { id: importId });
    await jobsEnded(winnow.workspace);
    const leads = await winnow.ok("GET /api/leads", { query: { sort: "name", facts: "Next step due" } });
    expect(leads.map(({ nextStep, facts }) => [nextStep?.text, nextStep?.due, facts?.[0]?.value])).toEqual([
      ["Call Ann", "2026-11-24T14:30", undefined],
      ["Call back", "2026-12-02T09:00", undefined],
      [undefined, undefined, "next week"],
    ]);
  });

  test("without a time zone is on the team's clocks", async () => {
    const winnow = await freshWinnow("sqlite");
    await winnow.ok("PUT /api/settings", { body: { reportTimeZone: "Asia/Tokyo" } });
    const [id = ""] = await addLeads(winnow.workspace.store, [{ name: "Ann" }]);
    const body = { text: "Call", due: "2026-11-24" };
    const lead = await winnow.ok("PUT /api/leads/{id}/next-step", { id, body });
    expect(lead.nextStep).toEqual({ ...body, timeZone: "Asia/Tokyo" });
  });

  test("needs a text of limited length, a day that exists and a time zone", async () => {
    const winnow = await freshWinnow("sqlite");
    const [id = ""] = await addLeads(winnow.workspace.store, [{ name: "Ann" }]);
    for (const [body, field] of [
      [{ text: " ", due: "2026-11-24" }, "text"],
      [{ text: "x".repeat(301), due: "2026-11-24" }, "text"],
      [{ text: "Call", due: "2026-02-30" }, "due"],
      [{ text: "Call", due: "2026-11-24T24:00" }, "due"],
      [{ text: "Call", due: "1999-12-31" }, "due"],
      [{ text: "Call", due: "2026-11-24", timeZone: "Mars/Olympus" }, "timeZone"],
    ]) {
      const answer = await winnow.call("PUT /api/leads/{id}/next-step", { id, body });
      expect([body, answer.statusCode, answer.json()]).toEqual([
        body,
        422,
        expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
      ]);
    }
  });
});
