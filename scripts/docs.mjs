// npm run docs: writes docs/help.md from the product's help texts.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["scripts/write-help.mjs"]);
});
