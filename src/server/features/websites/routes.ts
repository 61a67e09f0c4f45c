import type { FastifyInstance } from "fastify";
import { actionRoute, route } from "#server/http/route.ts";
import {
  createScrapeTarget,
  deleteScrapeTarget,
  endScrape,
  scrapeNow,
  scraperFigures,
  scrapeRun,
  scrapeRuns,
  scrapeTargets,
  updateScrapeTarget,
} from "#server/features/websites/scrape-targets.ts";
import type { Workspace } from "#server/workspace.ts";

/** Scrape targets, their runs and the screen's tiles. */
export function scrapeTargetRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/scraper/figures", async () => scraperFigures(workspace));

  route(app, "GET /api/scrape-targets", async () => scrapeTargets(workspace));

  actionRoute(app, "POST /api/scrape-targets", ({ body }) => createScrapeTarget(workspace, body));

  actionRoute(app, "PATCH /api/scrape-targets/{id}", ({ params, body }) =>
    updateScrapeTarget(workspace, params.id, body),
  );

  actionRoute(app, "DELETE /api/scrape-targets/{id}", ({ params }) => deleteScrapeTarget(workspace, params.id));

  route(app, "POST /api/scrape-targets/{id}/scrape", async ({ params }) => {
    const run = await scrapeNow(workspace, params.id);
    return { leadsFound: run.created, run };
  });

  route(app, "POST /api/scrape-targets/{id}/cancel", async ({ params }) => ({
    canceled: await endScrape(workspace, params.id),
  }));

  route(app, "GET /api/scrape-targets/{id}/runs", async ({ params }) => scrapeRuns(workspace, params.id));

  route(app, "GET /api/scrape-runs/{id}", async ({ params }) => scrapeRun(workspace, params.id));
}
