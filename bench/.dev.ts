// dev.ts engine leads database figure...
import { startServer } from "#test/server-process.ts";
import { tableOf } from "./figure.ts";
import { search } from "./search.ts"; import { listPage } from "./list-page.ts"; import { dashboard } from "./dashboard.ts"; import { exportAll } from "./export.ts"; import { statusChange } from "./status-change.ts"; import { sync } from "./sync.ts";
const [engine, leads, database, ...names] = process.argv.slice(2) as any;
const all: any = { search, list: listPage, dashboard, export: exportAll, status: statusChange, sync };
const stage: any = { engine, leads: Number(leads), database: engine === "sqlite" ? database + "/winnow.db" : database, startServer: (env: any = {}) => startServer({ dataDir: engine === "sqlite" ? database : "/tmp/bk/pgdir", env: { NODE_OPTIONS: process.env.FLAGS ?? "--max-semi-space-size=4", ...(engine === "sqlite" ? {} : { DATABASE_URL: database }), ...env } }) };
for (const n of names) console.log(tableOf(await all[n](stage)));
