// npm run backup, restore, move-to-postgres, new-key, user: installs what is missing, then runs the command.
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { runCompiled } from "./server.mjs";

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  await installPackages();
  return runCompiled(`src/server/commands/${name}.ts`, args);
});
