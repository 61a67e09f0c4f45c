import type { Table } from "#server/db/engine/table.ts";

/** Jobs, whose titles and results may name people. */
export const JOBS: Table = {
  name: "jobs",
  backup: { skip: "run by processes that run now; unfinished work adds them again" },
  // The title of an import names a file.
  seen: { where: "(seen.kind <> 'import' or seen.actor = :username)" },
  people: {
    kind: "Jobs",
    key: ["id"],
    texts: ["title", "input", "progress", "result", "error", "message"],
    hidden: ["lease", "delivery"],
    ofPerson: "redact",
    mentioning: "redact",
  },
};
