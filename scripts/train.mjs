// npm run train: makes the weights of the text model anew from the messages in training/.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["training/train.ts", ...process.argv.slice(2)]);
});
