import { spawn } from "node:child_process";
import { join } from "node:path";
import { bundled, environmentWithoutSettings, NODE_FLAGS } from "#test/server-process.ts";

const ROOT = join(import.meta.dirname, "..");

export interface EndedCommand {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs a command such as `npm run backup` with `input` on standard input. With `byScript` it runs the script that npm
 * runs, which prepares the same program and passes signals and the exit code on. Ctrl+C is pressed once `until` is
 * printed.
 */
export async function runCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  { input = "", byScript = false, until }: { input?: string; byScript?: boolean; until?: string } = {},
): Promise<EndedCommand> {
  const program = byScript ? ["scripts/command.mjs", name] : [...NODE_FLAGS, await bundled(name)];
  const child = spawn(join(ROOT, "node_modules/.bin/node"), [...program, ...args], {
    cwd: ROOT,
    env: { ...environmentWithoutSettings(), ...env },
  });
  const ended: EndedCommand = { code: null, out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (ended.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ended.err += text;
    if (until !== undefined && ended.err.includes(until)) child.kill("SIGINT");
  });
  child.stdin.end(input);
  ended.code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  return ended;
}
