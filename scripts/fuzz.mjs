// npm run fuzz: every parser against 100,000 mutated inputs; `-- --inputs 5000 html csv` fewer, and only of these.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["test/fuzz/main.ts", ...process.argv.slice(2)]);
});
