import type { Table } from "#server/db/engine/table.ts";

/** Jobs, whose titles and results may name people. */
export const JOBS: Table = {
  name: "jobs",
  backup: { skip: "run by processes that run now; unfinished work adds them again" },
  seen: "all",
  people: {
    kind: "Jobs",
    key: ["id"],
    texts: ["title", "input", "progress", "result", "error", "message"],
    hidden: ["lease", "delivery"],
    ofPerson: "redact",
    mentioning: "redact",
  },
};
