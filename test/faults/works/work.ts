import { randomUUID } from "node:crypto";
import { Refused, type Site } from "#test/faults/site.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { repeated, type Count, type StoredLead } from "#test/faults/people.ts";

/** Long work of one kind, which faults interrupt. */
export interface Work {
  kind: string;
  /** Sets up what it needs before the first fault. */
  prepare(site: Site): Promise<void>;
  /** Starts it and resolves when it has ended; rejects when the server goes away. */
  begin(site: Site, round: number): Promise<void>;
  /** Resolves when the started work is done, automatically or restarted as a person would. */
  finish(site: Site): Promise<void>;
  /** What was acknowledged, and whether all of it is stored exactly once. */
  check(site: Site): Promise<Count>;
}

/** Retries until done: while the killed run still holds its lease, the call is rejected with 409. */
export async function pressAgain(site: Site, path: string, body?: object): Promise<void> {
  await site.until(`done: POST ${path}`, async () => {
    await site.ask("POST", path, body ?? {}).catch((error: unknown) => {
      // Any other error won't resolve itself.
      if (error instanceof Refused && error.status < 500 && error.status !== 409) throw new Error(String(error));
      throw error;
    });
    return true;
  });
}

/** All leads, as they are now. */
export function leadsOf(site: Site): Promise<StoredLead[]> {
  return site.ask<StoredLead[]>("GET", "/api/leads");
}

/** Which of these emails have no lead, and how many leads share their email with another. */
export async function countByEmail(site: Site, emails: readonly string[]): Promise<Count> {
  const leads = await leadsOf(site);
  const there = new Set(leads.map(({ email }) => email));
  const lost = emails.filter((email) => !there.has(email)).length;
  return { acknowledged: emails.length, lost, doubled: repeated(leads.map(({ email }) => email)) };
}

/** Email addresses of unknown people. */
export function newEmails(count: number, domain: string): string[] {
  return Array.from({ length: count }, () => `${randomUUID()}@${domain}.example`);
}

/** The emails in the first rows of the sample sheet. */
export function sheetEmails(rows: number): string[] {
  return sampleLeads(rows)
    .slice(1)
    .map(([, email]) => (typeof email === "string" ? email : ""));
}

/** Uploads a file of leads, starts its import and returns its ID. */
export async function startImport(site: Site, emails: readonly string[], notes = "A demo"): Promise<string> {
  const rows = emails.map((email, at) => `Person ${at},${email},${notes}`);
  const answer = await fetch(`${site.url}/api/imports?name=leads.csv`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: ["Name,Email,Notes", ...rows].join("\n"),
  });
  if (!answer.ok) throw new Refused(answer.status, await answer.text());
  const { id } = (await answer.json()) as { id: string };
  await site.ask("POST", `/api/imports/${id}/start`);
  return id;
}

/** Resolves when no import is running; an interrupted one is restarted, as a person would. */
export async function importsEnded(site: Site): Promise<void> {
  await site.until("imported", async () => {
    const imports = await site.ask<{ id: string; state: string }[]>("GET", "/api/imports");
    for (const { id, state } of imports) {
      if (state === "interrupted" || state === "failed") await site.ask("POST", `/api/imports/${id}/start`);
    }
    return imports.every(({ state }) => state === "finished" || state === "ready");
  });
}

/** The result of a schedule's last run. */
export interface LastRun {
  outcome: "running" | "done" | "failed" | "nothing" | "cancelled";
  message: string;
}

/** Runs a schedule now; resolves when the server has accepted it. */
export async function runSchedule(site: Site, id: string): Promise<void> {
  await site.ask("POST", `/api/schedules/${id}/run`);
}

/** Resolves with the last result once no run of a schedule is in progress in any process. */
export async function runEnded(site: Site, id: string): Promise<LastRun> {
  let last: LastRun = { outcome: "nothing", message: "" };
  await site.until(`at the end of its run: ${id}`, async () => {
    const schedules = await site.ask<{ id: string; lastRun: LastRun | null }[]>("GET", "/api/schedules");
    last = schedules.find((schedule) => schedule.id === id)?.lastRun ?? last;
    return last.outcome !== "running";
  });
  return last;
}

/** A message from someone who wants to buy. */
export function inquiryOf(email: string): string {
  return [
    `From: Ann Lee <${email}>`,
    "To: sales@ours.example",
    "Subject: Offer for 200 licences",
    `Message-ID: <${randomUUID()}@mail.example>`,
    "Date: Sun, 3 May 2026 10:00:00 +0200",
    "",
    "Hello, please send us an offer for 200 licences. What would they cost? Ann Lee, Acme Ltd",
  ].join("\r\n");
}
