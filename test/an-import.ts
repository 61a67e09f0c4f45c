import type { ImportRecord, ImportWrite } from "#server/db/imports/import-records.ts";

/** A freshly uploaded import for tests to vary. */
export function anImport(more: Partial<ImportRecord> = {}): Omit<ImportRecord, "id"> {
  return {
    fileName: "leads.csv",
    bytes: 1_000_000_000,
    format: "csv",
    state: "ready",
    reading: { encoding: "utf-8", delimiter: ",", hasHeader: true, sheet: null },
    sheets: [],
    columns: [{ index: 0, name: "E-mail", target: "email", samples: ["ann@x.example"] }],
    preview: [["ann@x.example"]],
    policy: "fill",
    counts: { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
    qualified: 0,
    rejects: 0,
    progress: 0,
    message: "",
    undo: null,
    actId: null,
    createdAt: "2026-05-01T10:00:00.000Z",
    startedAt: null,
    finishedAt: null,
    rowsRead: 0,
    uploadedBy: "",
    ...more,
  };
}

/** What a batch also writes for an import, given its current state. */
export function anImportWrite(id: string, more: Partial<ImportWrite> = {}): ImportWrite {
  const { rowsRead, progress, counts, qualified, rejects } = anImport();
  return {
    kind: "import",
    id,
    rowsBefore: 0,
    patch: { rowsRead, progress, counts, qualified, rejects },
    rejected: [],
    ...more,
  };
}
