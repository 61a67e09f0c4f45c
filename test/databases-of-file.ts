import type { Databases } from "#test/postgres.ts";

/** The databases created by the running test file, null if none; they are dropped when it ends. */
export const ofFile: { databases: Databases | null } = { databases: null };
