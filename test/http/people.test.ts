import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { deliver, processed } from "#test/http/form-deliveries.ts";
import { inquiry, newMailbox, syncMail } from "#test/http/mailbox-under-test.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { everyRow } from "#test/http/store-content.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { jobsEnded } from "#test/jobs.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { card, html } from "#test/peers/website/traps.ts";
import { startWebsitePeer, type WebsitePeer } from "#test/peers/website/website-peer.ts";
import { anEntry, ENGINES, migratedPostgres, oneEngine } from "#test/stores.ts";

const NAME = "Zelda Quimby";
const EMAIL = "Zelda@Quimby.example";
const KEY = "zelda@quimby.example";
/** One unique word for each channel. */
const WAYS = [
  "sheetmark",
  "sitemark",
  "mailmark",
  "pastemark",
  "formmark",
  "filemark",
  "handmark",
  "helpmark",
] as const;
const OTHER = "Bo Berg";

let google: GooglePeer;
let site: WebsitePeer;
let imap: DovecotPeer;
beforeAll(async () => {
  google = await startGooglePeer();
  site = await startWebsitePeer({
    "/": html(card(NAME, "Head of sitemark", EMAIL) + card("Omar Haddad", "Buyer", "omar@quimby.example")),
  });
  imap = await startDovecot();
});
afterAll(() => Promise.all([google.close(), site.close(), imap.stop()]));

/** One person's data through every channel, and how to send each again. */
async function takeInEverywhere(winnow: TestWinnow) {
  await connectSheet(winnow, google, [
    ["Name", "Email", "Company", "Notes"],
    [NAME, EMAIL, "Quimby", "Wants the sheetmark"],
    [OTHER, "bo@berg.example", "Berg", `Knows ${EMAIL} well`],
  ]);
  const target = await winnow.ok("POST /api/scrape-targets", { body: { name: "Quimby", url: site.url } });
  const mailbox = await newMailbox(imap);
  const text = `Hello,\n\nwe would like to buy 200 mailmark licences. Please send a quote.\n\nBest regards\n${NAME}`;
  mailbox.mail.deliver([{ raw: inquiry({ id: "<quote-1@quimby.example>", name: NAME, email: EMAIL, text }) }]);
  await winnow.ok("POST /api/gmail/config", { body: mailbox.settings });
  const again = {
    sheet: () => sync(winnow),
    site: () => winnow.ok("POST /api/scrape-targets/{id}/scrape", { id: target.id }),
    mailbox: () => syncMail(winnow),
    pasted: () =>
      winnow.call("POST /api/process-email", {
        body: {
          content: `From: ${NAME} <${EMAIL}>\nSubject: Quote\n\nPlease send a quote for 200 pastemark licences.`,
        },
      }),
    form: async () => {
      await deliver(winnow, { name: NAME, email: EMAIL, message: "A quote for a formmark, please" });
      return processed(winnow);
    },
    file: async () => {
      const { id } = await uploadFile(winnow, "fair.csv", `Name,Email,Notes\n${NAME},${EMAIL},The filemark\n`);
      await winnow.ok("POST /api/imports/{id}/start", { id });
      await jobsEnded(winnow.workspace);
      return winnow.ok("GET /api/imports/{id}", { id });
    },
  };
  for (const way of Object.values(again)) await way();
  return again;
}

/** Rereads everything stored from sources, and returns what would change. */
async function readAgain(winnow: TestWinnow) {
  await winnow.ok("POST /api/replays", { body: { all: true } });
  await jobsEnded(winnow.workspace);
  return winnow.ok("GET /api/replays/latest");
}

/** The database's files on disk, including deleted pages and the log. */
async function bytesOf(dataDir: string): Promise<string> {
  const files = ["winnow.db", "winnow.db-wal"].map((file) => readFile(join(dataDir, file), "latin1"));
  return (await Promise.all(files)).join("").toLowerCase();
}

