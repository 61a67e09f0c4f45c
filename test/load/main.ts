import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { workDay, type Call } from "#test/load/day.ts";
import { openStreams } from "#test/load/many-streams.ts";
import { assembleTeam, expectOk, type Member } from "#test/load/team.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { startPostgres } from "#test/postgres.ts";
import { callerAt, fill, signIn } from "#test/scaling/installation.ts";
import { quantile } from "#test/scaling/load.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    leads: { type: "string", default: "50000" },
    streams: { type: "string", default: "10000" },
    postgres: { type: "boolean", default: false },
  },
});
const [users, seconds, leads, streams] = [values.users, values.seconds, values.leads, values.streams].map(Number) as [
  number,
  number,
  number,
  number,
];
/** The average pause between two calls of a member, in milliseconds. */
const PAUSE = 2_000;
/** The promised limits for reads and writes. */
const P99_MILLISECONDS = 500;
const ROWS_PER_SYNC = 2_000;
const SHEET = "load-sheet-of-the-measurement";
const KEY = "AIza-the-key-of-the-measurement";

const dataDir = await mkdtemp(join(tmpdir(), "winnow-load-"));
const google = await startGooglePeer();
// As in production: with vacuum, and commits that wait for the disk.
const postgres = values.postgres ? await startPostgres({ durable: true }) : null;
const databaseUrl = await postgres?.createDatabase();
let server: ServerProcess | null = null;
let kept = true;

function promise(what: string, isKept: boolean): void {
  if (!isKept) kept = false;
  console.log(`${isKept ? "kept" : "NOT KEPT"}: ${what}`);
}

try {
  await fill(databaseUrl, dataDir, leads);
  server = await startServer({
    dataDir,
    env: {
      WINNOW_LOG_LEVEL: "silent",
      WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl,
      WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, WINNOW_SECRET_KEY: "of the measurement" }),
    },
  });
  const { url, pid } = server;
  console.log(
    `${values.postgres ? "PostgreSQL" : "SQLite"}, ${leads} leads, ${availableParallelism()} cores shared by the server, the callers${values.postgres ? ", the database" : ""} and the sheet; load before: ${loadavg()[0]?.toFixed(1)}\n`,
  );
  const team = await assembleTeam(url, users, () => signIn(url));
  const owner = callerAt(url, await signIn(url));
  const page = (await (await owner("/api/leads?limit=500")).json()) as { id: string }[];
  const ids = page.map(({ id }) => id);
  await connectSheet();

  await measureDay(url, pid, team, ids);
  await measureFlood(url, team, ids);
  await measureStreams(url, pid, team, ids);
} finally {
  await server?.stop();
  await google.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = kept ? 0 : 1;

async function connectSheet(): Promise<void> {
  google.addApiKey(KEY);
  writeSheet(0);
  google.spreadsheet(SHEET).isPublic = true;
  const owner = callerAt(server?.url ?? "", await signIn(server?.url ?? ""));
  await expectOk(
    await owner("/api/data-sources", {
      method: "POST",
      body: {
        name: "Load",
        type: "google_sheets",
        config: { spreadsheetId: SHEET, authMethod: "api_key", apiKey: KEY },
      },
    }),
  );
  await expectOk(await owner("/api/settings", { method: "PUT", body: { maxLeadsPerSync: null } }));
}

/** Other people in the sheet than before. */
function writeSheet(turn: number): void {
  const rows = Array.from({ length: ROWS_PER_SYNC }, (_, n) => [
    `Sheet ${turn} ${n}`,
    `sheet-${turn}-${n}@load.example`,
    `Load ${n % 50}`,
  ]);
  google.setSheet(SHEET, "Sheet1", [["Name", "Email", "Company"], ...rows]);
}

/** A day of the whole team, with continuous syncs and rescores. */
async function measureDay(url: string, pid: number, team: readonly Member[], ids: readonly string[]): Promise<void> {
  const owner = callerAt(url, await signIn(url));
  const pages = await openStreams(
    url,
    team.map(({ cookie }) => cookie),
    team.length,
  );
  // Caches and compiled code first.
  await workDay(team, ids, { pause: PAUSE, signal: AbortSignal.timeout(5_000) });
  const signal = AbortSignal.timeout(seconds * 1_000);
  let [syncs, rescores] = [0, 0];
  const sync = async (): Promise<void> => {
    for (; !signal.aborted; syncs += 1) {
      writeSheet(syncs + 1);
      await expectOk(await owner("/api/sync-leads", { method: "POST" }));
    }
  };
  const rescore = async (): Promise<void> => {
    for (; !signal.aborted; rescores += 1) {
      const keywords = [`word-${rescores}`, "enterprise", "budget"];
      await expectOk(
        await owner("/api/rules", { method: "POST", body: { name: `Rule ${rescores}`, keywords, scoreWeight: 5 } }),
      );
      await new Promise((resolve) => setTimeout(resolve, 10_000));
    }
  };
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(megabytesOf(pid)), 1_000);
  const [calls] = await Promise.all([workDay(team, ids, { pause: PAUSE, signal }), sync(), rescore()]);
  clearInterval(watch);
  pages.close();
  console.log(
    `${team.length} people for ${seconds} s, a call about every ${PAUSE / 1_000} s each, one event stream each;`,
  );
  console.log(`concurrently ${syncs} syncs of ${ROWS_PER_SYNC} new rows and ${rescores} changes of rules\n`);
  const failed = calls.filter(({ status }) => status < 200 || status > 299);
  console.log("| calls | number | p50 ms | p95 ms | p99 ms | longest ms |\n| --- | --: | --: | --: | --: | --: |");
  for (const kind of ["read", "write"] as const)
    console.log(
      row(
        kind,
        calls.filter((call) => call.kind === kind),
      ),
    );
  for (const name of new Set(calls.map((call) => call.name))) {
    console.log(
      row(
        name,
        calls.filter((call) => call.name === name),
      ),
    );
  }
  const [first, last] = [quantile(memory.slice(0, 10), 0.5), quantile(memory.slice(-10), 0.5)];
  console.log(`\nmemory: ${first} MB at first, ${last} MB in the end, ${Math.max(...memory)} MB at most`);
  promise(
    `no error among ${calls.length} calls${failed.length > 0 ? `, but ${statusesOf(failed)}` : ""}`,
    failed.length === 0,
  );
  for (const kind of ["read", "write"] as const) {
    const p99 = quantile(
      calls.filter((call) => call.kind === kind).map(({ milliseconds }) => milliseconds),
      0.99,
    );
    promise(`p99 of each ${kind} under ${P99_MILLISECONDS} ms: ${p99.toFixed(0)}`, p99 < P99_MILLISECONDS);
  }
}

