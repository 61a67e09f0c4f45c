import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import { Cancelled, NoContent, type Endpoint } from "#shared/contract/endpoint.ts";
import { Job, JobPage, JobQuery } from "#shared/contract/job.ts";
import { BackupFile, Schedule } from "#shared/contract/schedule.ts";

/** The calls about what runs by itself. */
export const operationEndpoints = {
  "GET /api/jobs": { permission: "read", summary: "Long work, newest first", query: JobQuery, response: JobPage },
  "GET /api/jobs/{id}": { permission: "read", summary: "One job", params: IdParams, response: Job },
  "POST /api/jobs/{id}/cancel": {
    permission: "work",
    summary: "End a job that waits or runs; what it did stays",
    params: IdParams,
    response: Cancelled,
  },
  "POST /api/jobs/{id}/retry": {
    permission: "work",
    summary: "Try a dead or cancelled job again",
    params: IdParams,
    response: Job,
  },
  "POST /api/jobs/{id}/drop": {
    permission: "work",
    summary: "Put a job that has ended out of sight",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/schedules": { permission: "read", summary: "What runs by itself", response: z.array(Schedule) },
  "POST /api/schedules/{id}/run": {
    permission: "work",
    summary: "Run it now",
    params: IdParams,
    response: Job,
    status: 202,
  },
  "GET /api/backups": { permission: "manage", summary: "Backups on this server", response: z.array(BackupFile) },
} as const satisfies Record<string, Endpoint>;
