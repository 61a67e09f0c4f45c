// npm run bench: measures every figure next to its limit, on both databases. Arguments go to bench/run.ts.
import { installOnDebian } from "./debian.mjs";
import { installPackages } from "./packages.mjs";
import { main, onPath, pinnedNode, run } from "./project.mjs";
import { buildServer, buildWebPage } from "./builds.mjs";

await main(async () => {
  await installPackages();
  await installOnDebian([{ name: "wrk", isThere: () => onPath("wrk") }]);
  if (!onPath("wrk")) {
    throw new Error("The HTTP figures need wrk. Install it (Debian: apt-get install wrk) and try again.");
  }
  await buildWebPage();
  await buildServer();
  return run(pinnedNode, ["bench/run.ts", ...process.argv.slice(2)]);
});
