/** Whether THOROUGH=1 asks for more inputs, both engines everywhere, and repeated kills. */
export const IS_THOROUGH = process.env["THOROUGH"] === "1";

/** How often to repeat a random check: `usual` times, or `thorough` times with THOROUGH=1. */
export function rounds(usual: number, thorough: number): number {
  return IS_THOROUGH ? thorough : usual;
}

/** How often to kill a server where one kill is usually enough. */
export const KILL_ROUNDS = rounds(1, 20);
