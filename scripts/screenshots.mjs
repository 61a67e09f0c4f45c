// npm run screenshots: takes the pictures of the README from the demo, so that they show what is there today.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["test/screenshots.ts"]);
});
