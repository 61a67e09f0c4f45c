// npm run eval: the accuracy report in docs/accuracy.md.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["training/eval.ts", ...process.argv.slice(2)]);
});
