/** The URLs of the databases created by the running test file; they are dropped when it ends. */
export const databasesOfFile: string[] = [];
