import { describe, expect, test } from "vitest";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import type { TokenScope } from "#shared/contract/permission.ts";
import { ADA, makeAccounts } from "#test/http/account-examples.ts";
import { oneEngine } from "#test/stores.ts";

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The samples of Prometheus' text format (version 0.0.4). */
function samplesOf(text: string): Sample[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/u.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/gu)].map(([, key, label]) => [key, label]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}

async function scrape(winnow: TestWinnow): Promise<Sample[]> {
  const answer = await winnow.app.inject({ url: "/metrics" });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/u);
  return samplesOf(answer.body);
}

/** No sum of seconds has these digits by chance. */
const ID = "471147114711471147";

/** The sum of all samples with these labels. */
function valueOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number | undefined {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

describe.each(oneEngine("sqlite"))("/metrics on %s", (engine) => {
  test("counts requests by route pattern, never by actual path", async () => {
    const winnow = await freshWinnow(engine);
    const ofLead = { route: "/api/leads/:id", method: "GET", status: "4xx" };
    const counted = (samples: Sample[], labels: Record<string, string>): number =>
      valueOf(samples, "http_request_duration_seconds_count", labels) ?? 0;
    // Earlier counts are of this process, too.
    const before = await scrape(winnow);
    await winnow.app.inject({ url: `/api/leads/${ID}` });
    await winnow.app.inject({ url: "/ada@analytical.example" });
    const answer = await winnow.app.inject({ url: "/metrics" });
    const samples = samplesOf(answer.body);
    expect(counted(samples, ofLead) - counted(before, ofLead)).toBe(1);
    expect(counted(samples, { route: "none" }) - counted(before, { route: "none" })).toBe(1);
    expect(answer.body).not.toContain(ID);
    expect(answer.body).not.toContain("analytical");
    expect(valueOf(samples, "winnow_store_duration_seconds_count", { operation: "read" })).toBeGreaterThan(0);
    expect(valueOf(samples, "process_resident_memory_bytes")).toBeGreaterThan(0);
    expect(valueOf(samples, "nodejs_eventloop_lag_p99_seconds")).toBeDefined();
  });

  test("reports what sources brought, and their last success", async () => {
    const google = await startGooglePeer();
    google.addApiKey(API_KEY);
    google.setSheet("some-spreadsheet", "Sheet1", sampleLeads(3));
    google.spreadsheet("some-spreadsheet").isPublic = true;
    const winnow = await freshWinnow(engine, { google });
    const config = { spreadsheetId: "some-spreadsheet", authMethod: "api_key" as const, apiKey: API_KEY };
    await winnow.ok("POST /api/data-sources", { body: { name: "Fair", type: "google_sheets", config } });
    const ofSheets = { source: "google_sheets", outcome: "created" };
    const before = valueOf(await scrape(winnow), "winnow_leads_taken_in_total", ofSheets) ?? 0;
    await winnow.ok("POST /api/sync-leads");
    const answer = await winnow.app.inject({ url: "/metrics" });
    expect(valueOf(samplesOf(answer.body), "winnow_leads_taken_in_total", ofSheets)).toBe(before + 3);
    await google.close();
    const later = await freshWinnow(engine, { google });
    await later.ok("POST /api/data-sources", { body: { name: "Fair", type: "google_sheets", config } });
    const succeeded = async () =>
      valueOf(await scrape(later), "winnow_source_last_success_timestamp_seconds", { type: "google_sheets" });
    expect(await succeeded()).toBe(0);
  });

  test("reports jobs, workers and watchdog findings of every process alike", async () => {
    const winnow = await freshWinnow(engine, { diskSpace: async () => ({ free: 1e6, total: 1e9 }) });
    const { jobs } = winnow.workspace.store;
    const job = { title: "", input: {}, maxAttempts: 1, by: "Tester", requestId: null, traceparent: null };
    const notBefore = new Date(Date.now() + 3_600_000);
    await jobs.add({ ...job, kind: "backup", key: "one", notBefore });
    await jobs.add({ ...job, kind: "backup", key: "two", notBefore });
    await winnow.workspace.store.health.beat({
      id: "a worker",
      takesJobs: true,
      startedAt: new Date().toISOString(),
      facts: {
        host: "other",
        disk: null,
        mailboxes: {},
        clock: { putBack: null, ahead: 0 },
        database: { fullSince: null, damagedSince: null },
      },
    });
    const samples = await scrape(winnow);
    expect(valueOf(samples, "winnow_jobs", { kind: "backup", state: "waiting" })).toBe(2);
    expect(valueOf(samples, "winnow_job_oldest_due_seconds")).toBe(0);
    expect(valueOf(samples, "winnow_workers")).toBeGreaterThanOrEqual(1);
    expect(valueOf(samples, "winnow_health_problems", { kind: "disk_nearly_full" })).toBe(1);
    expect(valueOf(samples, "winnow_health_problems", { kind: "queue_stalled" })).toBe(0);
    const idle = valueOf(samples, "winnow_database_connections", { state: "idle" });
    expect(typeof idle).toBe(engine === "postgres" ? "number" : "undefined");
  });

  test("requires an owner, or a token made for it", async () => {
    const winnow = await freshWinnow(engine);
    const statusFor = async (headers: Record<string, string>): Promise<number> =>
      (await winnow.app.inject({ url: "/metrics", headers })).statusCode;
    expect(await statusFor({ "x-forwarded-for": "192.0.2.1" })).toBe(401);
    await makeAccounts(winnow);
    const tokenFor = async (scope: TokenScope): Promise<{ authorization: string }> => {
      const { token } = await winnow.ok("POST /api/tokens", {
        body: { name: scope, scopes: [scope], password: ADA.password },
      });
      return { authorization: `Bearer ${token}` };
    };
    expect(await statusFor(await tokenFor("metrics"))).toBe(200);
    expect(await statusFor(await tokenFor("read"))).toBe(403);
    expect(await statusFor({ cookie: "" })).toBe(401);
  });
});