/** Ten times as many callers as people, without pauses. */
async function measureFlood(url: string, team: readonly Member[], ids: readonly string[]): Promise<void> {
  const crowd = Array.from({ length: 10 }, () => team).flat();
  let healthy = true;
  const health = setInterval(() => {
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
      (answer) => (healthy &&= answer.ok),
      () => (healthy = false),
    );
  }, 1_000);
  const calls = await workDay(crowd, ids, { pause: 0, signal: AbortSignal.timeout(10_000) });
  clearInterval(health);
  const taken = calls.filter(({ status }) => status >= 200 && status < 300);
  const shed = calls.filter(({ status }) => status === 503);
  const other = calls.length - taken.length - shed.length;
  console.log(`\n${crowd.length} callers who never pause, for 10 s:\n`);
  console.log("| calls | number | p50 ms | p95 ms | p99 ms | longest ms |\n| --- | --: | --: | --: | --: | --: |");
  console.log(row("answered", taken));
  console.log(row("asked to retry", shed));
  promise(
    `nothing but answers and 503${other > 0 ? `, but ${statusesOf(calls.filter(({ status }) => status !== 503 && (status < 200 || status > 299)))}` : ""}`,
    other === 0,
  );
  promise("it stays healthy in the meantime", healthy);
  const after = await fetch(`${url}/healthz`);
  promise("it goes on afterwards", after.ok);
}

async function measureStreams(
  url: string,
  pid: number,
  team: readonly Member[],
  ids: readonly string[],
): Promise<void> {
  const before = megabytesOf(pid);
  const begun = performance.now();
  const many = await openStreams(
    url,
    team.map(({ cookie }) => cookie),
    streams,
  );
  const opening = performance.now() - begun;
  const open = megabytesOf(pid);
  const call = team[0]?.call;
  let turn = 0;
  const change = async (): Promise<void> => {
    turn += 1;
    const answer = await call?.(`/api/leads/${ids[0]}`, {
      method: "PATCH",
      body: { status: turn % 2 ? "approved" : "rejected" },
    });
    if (answer) await expectOk(answer);
  };
  await new Promise((resolve) => setTimeout(resolve, 500));
  const heard = await many.heardByAll(change);
  const read = performance.now();
  await call?.("/api/leads?limit=50");
  const listTime = performance.now() - read;
  many.close();
  console.log(`\n${many.open} event streams of ${team.length} people, opened in ${(opening / 1_000).toFixed(1)} s`);
  console.log(`memory: ${(((open - before) * 1_024) / many.open).toFixed(1)} kB a stream (${before} to ${open} MB)`);
  console.log(
    `a change is heard by all of them within ${heard.toFixed(0)} ms; a concurrent list takes ${listTime.toFixed(0)} ms`,
  );
  promise(`none of ${streams} refused${many.refused > 0 ? `, but ${many.refused}` : ""}`, many.refused === 0);
}

function row(name: string, calls: readonly Call[]): string {
  const times = calls.map(({ milliseconds }) => milliseconds);
  const cells = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(0));
  return `| ${name} | ${calls.length} | ${cells.join(" | ")} |`;
}

function statusesOf(calls: readonly Call[]): string {
  const counts = Map.groupBy(calls, ({ name, status }) => `${name} ${status}`);
  return [...counts].map(([status, of]) => `${of.length} × ${status}`).join(", ");
}

/** The server process's usage, as reported by Linux. */
function megabytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1_024);
}
