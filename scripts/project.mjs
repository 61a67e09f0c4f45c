import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The Node that runs Winnow: the pinned npm package, whatever Node started the script. */
export const pinnedNode = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * Runs a program in the project's folder and returns its exit code (128 + number after a signal, like a shell). SIGINT,
 * SIGTERM and SIGHUP are forwarded once, as `endBy`: a terminal already sends Ctrl+C to the whole group.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, output?: "inherit" | "stderr" | ((text: string) => void), shell?: boolean, stop?: AbortSignal, endBy?: NodeJS.Signals }} [options]
 * @returns {Promise<number>}
 */
export async function run(command, args, options = {}) {
  const { env = process.env, output = "inherit", shell = false, stop, endBy = "SIGTERM" } = options;
  const isPiped = typeof output === "function";
  const child = spawn(command, args, {
    cwd: root,
    env,
    shell,
    stdio: isPiped ? ["ignore", "pipe", "pipe"] : ["inherit", output === "stderr" ? 2 : "inherit", "inherit"],
  });
  if (isPiped) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", output);
  let passedOn = false;
  const passOn = () => {
    if (!passedOn) child.kill(endBy);
    passedOn = true;
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, passOn);
  stop?.addEventListener("abort", passOn);
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    for (const signal of signals) process.off(signal, passOn);
    stop?.removeEventListener("abort", passOn);
  }
}

/**
 * The JavaScript file of an installed package's command, to run with `pinnedNode`.
 *
 * @param {string} packageName
 * @param {string} [command] if it differs from the package's name
 */
export function commandOf(packageName, command = packageName) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = join(folder, typeof bin === "string" ? bin : bin[command]);
  if (!existsSync(file)) throw new Error(`${packageName} has no command ${command}.`);
  return file;
}

/**
 * Whether a program is on the PATH.
 *
 * @param {string} name
 */
export function onPath(name) {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/**
 * Runs a script and shows its error as one line; errors here are written for people.
 *
 * @param {() => Promise<number>} work returns the exit code
 */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
