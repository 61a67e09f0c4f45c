// npm run scaling: several processes on one database: throughput, events, failover and upgrades.
import { existsSync } from "node:fs";
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  await installOnDebian([
    { name: "postgresql", isThere: () => existsSync("/usr/lib/postgresql") },
    { name: "pgbouncer", isThere: () => existsSync("/usr/sbin/pgbouncer") },
  ]);
  return run(pinnedNode, ["test/scaling/main.ts", ...process.argv.slice(2)]);
});
