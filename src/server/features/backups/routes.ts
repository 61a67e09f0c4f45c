import type { FastifyInstance } from "fastify";
import { route } from "#server/http/route.ts";
import { listBackups } from "#server/features/backups/backup-folder.ts";
import type { Workspace } from "#server/workspace.ts";

/** Backups on this server. */
export function backupRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/backups", () => listBackups(workspace));
}
