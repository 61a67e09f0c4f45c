import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * What this process counts, by Prometheus conventions: base units, `_total` for counters. Label values are few and
 * defined by this program: route patterns, kinds, outcomes; never a path, a name or an id.
 */
const registry = new Registry();
const registers = [registry];

export const httpRequestDuration = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from a request's arrival to the end of its response, by route pattern, without event streams",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const storeDuration = new Histogram({
  name: "winnow_store_duration_seconds",
  help: "Time of one database query or transaction, including its wait",
  labelNames: ["operation", "outcome"],
  buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5],
  registers,
});

export const eventStreams = new Gauge({
  name: "winnow_event_streams",
  help: "Browsers listening for changes on this process",
  registers,
});

export const leadsTakenIn = new Counter({
  name: "winnow_leads_taken_in_total",
  help: "Imported rows, messages, pages and submissions, by source type and outcome",
  labelNames: ["source", "outcome"],
  registers,
});

export const jobDuration = new Histogram({
  name: "winnow_job_duration_seconds",
  help: "Duration of one job attempt",
  labelNames: ["kind", "outcome"],
  buckets: [0.05, 0.25, 1, 5, 30, 120, 600, 3_600],
  registers,
});

/** Read from the database on request, so every process reports the same. */
export const jobs = new Gauge({
  name: "winnow_jobs",
  help: "Waiting, running, retrying and dead jobs, in all processes",
  labelNames: ["kind", "state"],
  registers,
});

export const oldestDueJob = new Gauge({
  name: "winnow_job_oldest_due_seconds",
  help: "How long the oldest due job has waited; 0 if none is waiting",
  registers,
});

export const sourceLastSuccess = new Gauge({
  name: "winnow_source_last_success_timestamp_seconds",
  help: "Last success of the active sources of a type; the oldest if there are several, 0 for never",
  labelNames: ["type"],
  registers,
});

export const workers = new Gauge({
  name: "winnow_workers",
  help: "Live processes that take jobs",
  registers,
});

export const healthProblems = new Gauge({
  name: "winnow_health_problems",
  help: "Current problems found by the watchdog, by kind",
  labelNames: ["kind"],
  registers,
});

export const databaseConnections = new Gauge({
  name: "winnow_database_connections",
  help: "Connections of this process to PostgreSQL, and callers waiting for one",
  labelNames: ["state"],
  registers,
});

export const replicaReads = new Counter({
  name: "winnow_replica_reads_total",
  help: "Queries eligible for the read replica: answered by it, or by the primary because it was behind, paused or failed",
  labelNames: ["outcome"],
  registers,
});

let isProcessMeasured = false;

/**
 * Returns all metrics in Prometheus's text format and its media type. CPU, memory, garbage collection and event loop
 * lag are measured from the first call on, so they cost nothing if nobody asks.
 */
export async function metricsText(): Promise<{ text: string; mediaType: string }> {
  if (!isProcessMeasured) {
    isProcessMeasured = true;
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 });
  }
  return { text: await registry.metrics(), mediaType: registry.contentType };
}
