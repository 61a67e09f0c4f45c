import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tmpdir } from "node:os";
import type { PeerPlan } from "./compare.ts";
import { callJson, install, linesOf, megabytesOf, secondsOf, startProgram, type Peer } from "./peer.ts";
import { importedRows, loadLeads, PLAIN_COLUMNS, SEARCHED_COLUMNS } from "./plain-leads.ts";

const OWNER = { email: "owner@example.com", password: "Long-password-1" };
const KINDS: Partial<Record<(typeof PLAIN_COLUMNS)[number], string>> = {
  score: "Number",
  notes: "LongText",
  made_at: "DateTime",
};
/** The most it takes per call. */
const ROWS_PER_CALL = 100;
const POLL_MILLISECONDS = 100;
const READY = "/api/v1/health";

/** Starts NocoDB with its leads in a table that it made. */
export async function nocodb({ databaseUrl, leads, terms, changes }: PeerPlan): Promise<Peer> {
  const folder = await install("nocodb", ["sqlite3"]);
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const env = {
    NC_DB: `pg://${hostname}:${port}?u=${username}&p=none&d=${pathname.slice(1)}`,
    NC_TOOL_DIR: await mkdtemp(join(tmpdir(), "winnow-bench-")),
    NC_ADMIN_EMAIL: OWNER.email,
    NC_ADMIN_PASSWORD: OWNER.password,
    NC_AUTH_JWT_SECRET: "a secret of the benchmark",
    NC_DISABLE_TELE: "true",
  };
  const program = join(folder, "start.mjs");
  const first = await startProgram(folder, [program], env, READY);
  const { headers, base, made } = await makeTables(first.url);
  await first.stop();
  const [ours, imported] = made;
  if (ours === undefined || imported === undefined) throw new Error("NocoDB made no tables.");
  await loadLeads(databaseUrl, `"${base}".leads`, leads, SEARCHED_COLUMNS);
  const server = await startProgram(folder, [program], env, READY);
  const { url } = server;
  const records = `/api/v2/tables/${ours.id}/records`;
  const anywhere = (term: string): string => SEARCHED_COLUMNS.map((column) => `(${column},like,%${term}%)`).join("~or");
  return {
    ...server,
    coldStart: server.seconds,
    installedMegabytes: await megabytesOf(folder),
    headers,
    requests: {
      list: [{ method: "GET", path: `${records}?where=(status,eq,qualified)&sort=-made_at&limit=50` }],
      search: terms.map((term) => ({
        method: "GET",
        path: `${records}?where=${encodeURIComponent(anywhere(term))}&sort=-made_at&limit=50`,
      })),
      status: changes.map(({ id, status }) => ({ method: "PATCH", path: records, body: [{ Id: id, status }] })),
      counts: [{ method: "GET", path: `/api/v1/db/data/noco/${base}/${ours.id}/groupby?column_name=status` }],
    },
    async exportAll() {
      const { id } = (await callJson(`${url}/api/v2/export/${ours.view}/csv`, post(headers, {}))) as { id: string };
      for (;;) {
        const jobs = (await callJson(`${url}/api/v2/jobs/${base}`, post(headers, {}))) as Job[];
        const job = jobs.find((one) => one.id === id);
        if (job?.status === "failed") throw new Error("NocoDB's export failed.");
        if (job?.status === "completed") return linesOf(`${url}/${encodeURI(job.result.url)}`);
        await sleep(POLL_MILLISECONDS);
      }
    },
    async importFile(_path, rows) {
      const all = importedRows(rows);
      const path = `${url}/api/v2/tables/${imported.id}/records`;
      return secondsOf(async () => {
        for (let at = 0; at < all.length; at += ROWS_PER_CALL) {
          await callJson(path, post(headers, all.slice(at, at + ROWS_PER_CALL)));
        }
      });
    },
  };
}

interface Job {
  id: string;
  status: string;
  result: { url: string };
}

interface Table {
  id: string;
  view: string;
}

function post(headers: Record<string, string>, body: unknown): RequestInit {
  return { method: "POST", headers, body: JSON.stringify(body) };
}

async function makeTables(url: string): Promise<{ headers: Record<string, string>; base: string; made: Table[] }> {
  const { token } = (await callJson(`${url}/api/v1/auth/user/signin`, post({}, OWNER))) as { token: string };
  const signedIn = { "xc-auth": token };
  const base = (await callJson(`${url}/api/v2/meta/bases`, post(signedIn, { title: "Bench" }))) as { id: string };
  const columns = [
    { column_name: "id", title: "Id", uidt: "ID" },
    ...PLAIN_COLUMNS.map((name) => ({ column_name: name, title: name, uidt: KINDS[name] ?? "SingleLineText" })),
  ];
  const made: Table[] = [];
  for (const name of ["leads", "imported"]) {
    const body = { table_name: name, title: name, columns };
    const table = (await callJson(`${url}/api/v2/meta/bases/${base.id}/tables`, post(signedIn, body))) as {
      id: string;
      views: { id: string }[];
    };
    made.push({ id: table.id, view: table.views[0]?.id ?? "" });
  }
  const key = (await callJson(`${url}/api/v1/tokens`, post(signedIn, { description: "bench" }))) as { token: string };
  return { headers: { "xc-token": key.token }, base: base.id, made };
}
