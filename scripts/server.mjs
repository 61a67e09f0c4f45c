import { join } from "node:path";
import { pinnedNode, root, run } from "./project.mjs";

/**
 * A young generation of 4 MB instead of 16 saves 20 MB of memory when idle and 90 MB under load, at the same throughput.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=4"];

/**
 * Runs the server until it exits and returns its exit code.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runServer(env = process.env) {
  return runCompiled("src/server/main.ts", [], env);
}

/**
 * Runs a server program and returns its exit code. Node caches the compiled sources, which halves the start time and
 * saves 18 MB.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runCompiled(program, args, env = process.env) {
  return run(pinnedNode, [...SERVER_FLAGS, program, ...args], {
    env: { NODE_COMPILE_CACHE: join(root, ".cache/compiled"), ...env },
  });
}
