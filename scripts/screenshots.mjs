// npm run screenshots: takes the gallery in docs/screenshots from the demo, so that it shows what is there today.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["test/screenshots.ts"]);
});
