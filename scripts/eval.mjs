// npm run eval: what the shipped text model gets right, on messages it never learned from.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["training/eval.ts", ...process.argv.slice(2)]);
});
