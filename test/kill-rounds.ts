/** How often to kill a server where one kill is usually enough; KILL_ROUNDS=20 searches for rare failures. */
export const KILL_ROUNDS = Number(process.env["KILL_ROUNDS"] ?? 1);
