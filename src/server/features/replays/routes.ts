import type { FastifyInstance } from "fastify";
import { route } from "#server/http/route.ts";
import { applyReplay } from "#server/features/replays/apply-replay.ts";
import { cancelReplay, latestReplay, replayChanges, startReplay } from "#server/features/replays/replays.ts";
import type { Workspace } from "#server/workspace.ts";

/** Stored raw input, read again by newer readers. */
export function replayRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "POST /api/replays", async ({ body }) => startReplay(workspace, body));

  route(app, "GET /api/replays/latest", async () => latestReplay(workspace));

  route(app, "GET /api/replays/{id}/changes", async ({ params, query }) =>
    replayChanges(workspace, params.id, query.cursor),
  );

  route(app, "POST /api/replays/{id}/apply", async ({ params, body, reply }) => {
    const replay = await applyReplay(workspace, params.id, body.leadIds);
    if (replay.actId !== null) reply.header("x-act-id", replay.actId);
    return replay;
  });

  route(app, "POST /api/replays/{id}/cancel", async ({ params }) => ({
    canceled: await cancelReplay(workspace, params.id),
  }));
}
