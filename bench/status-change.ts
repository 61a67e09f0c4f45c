import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { startBareServer } from "./bare.ts";
import { atLeast, type Figure } from "./figure.ts";
import { anyOf, randomNumbers } from "./random.ts";
import type { Stage } from "./stage.ts";
import { rates, type Request } from "./wrk.ts";

const GOAL = 0.7;
const CHANGES = 5_000;

/** Changes one lead's status after another, durably; ours also writes history and undo data. */
export async function statusChange(stage: Stage): Promise<Figure[]> {
  const server = await stage.startServer();
  const bare = await startBareServer({ ...stage, lists: [] });
  try {
    const { ours, limit } = await rates({
      ours: { url: server.url, requests: changes(stage.leads, 1) },
      limit: { url: bare.url, requests: changes(stage.leads, 2) },
    });
    const figure = { name: "status change, durable", engine: stage.engine, unit: "requests/s" };
    return [atLeast(GOAL, limit.perSecond, { ...figure, value: ours.perSecond })];
  } finally {
    await bare.stop();
    await server.stop();
  }
}

function changes(leads: number, seed: number): Request[] {
  const random = randomNumbers(seed);
  return Array.from({ length: CHANGES }, () => ({
    method: "PATCH",
    path: `/api/leads/${1 + Math.floor(random() * leads)}`,
    body: { status: anyOf(LEAD_STATUSES, random) },
  }));
}
