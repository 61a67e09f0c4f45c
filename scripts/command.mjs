// npm run backup, restore, move-to-postgres, new-key, user: installs and builds what is missing, then runs the command.
import { buildServer } from "./builds.mjs";
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { runCompiled } from "./server.mjs";

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  await installPackages({ onlyToRun: true });
  await buildServer();
  return runCompiled(`dist/server/${name}.js`, args);
});
