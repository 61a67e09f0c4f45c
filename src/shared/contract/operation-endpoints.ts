import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import { Canceled, NoContent, type Endpoint } from "#shared/contract/endpoint.ts";
import { Job, JobPage, JobQuery } from "#shared/contract/job.ts";
import { BackupFile, Schedule } from "#shared/contract/schedule.ts";

/** Jobs, schedules and backups. */
export const operationEndpoints = {
  "GET /api/jobs": { permission: "read", summary: "List jobs, newest first", query: JobQuery, response: JobPage },
  "GET /api/jobs/{id}": { permission: "read", summary: "Get a job", params: IdParams, response: Job },
  "POST /api/jobs/{id}/cancel": {
    permission: "work",
    summary: "Cancel a job; its changes stay",
    params: IdParams,
    response: Canceled,
  },
  "POST /api/jobs/{id}/retry": {
    permission: "work",
    summary: "Retry a failed or canceled job",
    params: IdParams,
    response: Job,
  },
  "POST /api/jobs/{id}/drop": {
    permission: "work",
    summary: "Remove a finished job",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "GET /api/schedules": { permission: "read", summary: "List schedules", response: z.array(Schedule) },
  "POST /api/schedules/{id}/run": {
    permission: "work",
    summary: "Run a schedule now",
    params: IdParams,
    response: Job,
    status: 202,
  },
  "GET /api/backups": { permission: "manage", summary: "List backups on this server", response: z.array(BackupFile) },
} as const satisfies Record<string, Endpoint>;
