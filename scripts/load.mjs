// npm run load: a sales team's day on one server, then overload, then many open event streams;
// `-- --users 200 --seconds 60 --leads 50000 --streams 10000 --postgres`.
import { existsSync } from "node:fs";
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  if (process.argv.includes("--postgres")) {
    await installOnDebian([{ name: "postgresql", isThere: () => existsSync("/usr/lib/postgresql") }]);
  }
  return run(pinnedNode, ["test/load/main.ts", ...process.argv.slice(2)]);
});
