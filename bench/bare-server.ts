// The limit of the HTTP figures: node:http and the bare driver with recorded SQL. Takes a file of requests, prints its
// URL when it listens, and exits with its parent.
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { openBareDriver } from "./bare-driver.ts";
import type { RecordedStatement } from "./recorded-sql.ts";
import type { DatabaseAddress } from "./stage.ts";

export interface BareServerPlan extends DatabaseAddress {
  /** GET /0 runs the first entry's statements and returns the rows of its first one, and so on. */
  lists: RecordedStatement[][];
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as BareServerPlan;
const driver = await openBareDriver(plan);
const lists = plan.lists.map((statements) => statements.map((statement) => driver.prepare(statement)));
const setStatus = driver.prepare({ sql: setStatusSql(plan.engine), parameters: [], planEachTime: false });

const server = createServer((request, response) => {
  const path = request.url ?? "";
  if (request.method === "PATCH") {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { status } = JSON.parse(body) as { status: string };
      const id = path.slice(path.lastIndexOf("/") + 1);
      answer(response, async () => {
        await setStatus([status, id]);
        return JSON.stringify({ id, status });
      });
    });
    return;
  }
  const list = lists[Number(path.slice(1))] ?? [];
  answer(response, async () => {
    const [rows = []] = await Promise.all(list.map(async (run) => run()));
    return `[${rows.map((row) => row[2]).join(",")}]`;
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

function answer(response: ServerResponse, work: () => Promise<string>): void {
  work().then(
    (body) => {
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
}

function setStatusSql(engine: DatabaseAddress["engine"]): string {
  return engine === "postgres"
    ? "update leads set status = $1 where id = $2"
    : "update leads set status = ? where id = ?";
}
