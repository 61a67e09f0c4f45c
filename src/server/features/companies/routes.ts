import type { FastifyInstance } from "fastify";
import { readAgain } from "#server/features/companies/company-site.ts";
import { readCompany } from "#server/features/companies/companies.ts";
import { route } from "#server/http/route.ts";
import type { Workspace } from "#server/workspace.ts";

/** The leads of one company together. */
export function companyRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/companies/{key}", async ({ params }) => readCompany(workspace, params.key));

  route(app, "POST /api/companies/{key}/read", async ({ params }) => readAgain(workspace, params.key));
}
