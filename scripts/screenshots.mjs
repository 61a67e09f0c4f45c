// npm run screenshots: retakes docs/screenshots from the demo.
import { installPackages } from "./packages.mjs";
import { main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages();
  return run(pinnedNode, ["test/screenshots.ts"]);
});
