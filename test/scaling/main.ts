import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDatabasePair, startPgBouncer } from "#test/scaling/database-servers.ts";
import { failOver } from "#test/scaling/fail-over.ts";
import { fill, startInstallation, type Settings } from "#test/scaling/installation.ts";
import { measureRates } from "#test/scaling/rates.ts";
import { startReverseProxy } from "#test/scaling/reverse-proxy.ts";
import { rollingUpgrade, versionBefore } from "#test/scaling/rolling-upgrade.ts";
import { silentNetwork } from "#test/scaling/silent-network.ts";
import { checkShared } from "#test/scaling/shared-work.ts";

const PARTS = ["rates", "shared", "upgrade", "network", "fail-over"];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "5" },
    leads: { type: "string", default: "20000" },
    from: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const parts = positionals.length === 0 ? PARTS : positionals;
if (parts.some((part) => !PARTS.includes(part))) throw new Error(`The parts are: ${PARTS.join(", ")}.`);

const dataDir = await mkdtemp(join(tmpdir(), "winnow-scaling-data-"));
const pair = await startDatabasePair();
const bouncer = await startPgBouncer(pair.primary);
const proxy = await startReverseProxy();
const shared: Settings = { WINNOW_SECRET_KEY: "what all the processes share", WINNOW_LOG_LEVEL: "silent" };
const direct: Settings = { ...shared, DATABASE_URL: pair.url };
const pooled: Settings = { ...shared, DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: pair.url };
const reading: Settings = { ...direct, WINNOW_DATABASE_READ_URL: pair.standby.url };

try {
  await fill(pair.primary.url, dataDir, Number(values.leads));
  await pair.commitOnBoth();
  console.log(
    `${availableParallelism()} cores, shared by all processes, both databases, the proxy and the callers; load before: ${loadavg()[0]?.toFixed(1)}; ${values.leads} leads; ${seconds} s each; every commit is on two disks.\n`,
  );

  if (parts.includes("rates")) await printRates();
  if (parts.includes("shared")) await printShared();
  if (parts.some((part) => ["upgrade", "network", "fail-over"].includes(part))) printHead();
  if (parts.includes("upgrade")) {
    const from = values.from ?? (await versionBefore());
    for (const line of await rollingUpgrade(pair.primary.url, proxy, shared, from)) console.log(line);
  }
  if (parts.includes("network")) {
    for (const line of await silentNetwork(pair.primary.url, proxy, shared)) console.log(line);
  }
  // Last, because it changes the primary.
  if (parts.includes("fail-over")) await printFailOver();
} finally {
  await proxy.close();
  await bouncer.stop();
  await pair.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function printRates(): Promise<void> {
  console.log("| web | workers | database | reads/s | p50 ms | p99 ms | writes/s | p50 ms | p99 ms | load |");
  console.log("| --: | --: | --- | --: | --: | --: | --: | --: | --: | --: |");
  for (const [webs, workers, name, settings] of [
    [1, 1, "direct", direct],
    [2, 1, "direct", direct],
    [2, 2, "direct", direct],
    [4, 2, "direct", direct],
    [2, 1, "PgBouncer", pooled],
    [2, 1, "read replica", reading],
  ] as const) {
    const installation = await startInstallation(proxy, settings, { webs, workers });
    const { reads, writes, byReplica } = await measureRates(proxy.url, installation, seconds);
    const share = byReplica === null ? "" : `, which answered ${byReplica} of the readings`;
    console.log(`| ${webs} | ${workers} | ${name}${share} | ${reads} | ${writes} | ${loadavg()[0]?.toFixed(0)} |`);
    await installation.stop();
  }
}

async function printShared(): Promise<void> {
  const installation = await startInstallation(proxy, pooled, { webs: 3, workers: 2 });
  console.log("\nThree web processes and two workers, through PgBouncer:\n");
  for (const line of await checkShared(proxy.url, installation)) console.log(`- ${line}`);
  await installation.stop();
}

function printHead(): void {
  console.log(
    "\n| what happens | writes acknowledged | lost | refused | seconds without a write | longest answer s | streams back |",
  );
  console.log("| --- | --: | --: | --: | --: | --: | --: |");
}

async function printFailOver(): Promise<void> {
  const two = await startInstallation(proxy, direct, { webs: 2, workers: 1 });
  for await (const line of failOver(pair, proxy.url, two)) console.log(line);
  await two.stop();
}
