import { LIMITS } from "#shared/limits.ts";
import { leadPagesOf } from "#server/db/leads/find-lead-page.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import { orderOf } from "#server/db/leads/lead-order.ts";
import { startBareServer } from "./bare.ts";
import { atLeast, type Figure } from "./figure.ts";
import { recordSql } from "./recorded-sql.ts";
import type { Stage } from "./stage.ts";
import { rates } from "./wrk.ts";

const GOAL = 0.7;

/** A page of 50 leads with one status, newest first. */
export async function listPage(stage: Stage): Promise<Figure[]> {
  const statements = await recordSql(stage, (engine) => [
    () =>
      leadPagesOf(engine).page({
        criteria: { status: "qualified" },
        order: orderOf("-createdAt"),
        after: null,
        limit: LIMITS.list.pageSize,
        columns: LEAD_JSON[engine.name].full,
      }),
  ]);
  const server = await stage.startServer();
  const bare = await startBareServer({ ...stage, lists: [statements] });
  try {
    const { ours, limit } = await rates({
      ours: {
        url: server.url,
        requests: [{ method: "GET", path: "/api/leads?status=qualified&limit=50&sort=-createdAt" }],
      },
      limit: { url: bare.url, requests: [{ method: "GET", path: "/0" }] },
    });
    const name = "list page of 50 of one status, newest first";
    return [atLeast(GOAL, limit.perSecond, { name, engine: stage.engine, value: ours.perSecond, unit: "requests/s" })];
  } finally {
    await bare.stop();
    await server.stop();
  }
}
