import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * What this process counts, by the conventions of Prometheus: base units, `_total` for counters. Every label's values are
 * few and of this program: route patterns, kinds, outcomes; never a path, a name or an id.
 */
const registry = new Registry();
const registers = [registry];

export const httpRequestDuration = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a request's arrival to the end of its answer, by route pattern; event streams left out",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const storeDuration = new Histogram({
  name: "winnow_store_duration_seconds",
  help: "Time of one reading or one transaction of the database, the wait for its turn included",
  labelNames: ["operation", "outcome"],
  buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5],
  registers,
});

export const eventStreams = new Gauge({
  name: "winnow_event_streams",
  help: "Browsers that listen for changes on this process",
  registers,
});

export const leadsTakenIn = new Counter({
  name: "winnow_leads_taken_in_total",
  help: "Rows, messages, pages and submissions taken in, by kind of source and what became of each",
  labelNames: ["source", "outcome"],
  registers,
});

export const jobDuration = new Histogram({
  name: "winnow_job_duration_seconds",
  help: "Time of one attempt at a job",
  labelNames: ["kind", "outcome"],
  buckets: [0.05, 0.25, 1, 5, 30, 120, 600, 3_600],
  registers,
});

/** Read from the database when asked for, so every process tells the same. */
export const jobs = new Gauge({
  name: "winnow_jobs",
  help: "Jobs that wait, run, retry or are dead, in all processes",
  labelNames: ["kind", "state"],
  registers,
});

export const oldestDueJob = new Gauge({
  name: "winnow_job_oldest_due_seconds",
  help: "How long the job that is longest due has waited; 0 when none waits",
  registers,
});

export const sourceLastSuccess = new Gauge({
  name: "winnow_source_last_success_timestamp_seconds",
  help: "When the sources of a type that are on last succeeded: of several, the one that is longest ago; 0 for never",
  labelNames: ["type"],
  registers,
});

export const workers = new Gauge({
  name: "winnow_workers",
  help: "Processes that take jobs and were alive a moment ago",
  registers,
});

export const healthProblems = new Gauge({
  name: "winnow_health_problems",
  help: "What the watchdog finds wrong now, by kind",
  labelNames: ["kind"],
  registers,
});

export const databaseConnections = new Gauge({
  name: "winnow_database_connections",
  help: "Connections of this process to PostgreSQL, and callers that wait for one",
  labelNames: ["state"],
  registers,
});

export const replicaReads = new Counter({
  name: "winnow_replica_reads_total",
  help: "Readings that the read replica may answer: by it, or by the primary since it was behind, resting or failed",
  labelNames: ["outcome"],
  registers,
});

let isProcessMeasured = false;

/**
 * All of it in the text format of Prometheus, and its media type. CPU, memory, garbage collection and the event loop's
 * lag are measured from the first call on: where nobody asks, that costs nothing.
 */
export async function metricsText(): Promise<{ text: string; mediaType: string }> {
  if (!isProcessMeasured) {
    isProcessMeasured = true;
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  }
  return { text: await registry.metrics(), mediaType: registry.contentType };
}
