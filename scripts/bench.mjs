// npm run bench: every figure beside its limit, on both engines. Arguments go to the runner.
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { main, onPath, pinnedNode, run } from "./project.mjs";
import { buildWebPage } from "./web-page.mjs";

await main(async () => {
  await installPackages();
  await installOnDebian([{ name: "wrk", isThere: () => onPath("wrk") }]);
  if (!onPath("wrk")) {
    throw new Error(
      "The HTTP figures are measured with wrk. Install it (Debian: apt-get install wrk), then run again.",
    );
  }
  await buildWebPage();
  return run(pinnedNode, ["bench/run.ts", ...process.argv.slice(2)]);
});
