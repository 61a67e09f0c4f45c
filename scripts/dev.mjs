// npm run dev: the server, restarted on change, and the page with hot reload. When one exits, both stop.
import { installPackages } from "./packages.mjs";
import { commandOf, main, pinnedNode, run } from "./project.mjs";

await main(async () => {
  await installPackages({ onlyToRun: true });
  const end = new AbortController();
  const programs = [
    ["--watch", "src/server/main.ts"],
    [commandOf("vite"), "--clearScreen", "false"],
  ];
  const codes = await Promise.all(
    programs.map((args) => run(pinnedNode, args, { stop: end.signal }).finally(() => end.abort())),
  );
  // Codes from 128 mean a signal, which is how both are stopped.
  return codes.find((code) => code > 0 && code < 128) ?? 0;
});
