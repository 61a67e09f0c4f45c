/** What jobs need of PostgreSQL beside works: statements of pg-boss, and a channel of their own. */
export interface JobDatabase {
  /** Runs a text, which may be of several statements when it has no values. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Tells the queues of every process on this database. */
  publish(message: string): Promise<void>;
  /** Hears what any of them published, and an empty message when some may have been missed. */
  subscribe(listener: (message: string) => void): () => void;
}
