// npm run evaluate: how well rules, the learned score and Odoo's naive Bayes find the good leads in a labeled file.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["training/evaluate.ts", ...process.argv.slice(2)]);
});
