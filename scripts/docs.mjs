// npm run docs: writes the pages of docs/ that are made of the product's own texts.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["scripts/write-help.mjs"]);
});
