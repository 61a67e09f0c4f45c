import type { FastifyInstance } from "fastify";
import { route } from "#server/api/route.ts";
import { listBackups } from "#server/workflows/backup/list-backups.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Backups that are on this server. */
export function backupRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/backups", () => listBackups(workspace));
}
