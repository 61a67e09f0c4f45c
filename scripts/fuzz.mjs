// npm run fuzz: 100,000 mutated inputs for every parser; `-- --inputs 5000 html csv` for fewer, and only these parsers.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["test/fuzz/main.ts", ...process.argv.slice(2)]);
});
