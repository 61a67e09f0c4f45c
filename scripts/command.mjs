// npm run backup, restore, move-to-postgres, user: sets up what is missing, then runs the command with what follows its name.
import { installPackages } from "./packages.mjs";
import { main } from "./project.mjs";
import { runCompiled } from "./server.mjs";

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  await installPackages();
  return runCompiled(`src/server/commands/${name}.ts`, args);
});