describe.each(ENGINES)("a person on %s", (engine) => {
  test("is found in every channel, erased from every table, and brought back by none", async () => {
    const databaseUrl = engine === "postgres" ? await migratedPostgres() : undefined;
    const winnow = await freshWinnow(engine, { google, ...(databaseUrl !== undefined && { databaseUrl }) });
    const marks = [KEY, NAME.toLowerCase(), ...WAYS];
    const left = async (): Promise<string[]> => {
      const rows = await everyRow({ dataDir: winnow.dataDir, databaseUrl });
      return rows
        .filter(({ text }) => marks.some((mark) => text.toLowerCase().includes(mark)))
        .map(({ table, text }) => `${table}: ${text}`);
    };
    const leads = async (): Promise<Lead[]> => (await winnow.ok("GET /api/leads")) as Lead[];
    const params = { email: "  ZELDA@quimby.EXAMPLE " };

    const again = await takeInEverywhere(winnow);
    const { id } = await uploadFile(winnow, "again.csv", `Name,Email\n${NAME},${EMAIL}\n`);
    await winnow.ok("PATCH /api/imports/{id}", { id, body: { policy: "skip" } });
    await winnow.ok("POST /api/imports/{id}/start", { id });
    const lead = (await leads()).find(({ name }) => name === NAME);
    await winnow.ok("PATCH /api/leads/{id}", { id: lead?.id ?? "", body: { industry: "The handmark" } });
    await winnow.ok("POST /api/support-requests", { body: { name: NAME, email: EMAIL, message: "The helpmark" } });
    await jobsEnded(winnow.workspace);

    const answer = await winnow.call("GET /api/people/{email}/data", { params });
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; /u);
    const { email, records } = answer.json<{ email: string; records: Record<string, unknown[]> }>();
    expect(email).toBe(KEY);
    for (const mark of WAYS) expect(JSON.stringify(records)).toContain(mark);
    expect(Object.keys(records)).toEqual(
      expect.arrayContaining(["Leads", "Messages", "Form submissions", "History", "Mentioned in other leads"]),
    );
    // For another person, only what mentions the erased one.
    expect(JSON.stringify(records["Mentioned in other leads"])).toContain("well");

    const erased = await winnow.ok("DELETE /api/people/{email}", { params });
    expect(erased.erased).toMatchObject({ Leads: 1, "Mentioned in other leads": 1, "Form submissions": 1 });
    expect(erased.backupsUntil).toBeNull();
    await jobsEnded(winnow.workspace);
    expect(await left()).toEqual([]);
    const bytes = engine === "sqlite" ? await bytesOf(winnow.dataDir) : "";
    expect(marks.filter((mark) => bytes.includes(mark))).toEqual([]);
    const bo = (await leads()).find(({ name }) => name === OTHER);
    expect(bo?.notes).toBe("Knows [erased] well");
    expect((await winnow.ok("GET /api/people/{email}/data", { params })).records).toEqual({});

    expect(await again.sheet()).toMatchObject({ seen: 2, skipped: 1 });
    expect((await again.site()).run).toMatchObject({ created: 0 });
    await again.mailbox();
    await again.pasted();
    const [submission] = await again.form();
    expect(submission?.reason).toContain(ERASED_REASON);
    expect(await again.file()).toMatchObject({ counts: { seen: 1, skipped: 1 } });
    await jobsEnded(winnow.workspace);
    expect((await leads()).map(({ name }) => name).toSorted()).toEqual([OTHER, "Omar Haddad"]);
    expect(await left()).toEqual([]);

    // Rereads everything stored from sources.
    const { replay } = await readAgain(winnow);
    expect(replay?.rowsRead).toBeGreaterThan(0);
    await winnow.ok("POST /api/replays/{id}/apply", { id: replay?.id ?? "", body: {} });
    expect((await leads()).map(({ name }) => name).toSorted()).toEqual([OTHER, "Omar Haddad"]);
    expect(await left()).toEqual([]);
  });
});

