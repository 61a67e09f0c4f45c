import { startChild } from "./child.ts";
import { atLeast, type Figure } from "./figure.ts";
import type { Stage } from "./stage.ts";
import { rates } from "./wrk.ts";

const GOAL = 0.5;

/** The dashboard's two calls, alternating. */
export async function dashboard(stage: Stage): Promise<Figure[]> {
  const server = await stage.startServer();
  const constant = await startChild("constant-server.ts", [], () => true);
  try {
    const { ours, limit } = await rates({
      ours: {
        url: server.url,
        requests: [
          { method: "GET", path: "/api/dashboard/stats" },
          { method: "GET", path: "/api/dashboard/pipeline" },
        ],
      },
      limit: { url: constant.lines[0] ?? "", requests: [{ method: "GET", path: "/" }] },
    });
    const figure = { name: "dashboard stats and pipeline", engine: stage.engine, unit: "requests/s" };
    return [atLeast(GOAL, limit.perSecond, { ...figure, value: ours.perSecond })];
  } finally {
    await constant.stop();
    await server.stop();
  }
}
