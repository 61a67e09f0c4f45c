import { LEAD_SORTS } from "#shared/contract/leads/lead.ts";
import { atMost, median, type Figure } from "./figure.ts";
import type { Stage } from "./stage.ts";

const MAX_MILLISECONDS = 100;
const ROUNDS = 3;

/** Filters that keep many, few or no leads, including some whose leads come last in a sort. */
const FILTERS = [
  "",
  "status=approved",
  "source=manual",
  "missing=need",
  "missing=phone",
  "owner=none",
  "minScore=95",
  "minScore=40&maxScore=60",
  "from=2026-01-01&to=2026-02-01",
  "to=2025-11-01",
  "source=manual&status=rejected&minScore=90",
];

/** First pages of 50 for every sort and many filters, one client, median of several rounds. */
export async function filters(stage: Stage): Promise<Figure[]> {
  const server = await stage.startServer();
  try {
    const pages: number[] = [];
    for (const filter of FILTERS) {
      for (const sort of LEAD_SORTS) {
        const rounds: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const begin = performance.now();
          const answer = await fetch(`${server.url}/api/leads?limit=50&view=row&sort=${sort}&${filter}`);
          await answer.text();
          rounds.push(performance.now() - begin);
        }
        pages.push(median(rounds));
      }
    }
    const of = { engine: stage.engine, unit: "ms" };
    return [
      atMost(MAX_MILLISECONDS, { ...of, name: "filtered and sorted page, median", value: median(pages) }),
      atMost(MAX_MILLISECONDS, { ...of, name: "filtered and sorted page, slowest", value: Math.max(...pages) }),
    ];
  } finally {
    await server.stop();
  }
}
