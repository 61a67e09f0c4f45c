import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints, type Endpoints } from "#shared/contract/endpoints.ts";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { startDemo, type DemoProcess } from "#test/demo-process.ts";
import { exactly } from "#test/harness.ts";
import type { z } from "zod";

const SOURCES = ["email", "file", "form", "google_sheets", "manual", "website"];

/** Builds the page first if it is stale. */
const START_TIMEOUT = 180_000;

let demo: DemoProcess;
let cookie: string;
beforeAll(async () => {
  demo = await startDemo();
  const body = JSON.stringify(demo.signIn);
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${demo.url}/api/session`, { method: "POST", body, headers });
  cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}, START_TIMEOUT);
afterAll(() => demo.stop());

async function call<K extends keyof Endpoints>(key: K): Promise<z.output<Endpoints[K]["response"]>> {
  const [method = "", path = ""] = key.split(" ");
  const response = await fetch(`${demo.url}${path}`, { method, headers: { cookie } });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${key}: ${JSON.stringify(body)}`);
  return exactly(endpoints[key].response as z.ZodType, body) as z.output<Endpoints[K]["response"]>;
}

test("the dashboard has figures", async () => {
  const { totalLeads, qualifiedLeads, activeRules } = await call("GET /api/dashboard/stats");
  expect(totalLeads).toBeGreaterThanOrEqual(80);
  expect(qualifiedLeads).toBeGreaterThan(0);
  expect(qualifiedLeads).toBeLessThan(totalLeads);
  expect(activeRules).toBe((await call("GET /api/rules")).filter(({ isActive }) => isActive).length);
});

test("every state, source and completeness occurs, decided by rules and by people", async () => {
  const leads = await call("GET /api/leads");
  const seen = (of: (lead: (typeof leads)[number]) => string): string[] => [...new Set(leads.map(of))].toSorted();
  expect(seen(({ status }) => status)).toEqual(LEAD_STATUSES.toSorted());
  expect(seen(({ source }) => source)).toEqual(SOURCES);
  expect(seen(({ statusSetBy }) => statusSetBy)).toEqual(["person", "rule"]);
  expect(seen(({ qualificationStatus }) => qualificationStatus)).toEqual(["complete", "in_progress", "incomplete"]);
  const pipeline = await call("GET /api/dashboard/pipeline");
  expect(Object.values(pipeline).reduce((sum, count) => sum + count, 0)).toBe(leads.length);
});

test("there is activity of every kind", async () => {
  const response = await fetch(`${demo.url}/api/dashboard/activity?limit=200`, { headers: { cookie } });
  const types = new Set(((await response.json()) as { type: string }[]).map(({ type }) => type));
  expect([...types].toSorted()).toEqual(["email_sent", "other", "qualified_lead", "sync_completed"]);
});

test("the status reflects real syncs and reports, and another sync finds nothing new", async () => {
  const before = await call("GET /api/dashboard/stats");
  expect(await call("GET /api/dashboard/status")).toMatchObject({
    googleSheets: { state: "connected" },
    email: { state: "active" },
    autoSync: { state: "scheduled" },
  });
  const { processed, created, updated, failed, skipped, unchanged } = await call("POST /api/sync-leads");
  expect({ created, updated, failed }).toEqual({ created: 0, updated: 0, failed: 0 });
  expect(processed).toBe(unchanged + skipped);
  expect(unchanged).toBeGreaterThan(20);
  expect(await call("GET /api/dashboard/stats")).toEqual(before);
});

test("the report arrives", async () => {
  const before = (await readdir(demo.mailFolder)).length;
  expect(before).toBeGreaterThan(0);
  const { leadCount, messageId } = await call("POST /api/send-report");
  const { qualifiedLeads } = await call("GET /api/dashboard/stats");
  expect(leadCount).toBe(qualifiedLeads);
  const mail = await simpleParser(await readFile(join(demo.mailFolder, `${before + 1}.eml`)));
  expect(mail.messageId).toBe(messageId);
});

test("stops on request and leaves nothing behind", async () => {
  expect(await demo.stop()).toBe(0);
  expect(existsSync(dirname(demo.mailFolder))).toBe(false);
});
