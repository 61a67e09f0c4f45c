import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { restoreCell } from "#shared/spreadsheet-cell.ts";
import { isVisible, singleLine } from "#server/pipeline/intake/clean-text.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { isPlaceholder } from "#server/pipeline/text/row-reader.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { mailSettings, startPeers, type Peers } from "#test/http/endpoint-examples.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { readCsv } from "#test/http/read-csv.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { oneEngine } from "#test/stores.ts";

const suites = process.env["PEER_SUITES"] ?? "";
const hasSuites = suites !== "" && existsSync(join(suites, "naughty-strings"));
const read = (path: string): string => (hasSuites ? readFileSync(join(suites, path), "utf8") : "");
const STRINGS = [
  ...new Set([
    ...(JSON.parse(read("naughty-strings/blns.json") || "[]") as string[]),
    ...read("csv-injection/Intruder/csv-payload.txt").split("\n"),
  ]),
];
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/u;
const FORMULA = /^[\s"]*[=+\-@\t\r＝＋－＠]/u;
/** A store rejects calls that wait too long for a connection, so these are limited. */
const AT_ONCE = 20;
const emailOf = (at: number): string => `naughty${at}@strings.example`;

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.runIf(hasSuites).each(oneEngine("postgres"))("hostile strings on %s", (engine) => {
  let winnow: TestWinnow;
  beforeAll(async () => {
    winnow = await openWinnow(engine, { google: peers.google });
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 0, maxLeadsPerSync: null } });
    const rows = STRINGS.map((text, at) => [text, emailOf(at), text, text, text]);
    await connectSheet(winnow, peers.google, [["Name", "Email", "Company", "Notes", "Remark"], ...rows]);
    await sync(winnow);
  });
  afterAll(() => winnow.close());

  test("are stored as name, company, note and fact, unchanged or on one line", async () => {
    const leads = await winnow.ok("GET /api/leads");
    const byEmail = new Map(leads.map((lead) => [lead.email, lead]));
    expect(byEmail.size).toBe(STRINGS.length);
    for (const [at, text] of STRINGS.entries()) {
      const lead = byEmail.get(emailOf(at));
      // "null" and "-" stand for nothing, "null" except as a name.
      expect(lead?.notes).toBe(isVisible(text) && !isPlaceholder(text) ? text : "");
      const line = singleLine(text, LIMITS.lead.fieldLength);
      expect(lead?.company).toBe(isPlaceholder(text) ? "" : line);
      // Invisible names are replaced by a name made from the address.
      const name =
        isVisible(line) && !isPlaceholder(text, "name") ? singleLine(line, LIMITS.lead.nameLength) : lead?.name;
      expect(lead?.name).toBe(name);
      expect(name).not.toBe("");
    }
  });

  test("can be searched for", async () => {
    const find = async (text: string, at: number): Promise<void> => {
      const search = singleLine(text, LIMITS.list.searchLength);
      if (!isVisible(search) || isPlaceholder(search)) return;
      const found = await winnow.ok("GET /api/leads", {
        query: { search, limit: LIMITS.list.maxPageSize, view: "row" },
      });
      expect([search, ...found.map(({ email }) => email)]).toContain(emailOf(at));
    };
    // All at once would be more than one server accepts.
    for (let from = 0; from < STRINGS.length; from += AT_ONCE) {
      const some = STRINGS.slice(from, from + AT_ONCE);
      await Promise.all(some.map((text, at) => find(text, from + at)));
    }
  });

  test("are exported and mailed without starting a formula, and come back unchanged", async () => {
    const exported = await winnow.app.inject({ url: "/api/leads/export?status=all" });
    await winnow.ok("POST /api/email-settings", { body: mailSettings(peers) });
    peers.smtp.messages.length = 0;
    await winnow.ok("POST /api/send-report");
    const mailed = peers.smtp.messages[0]?.mail;
    expect(String(mailed?.html)).not.toMatch(/<script|<img[^>]*onerror|<svg|<iframe|javascript:/iu);
    const leads = new Map((await winnow.ok("GET /api/leads")).map((lead) => [lead.email, lead]));
    for (const csv of [exported.rawPayload.toString(), mailed?.attachments[0]?.content.toString("utf8") ?? ""]) {
      const [headers = [], ...rows] = readCsv(csv.replace(/^\ufeff/u, ""));
      expect(rows).toHaveLength(STRINGS.length);
      for (const row of rows) {
        for (const cell of row) expect(cell).not.toMatch(FORMULA);
        const lead = leads.get(restoreCell(row[headers.indexOf("Email")] ?? ""));
        const cells = ["Name", "Company", "Notes"].map((name) => restoreCell(row[headers.indexOf(name)] ?? ""));
        expect(cells).toEqual([lead?.name, lead?.company, lead?.notes]);
      }
    }
  });

  test("survive an export that is imported into an empty Winnow", async () => {
    const { rawPayload } = await winnow.app.inject({ url: "/api/leads/export?status=all" });
    const other = await openWinnow(engine);
    const { id } = await uploadFile(other, "leads.csv", rawPayload);
    await other.ok("POST /api/imports/{id}/start", { id });
    await jobsEnded(other.workspace);
    const texts = async (of: TestWinnow): Promise<unknown[]> =>
      (await of.ok("GET /api/leads"))
        .map(({ email, name, company, notes }) => ({ email, name, company, notes }))
        .toSorted((a, b) => (a.email < b.email ? -1 : 1));
    expect(await texts(other)).toEqual(await texts(winnow));
    await other.close();
  });

  test("work as keywords, each of which matches itself or reports that it matches nothing", async () => {
    const isKeyword = (text: string): boolean =>
      isVisible(text) && !isPlaceholder(text) && text.length <= LIMITS.rule.keywordLength && !CONTROL.test(text.trim());
    const keywords = STRINGS.filter(isKeyword).map((text) => text.trim());
    const rules = [];
    for (let at = 0; at < keywords.length; at += LIMITS.rule.keywordsPerRule) {
      rules.push({ name: `Rule ${at}`, keywords: keywords.slice(at, at + LIMITS.rule.keywordsPerRule), mode: "exact" });
    }
    const saved = await winnow.ok("PUT /api/rules", { body: { rules } });
    expect(saved.rules.flatMap((rule) => rule.keywords)).toEqual(keywords);
    await startRescore(winnow.workspace);
    const checks = await winnow.ok("GET /api/rules/checks");
    const reported = new Set(
      checks.flatMap(({ kind, keyword }) => (kind === "always" || kind === "dead" ? [] : [keyword])),
    );
    const found = new Set((await winnow.ok("GET /api/leads")).flatMap((lead) => lead.keywords));
    expect(found.size).toBeGreaterThan(keywords.length / 2);
    expect(keywords.filter((keyword) => !found.has(keyword) && !reported.has(keyword))).toEqual([]);
  });

  test("work as account names, exactly as typed, or are rejected", async () => {
    await winnow.ok("POST /api/session/first-owner", {
      body: { username: "Ada", password: "a quiet lamp upon the desk" },
    });
    const add = async (username: string): Promise<string[]> => {
      const answer = await winnow.call("POST /api/users", { body: { username, role: "viewer" } });
      expect([201, 409, 400, 422]).toContain(answer.statusCode);
      return answer.statusCode === 201 ? [username.trim()] : [];
    };
    const made: string[] = [];
    for (let at = 0; at < STRINGS.length; at += AT_ONCE) {
      made.push(...(await Promise.all(STRINGS.slice(at, at + AT_ONCE).map(add))).flat());
    }
    expect(made.length).toBeGreaterThan(STRINGS.length / 2);
    const users = await winnow.ok("GET /api/users");
    expect(users.map(({ username }) => username).toSorted()).toEqual(["Ada", ...made].toSorted());
  });
});
