// npm run evaluate: how well rules, the learned fit and Odoo's naive Bayes tell the good leads of a labelled file.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["training/evaluate.ts", ...process.argv.slice(2)]);
});
