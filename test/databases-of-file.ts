/** The addresses of the databases that the running test file has made; they are dropped when it ends. */
export const databasesOfFile: string[] = [];
