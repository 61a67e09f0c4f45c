// npm run faults: injects faults around a real server and reports the results. `-- --rounds 20 kill-sync full-disk` runs
// only these, `-- --write` updates docs/reliability.md. Faults that need a disk are skipped unless run as root.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["test/faults/main.ts", ...process.argv.slice(2)]);
});
