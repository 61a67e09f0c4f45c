import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { startChild } from "./child.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { residentMegabytes } from "./process-figures.ts";
import { writeSampleFile } from "./sample-file.ts";
import { openStage, type EngineName } from "./stage.ts";

const SMALL_ROWS = 100_000;
const MAX_SECONDS_SMALL = 10;
const GOAL = 0.5;
const MAX_MEGABYTES = 300;
const POLL_MILLISECONDS = 100;

/**
 * Imports a CSV file into an empty store, timed from pressing the button to the last row, next to the bare driver
 * bulk-loading the same rows into the same tables, indexes and triggers.
 */
export async function importFile(engine: EngineName, rows: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-bench-"));
  try {
    const small = await imported(engine, join(folder, "small.csv"), SMALL_ROWS, false);
    const whole = await imported(engine, join(folder, "whole.csv"), rows, true);
    const of = { engine };
    const title = `import of ${rows.toLocaleString("en")} CSV rows`;
    return [
      atMost(MAX_SECONDS_SMALL, { ...of, name: "import of 100,000 CSV rows", value: small.seconds, unit: "s" }),
      atLeast(GOAL, rows / whole.bareSeconds, { ...of, name: title, value: rows / whole.seconds, unit: "rows/s" }),
      atMost(MAX_MEGABYTES, { ...of, name: "server memory during the import", value: whole.megabytes, unit: "MB" }),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Imported {
  seconds: number;
  /** The server's peak memory. */
  megabytes: number;
  bareSeconds: number;
}

async function imported(engine: EngineName, path: string, rows: number, isCompared: boolean): Promise<Imported> {
  await writeSampleFile(path, rows);
  return importOf(engine, path, rows, isCompared);
}

/** Imports a CSV file's rows into an empty store; without `isCompared` no bare driver does. */
export async function importOf(engine: EngineName, path: string, rows: number, isCompared: boolean): Promise<Imported> {
  const stage = await openStage(engine, 0);
  try {
    const server = await stage.startServer();
    let megabytes = 0;
    const watch = setInterval(
      () => (megabytes = Math.max(megabytes, residentMegabytes(server.pid))),
      POLL_MILLISECONDS,
    );
    try {
      const { id } = await upload(server.url, path);
      const start = performance.now();
      await call(`${server.url}/api/imports/${id}/start`, "POST");
      let lead = await call(`${server.url}/api/imports/${id}`, "GET");
      while (lead.state === "running") {
        await sleep(POLL_MILLISECONDS);
        lead = await call(`${server.url}/api/imports/${id}`, "GET");
      }
      const seconds = (performance.now() - start) / 1_000;
      if (lead.counts.created !== rows) throw new Error(`The import ended as ${JSON.stringify(lead)}`);
      clearInterval(watch);
      await server.stop();
      return { seconds, megabytes, bareSeconds: isCompared ? await bareSeconds(stage) : 0 };
    } finally {
      clearInterval(watch);
    }
  } finally {
    await stage.close();
  }
}

async function bareSeconds({ engine, database }: { engine: EngineName; database: string }): Promise<number> {
  const child = await startChild("bare-import.ts", [engine, database], (line) => /^[\d.]+$/u.test(line));
  await child.stop();
  return Number(child.lines.at(-1));
}

async function upload(url: string, path: string): Promise<LeadImport> {
  const { size } = await stat(path);
  const headers = { "content-type": "application/octet-stream", "content-length": size };
  const sending = request(`${url}/api/imports?name=leads.csv`, { method: "POST", headers });
  const answer = new Promise<LeadImport>((resolve, reject) => {
    sending.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => {
        if (response.statusCode === 201) resolve(JSON.parse(text) as LeadImport);
        else reject(new Error(text));
      });
    });
  });
  await pipeline(createReadStream(path), sending);
  return answer;
}

async function call(url: string, method: string): Promise<LeadImport> {
  const answer = await fetch(url, { method });
  if (!answer.ok) throw new Error(`${method} ${url}: ${await answer.text()}`);
  return (await answer.json()) as LeadImport;
}