describe.each(oneEngine("sqlite"))("a person on %s", (engine) => {
  test("erased from another lead's email by mistake isn't restored by its undo", async () => {
    const winnow = await freshWinnow(engine);
    const { id } = await winnow.ok("POST /api/leads", { body: { name: OTHER, email: EMAIL } });
    const corrected = await winnow.call("PATCH /api/leads/{id}", { id, body: { email: "bo@berg.example" } });
    await winnow.ok("POST /api/leads", { body: { name: NAME, email: EMAIL } });
    await winnow.ok("DELETE /api/people/{email}", { params: { email: KEY } });
    const undone = await winnow.call("POST /api/journal/{id}/undo", { id: String(corrected.headers["x-act-id"]) });
    expect(undone.statusCode).toBe(409);
    expect(await winnow.ok("GET /api/leads")).toMatchObject([{ name: OTHER, email: "bo@berg.example" }]);
  });

  test("who was erased can't return as another lead's email: by edit, source or reread", async () => {
    const winnow = await freshWinnow(engine, { google });
    const sheet = await connectSheet(winnow, google, [
      ["ID", "Name", "Email", "Phone"],
      ["1", OTHER, "", "+49 30 901821"],
      ["2", NAME, EMAIL, "+49 30 901820"],
    ]);
    await sync(winnow);
    await winnow.ok("DELETE /api/people/{email}", { params: { email: KEY } });
    const [{ id } = { id: "" }] = await winnow.ok("GET /api/leads");
    const stored = () => winnow.workspace.store.leads.get(id);
    const refused = async (key: "PATCH /api/leads/{id}" | "POST /api/leads/{id}/provenance", body: object) => {
      const answer = await winnow.call(key, { id, body });
      expect(answer.json()).toMatchObject({ status: 409, type: "urn:winnow:problem:person_erased" });
      expect(answer.json<{ detail: string }>().detail).toContain("An owner can allow them again");
      expect(await stored()).toMatchObject({ name: OTHER, email: "", emailKey: null });
    };
    await refused("PATCH /api/leads/{id}", { email: EMAIL });
    await refused("PATCH /api/leads/{id}", { email: "zelda@QUIMBY.example", notes: "Her new address" });
    await refused("PATCH /api/leads/{id}", { phone: "+49 (30) 90 18 20" });
    expect(JSON.stringify(await winnow.ok("GET /api/journal"))).not.toContain("edited");

    sheet.write([
      ["ID", "Name", "Email", "Phone"],
      ["1", OTHER, EMAIL, "+49 30 901821"],
    ]);
    await sync(winnow);
    expect(await stored()).toMatchObject({ email: "", emailKey: null });
    const { email } = await winnow.ok("GET /api/leads/{id}/provenance", { id });
    const [seen] = email.others.map(({ value }) => value);
    expect(seen?.toLowerCase()).toBe(KEY);
    await refused("POST /api/leads/{id}/provenance", { field: "email", value: seen });

    // As if an earlier reader had not seen the address in the row.
    const unread = (lead: StoredLead): StoredLead => ({ ...lead, facts: [], otherValues: [] });
    await winnow.workspace.store.leads.edit(id, unread, anEntry({ leadId: id }));
    const emails = async () => (await readAgain(winnow)).changes.filter(({ field }) => field === "email");
    expect(await emails()).toEqual([]);

    await winnow.ok("POST /api/people/{email}/readmit", { params: { email: KEY } });
    expect(await emails()).toMatchObject([{ leadId: id, before: "", after: seen }]);
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { email: EMAIL } });
    expect(await stored()).toMatchObject({ emailKey: KEY });
  });

  test("whose address a reread took from another lead isn't restored there by undo", async () => {
    const winnow = await freshWinnow(engine, { google });
    await connectSheet(winnow, google, [
      ["Name", "Email"],
      [OTHER, "bo@berg.example"],
    ]);
    await sync(winnow);
    const [{ id } = { id: "" }] = await winnow.ok("GET /api/leads");
    const misread = (lead: StoredLead): StoredLead => ({ ...lead, email: EMAIL, emailKey: KEY });
    await winnow.workspace.store.leads.edit(id, misread, anEntry({ leadId: id }));
    const { replay } = await readAgain(winnow);
    const { applied, actId } = await winnow.ok("POST /api/replays/{id}/apply", { id: replay?.id ?? "", body: {} });
    expect(applied).toBe(1);
    await winnow.ok("DELETE /api/people/{email}", { params: { email: KEY } });
    await winnow.call("POST /api/journal/{id}/undo", { id: actId ?? "" });
    await jobsEnded(winnow.workspace);
    expect(await winnow.ok("GET /api/leads")).toMatchObject([{ name: OTHER, email: "bo@berg.example" }]);
  });

  test("who was erased can be added by hand only after an owner allows it", async () => {
    const databaseUrl = engine === "postgres" ? await migratedPostgres() : undefined;
    const winnow = await freshWinnow(engine, databaseUrl === undefined ? {} : { databaseUrl });
    const body = { name: NAME, email: EMAIL };
    await winnow.ok("POST /api/leads", { body });
    const { followUps } = winnow.workspace.store;
    await followUps.suppress(KEY, { kind: "unsubscribed", reason: "By link", at: "2026-05-01T10:00:00.000Z" });
    expect((await winnow.call("POST /api/people/{email}/readmit", { params: { email: KEY } })).statusCode).toBe(404);
    await winnow.ok("DELETE /api/people/{email}", { params: { email: KEY } });
    const refused = await winnow.call("POST /api/leads", { body });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ detail: string }>().detail).toContain("erased");
    const history = JSON.stringify(await winnow.ok("GET /api/journal"));
    expect(history).toContain("Erased person");
    expect(history).not.toContain(NAME);
    const rows = await everyRow({ dataDir: winnow.dataDir, databaseUrl });
    expect(rows.filter(({ text }) => text.toLowerCase().includes(KEY))).toEqual([]);
    await winnow.ok("POST /api/people/{email}/readmit", { params: { email: KEY } });
    expect((await winnow.call("POST /api/leads", { body })).statusCode).toBe(201);
    // Unsubscribed people are not written to, whatever happened to their leads.
    expect(await followUps.suppression(KEY)).toMatchObject({ kind: "unsubscribed", reason: "" });
  });

  test("whose address is part of another's isn't found there, and an invalid address is rejected", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/leads", { body: { name: "Grizelda Quimby", email: "grizelda@quimby.example" } });
    await winnow.ok("POST /api/leads", { body: { name: "Zoe", email: "zelda@quimby.example.org" } });
    expect((await winnow.ok("GET /api/people/{email}/data", { params: { email: KEY } })).records).toEqual({});
    expect((await winnow.ok("DELETE /api/people/{email}", { params: { email: KEY } })).erased).toEqual({});
    expect(await winnow.ok("GET /api/leads")).toHaveLength(2);
    for (const email of ["nobody", "a@b@c", "\u0000@x.example", "a@127.0.0.1"]) {
      for (const key of ["GET /api/people/{email}/data", "DELETE /api/people/{email}"] as const) {
        expect((await winnow.call(key, { params: { email } })).statusCode).toBe(422);
      }
    }
  });
});
