// npm run train: rebuilds the text model's weights from training/.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["training/train.ts", ...process.argv.slice(2)]);
});
