import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { atMost, median, type Figure } from "./figure.ts";
import { residentMegabytes } from "./process-figures.ts";

const ROUNDS = 5;
const IDLE_MILLISECONDS = 5_000;
const MAX_SECONDS = 1.5;
const MAX_MEGABYTES = 150;

/** `npm start` on an empty data folder to the first answer, then idle memory. */
export async function start(): Promise<Figure[]> {
  await oneStart();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await oneStart());
  return [
    atMost(MAX_SECONDS, {
      name: "npm start to the first answer, empty data folder",
      engine: "sqlite",
      value: median(rounds.map(({ seconds }) => seconds)),
      unit: "s",
    }),
    atMost(MAX_MEGABYTES, {
      name: "server memory when idle",
      engine: "sqlite",
      value: median(rounds.map(({ megabytes }) => megabytes)),
      unit: "MB",
    }),
  ];
}

async function oneStart(): Promise<{ seconds: number; megabytes: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-bench-"));
  const begin = performance.now();
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, PORT: "0", WINNOW_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(npm, "close");
  try {
    const [url] = (await once(createInterface(npm.stdout), "line")) as [string];
    const answer = await fetch(`${url}/api/dashboard/stats`);
    if (!answer.ok) throw new Error(`The first answer was ${answer.status}.`);
    const seconds = (performance.now() - begin) / 1000;
    await wait(IDLE_MILLISECONDS);
    return { seconds, megabytes: residentMegabytes(serverUnder(npm.pid ?? 0)) };
  } finally {
    npm.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** npm runs the start script, which runs the server: the last child. */
function serverUnder(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  return child === undefined || child === 0 ? pid : serverUnder(child);
}
