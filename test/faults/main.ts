// npm run faults: real processes, real faults, and a table of results; --write updates docs/reliability.md.
import { parseArgs } from "node:util";
import { faults } from "#test/faults/faults.ts";
import { FaultSkipped, type Outcome } from "#test/faults/fault.ts";
import { startPeers } from "#test/faults/peers.ts";
import { Site } from "#test/faults/site.ts";
import { tableOf, writeTable, type Row } from "#test/faults/table.ts";
import { startPostgres } from "#test/postgres.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    engine: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const names = faults.map(({ name }) => name);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`There is no fault "${unknown}". The faults are: ${names.join(", ")}.`);
const chosen = faults.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const postgres = await startPostgres({ durable: true });
const rows: Row[] = [];
for (const fault of chosen) {
  for (const engine of fault.engines.filter((one) => values.engine === undefined || values.engine === one)) {
    const begun = performance.now();
    const result = await inflicted(fault, engine);
    rows.push({ title: fault.title, engine, result });
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    console.log(
      `${"failed" in result ? "✗" : "✓"} ${fault.name} on ${engine}, ${seconds} s: ${JSON.stringify(result)}`,
    );
  }
}
await postgres.stop();
console.log(`\n${tableOf(rows)}`);
if (values.write) await writeTable(rows);
process.exitCode = rows.some(({ result }) => "failed" in result) ? 1 : 0;

async function inflicted(fault: (typeof faults)[number], engine: "sqlite" | "postgres"): Promise<Row["result"]> {
  const peers = await startPeers();
  const site = await Site.make(engine, peers, postgres);
  try {
    const outcome: Outcome = await fault.inflict(site, Number(values.rounds));
    const { lost, doubled } = outcome;
    return lost + doubled > 0 ? { ...outcome, failed: `${lost} lost, ${doubled} doubled` } : outcome;
  } catch (error) {
    if (error instanceof FaultSkipped) return { skipped: error.message };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    await site.close();
    await peers.close();
  }
}
