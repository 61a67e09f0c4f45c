import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { createDatabase } from "#test/postgres.ts";
import { atLeast, atMostPart, type Figure } from "../figure.ts";
import { importOf } from "../import.ts";
import { residentMegabytes } from "../process-figures.ts";
import { anyOf, randomNumbers } from "../random.ts";
import { SampleLeads } from "../sample-leads.ts";
import { searchTerms } from "../search.ts";
import { openStage, type Stage } from "../stage.ts";
import { rates } from "../wrk.ts";
import { directus } from "./directus.ts";
import { nocodb } from "./nocodb.ts";
import { callJson, linesOf, megabytesOf, secondsOf, type Peer, type PeerRequests } from "./peer.ts";
import { databaseMegabytes, writeImportedFile } from "./plain-leads.ts";

/** What a program holds, and what it is asked. */
export interface PeerPlan {
  /** An empty database. */
  databaseUrl: string;
  leads: number;
  /** To search for. */
  terms: readonly string[];
  changes: readonly { id: number; status: string }[];
}

const IMPORTED = 100_000;
const CHANGES = 5_000;
const TERMS_OF = 2_000;
const PAGE = 50;
const IDLE_MILLISECONDS = 5_000;
const ROOT = join(import.meta.dirname, "../..");

/** What each program reached. */
interface Measured extends Record<keyof PeerRequests, number> {
  exportSeconds: number;
  importSeconds: number;
  coldStart: number;
  idleMegabytes: number;
  databaseMegabytes: number;
  installedMegabytes: number;
}

/** How many times Directus we want to reach, and at most which part of its costs. */
const ROWS: readonly (readonly [
  figure: keyof Measured,
  name: string,
  unit: string,
  goal: { atLeast: number } | { atMost: number },
])[] = [
  ["list", "list page of 50 of one status", "requests/s", { atLeast: 14 }],
  ["search", "search, page and count", "requests/s", { atLeast: 6 }],
  ["status", "status change", "requests/s", { atLeast: 15 }],
  ["counts", "leads by status", "requests/s", { atLeast: 300 }],
  ["exportSeconds", "export of all leads as CSV", "s", { atMost: 1 / 8 }],
  ["importSeconds", "import of 100,000 CSV rows", "s", { atMost: 1 / 10 }],
  ["coldStart", "start to the first page of leads", "s", { atMost: 1 / 8 }],
  ["idleMegabytes", "memory when idle", "MB", { atMost: 1 }],
  ["databaseMegabytes", "database", "MB", { atMost: 1 }],
  ["installedMegabytes", "installed packages", "MB", { atMost: 1 }],
];

