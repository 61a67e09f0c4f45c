// npm run faults: what goes wrong around a real server, again and again, and what came of it; `-- --rounds 20 kill-sync
// full-disk` only these, `-- --write` puts the table into docs/reliability.md. Disks need root, and are left out without.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["test/faults/main.ts", ...process.argv.slice(2)]);
});
