import { get } from "node:http";
import { startChild } from "./child.ts";
import { atLeast, atMost, median, type Figure } from "./figure.ts";
import { growthDuring } from "./process-figures.ts";
import type { Stage } from "./stage.ts";

const ROUNDS = 3;
const GOAL = 0.5;
const MAX_MEGABYTES = 50;

/** Exports all leads as CSV, next to reading and joining the same columns with the bare driver. */
export async function exportAll(stage: Stage): Promise<Figure[]> {
  const server = await stage.startServer();
  try {
    const [ours, bare, grown]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      grown.push(
        await growthDuring(server.pid, async () => {
          ours.push(await rowsPerSecond(`${server.url}/api/leads/export?status=all`, stage.leads));
        }),
      );
      const child = await startChild("bare-export.ts", [stage.engine, stage.database], () => true);
      bare.push(Number(child.lines[0]));
      await child.stop();
    }
    const of = { engine: stage.engine };
    return [
      atLeast(GOAL, median(bare), { ...of, name: "export everything as CSV", value: median(ours), unit: "rows/s" }),
      // Only the first export meets an idle server.
      atMost(MAX_MEGABYTES, { ...of, name: "memory used by the export", value: grown[0] ?? 0, unit: "MB" }),
    ];
  } finally {
    await server.stop();
  }
}

/** Downloads the file and checks that it has a header and one line per lead. */
export async function rowsPerSecond(url: string, leads: number): Promise<number> {
  const start = performance.now();
  const rows = await new Promise<number>((resolve, reject) => {
    get(url, (response) => {
      let lines = 0;
      response.on("data", (chunk: Buffer) => {
        for (let at = chunk.indexOf("\n"); at >= 0; at = chunk.indexOf("\n", at + 1)) lines += 1;
      });
      response.on("end", () => resolve(lines - 1));
      response.on("error", reject);
    }).on("error", reject);
  });
  if (rows !== leads) throw new Error(`The export has ${rows} rows, not ${leads}.`);
  return (rows * 1000) / (performance.now() - start);
}
