import { setTimeout as moment } from "node:timers/promises";
import pg from "pg";
import type { Fault, Outcome } from "#test/faults/fault.ts";
import { People } from "#test/faults/people.ts";
import type { Site } from "#test/faults/site.ts";

const AWAY_MILLISECONDS = 1_500;
const BEFORE_MILLISECONDS = 500;

/** A PostgreSQL fault while people write, over when it resolves. */
async function whileWriting(site: Site, rounds: number, befall: () => Promise<void>): Promise<Outcome> {
  await site.restart();
  const people = new People(site, 4);
  let recovery = 0;
  for (let round = 0; round < rounds; round += 1) {
    await moment(BEFORE_MILLISECONDS);
    await befall();
    const begun = performance.now();
    await site.ready();
    recovery = Math.max(recovery, (performance.now() - begun) / 1_000);
  }
  const counted = await people.check();
  const others = [...people.refusals].filter((words) => words !== "503 urn:winnow:problem:store_unreachable");
  if (others.length > 0) throw new Error(`People were refused with ${others.join(", ")}.`);
  await site.stop();
  return { rounds, ...counted, recovery };
}

/** Ends every connection to the server's database except this one. */
async function cutConnections(databaseUrl = ""): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
}

export const postgresFaults: readonly Fault[] = [
  {
    name: "postgres-restart",
    title: "PostgreSQL stopped at once and started again",
    engines: ["postgres"],
    inflict: (site, rounds) =>
      whileWriting(site, rounds, async () => {
        await site.postgres.halt();
        await moment(AWAY_MILLISECONDS);
        await site.postgres.resume();
      }),
  },
  {
    name: "postgres-kill",
    title: "PostgreSQL killed with SIGKILL and started again",
    engines: ["postgres"],
    inflict: (site, rounds) =>
      whileWriting(site, rounds, async () => {
        await site.postgres.kill();
        await site.postgres.resume();
      }),
  },
  {
    name: "postgres-cut",
    title: "all connections cut by pg_terminate_backend",
    engines: ["postgres"],
    inflict: (site, rounds) => whileWriting(site, rounds, () => cutConnections(site.databaseUrl)),
  },
];