/** Winnow next to Directus and NocoDB: the same leads on the same PostgreSQL, with indexes for the same requests. */
export async function peers(leads: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-bench-"));
  const stage = await openStage("postgres", leads);
  const databases = [stage.database];
  const programs: Peer[] = [];
  try {
    const file = join(folder, "leads.csv");
    await writeImportedFile(file, IMPORTED);
    const common = planOf(leads);
    for (const start of [winnow(stage), directus, nocodb]) {
      const databaseUrl = programs.length === 0 ? stage.database : await emptyDatabase(stage.database);
      programs.push(await start({ ...common, databaseUrl }));
      databases[programs.length - 1] = databaseUrl;
    }
    const measured = await measure(programs, databases, { leads, file });
    return ["Directus", "NocoDB"].flatMap((name, at) => compared(name, measured[0], measured[at + 1]));
  } finally {
    for (const program of programs) await program.stop();
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function planOf(leads: number): Omit<PeerPlan, "databaseUrl"> {
  const random = randomNumbers(3);
  return {
    leads,
    terms: searchTerms(new SampleLeads(TERMS_OF).next(TERMS_OF)).mixed,
    changes: Array.from({ length: CHANGES }, () => ({
      id: 1 + Math.floor(random() * leads),
      status: anyOf(LEAD_STATUSES, random),
    })),
  };
}

function emptyDatabase(other: string): Promise<string> {
  return createDatabase((database) => {
    const url = new URL(other);
    url.pathname = `/${database}`;
    return url.href;
  });
}

/** Our own server, measured like the others. */
function winnow(stage: Stage): (plan: PeerPlan) => Promise<Peer> {
  return async ({ terms, changes }) => {
    const server = await stage.startServer();
    return {
      ...server,
      coldStart: server.startSeconds,
      installedMegabytes: await megabytesOf(join(ROOT, "node_modules")),
      headers: {},
      requests: {
        list: [{ method: "GET", path: `/api/leads?status=qualified&limit=${PAGE}&sort=-createdAt` }],
        search: terms.map((term) => ({
          method: "GET",
          path: `/api/leads?limit=${PAGE}&search=${encodeURIComponent(term)}`,
        })),
        status: changes.map(({ id, status }) => ({ method: "PATCH", path: `/api/leads/${id}`, body: { status } })),
        counts: [{ method: "GET", path: "/api/dashboard/stats" }],
      },
      exportAll: () => linesOf(`${server.url}/api/leads/export?status=all`),
      async importFile(path, rows) {
        return (await importOf("postgres", path, rows, false)).seconds;
      },
      async stop() {
        await server.stop();
      },
    };
  };
}

async function measure(
  programs: readonly Peer[],
  databases: readonly string[],
  { leads, file }: { leads: number; file: string },
): Promise<Measured[]> {
  await sleep(IDLE_MILLISECONDS);
  const costs = await Promise.all(
    programs.map(async ({ pid, coldStart, installedMegabytes }, at) => ({
      coldStart,
      installedMegabytes,
      idleMegabytes: residentMegabytes(pid),
      databaseMegabytes: await databaseMegabytes(databases[at] ?? ""),
    })),
  );
  const perSecond: Record<keyof PeerRequests, number>[] = programs.map(() => ({
    list: 0,
    search: 0,
    status: 0,
    counts: 0,
  }));
  for (const kind of ["list", "search", "counts", "status"] as const) {
    for (const program of programs) await checkAnswer(program, kind);
    const targets = programs.map(
      ({ url, headers, requests }, at) => [String(at), { url, headers, requests: requests[kind] }] as const,
    );
    const reached = Object.values(await rates(Object.fromEntries(targets)));
    for (const [at, { perSecond: rate }] of reached.entries()) {
      const of = perSecond[at];
      if (of !== undefined) of[kind] = rate;
    }
  }
  const all: Measured[] = [];
  for (const [at, program] of programs.entries()) {
    const exportSeconds = await secondsOf(async () => {
      const lines = await program.exportAll();
      if (lines !== leads) throw new Error(`${program.url} exported ${lines} of ${leads} leads.`);
    });
    const importSeconds = await program.importFile(file, IMPORTED);
    const [cost, rate] = [costs[at], perSecond[at]];
    if (cost !== undefined && rate !== undefined) all.push({ ...cost, ...rate, exportSeconds, importSeconds });
  }
  return all;
}

/** Fails if a program's answer isn't what all are compared by. */
async function checkAnswer({ url, headers, requests }: Peer, kind: keyof PeerRequests): Promise<void> {
  const [first] = requests[kind];
  if (first === undefined || first.method !== "GET") return;
  const text = JSON.stringify(await callJson(`${url}${first.path}`, { headers }));
  const names = text.match(/"email":"/gu)?.length ?? 0;
  if (kind === "list" && names !== PAGE) throw new Error(`${url} listed ${names} leads: ${text.slice(0, 300)}`);
  if (kind === "search" && names === 0) throw new Error(`${url} found nothing: ${text.slice(0, 300)}`);
}

function compared(other: string, ours: Measured | undefined, theirs: Measured | undefined): Figure[] {
  if (ours === undefined || theirs === undefined) return [];
  return ROWS.map(([figure, name, unit, goal]) => {
    const measured = { name: `${name}, ${other}`, engine: "postgres", value: ours[figure], unit };
    return "atLeast" in goal
      ? atLeast(goal.atLeast, theirs[figure], measured)
      : atMostPart(goal.atMost, theirs[figure], measured);
  });
}
