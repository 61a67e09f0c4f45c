import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { compileRuleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { assessLead } from "#server/pipeline/intake/assess-lead.ts";
import { createLead } from "#server/pipeline/intake/create-lead.ts";
import { normalizeLead } from "#server/pipeline/intake/normalize.ts";
import { dataRows, inspectFile } from "#server/pipeline/sources/file-import/index.ts";
import { LeadRows } from "#server/pipeline/sources/file-import/lead-rows.ts";
import { PART_BYTES, type StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";

/** A scored row of the file with its outcome. */
export interface LabeledLead {
  lead: LeadRecord;
  /** Equal for rows about the same person, so no one is in both training and test. */
  id: string;
  isPositive: boolean;
  /** Arrival time, if the file has it. */
  arrivedAt: string | null;
}

export interface LabeledFile {
  leads: LabeledLead[];
  /** The outcome column. */
  label: string;
  /** The arrival time column, if any. */
  time: string | null;
  skipped: { undecided: number; unusable: number };
}

export interface LabelChoice {
  rules: readonly ScoringRule[];
  label?: string | undefined;
  time?: string | undefined;
}

const LABELS: ReadonlyMap<string, boolean> = new Map([
  ...["approved", "qualified", "won", "converted", "1", "yes", "y", "true"].map((word) => [word, true] as const),
  ...["rejected", "disqualified", "unqualified", "lost", "0", "no", "n", "false"].map((word) => [word, false] as const),
]);
const LABEL_NAME = /^(label|outcome|result|decision|status|won|converted|approved|qualified|is_?won|stage)$/iu;
const TIME_NAME = /^(created|created[ _]?at|created[ _]?on|date|arrived|received|timestamp|submitted([ _]at)?)$/iu;
/** The minimum share of recognized values in an outcome column. */
const MIN_RECOGNIZED = 0.5;
/** A fixed day, so age doesn't affect scores. */
const TODAY = "2000-01-01T00:00:00.000Z";

/**
 * Reads a table like an import, scores each row with the rules and takes outcomes from one of its columns. Throws if the
 * file isn't a table or has no outcome column.
 */
export async function readLabeledLeads(path: string, choice: LabelChoice): Promise<LabeledFile> {
  const file = await fileAt(path);
  const inspected = await inspectFile(file, { reading: {} });
  const rows: string[][] = [];
  const numbers: number[] = [];
  const broken: (string | undefined)[] = [];
  for await (const piece of dataRows(file, inspected)) {
    for (const row of piece.rows) {
      rows.push(row.cells);
      numbers.push(row.number);
      broken.push(row.broken);
    }
  }
  const names = inspected.columns.map(({ name }) => name);
  const label = columnNamed(
    names,
    choice.label,
    (index) => LABEL_NAME.test(names[index] ?? "") && isLabel(rows, index),
  );
  if (label === null) {
    throw new Error(
      `Found no outcome column. Name it with --label; its values should be among ${[...LABELS.keys()].join(", ")}.`,
    );
  }
  const time = columnNamed(names, choice.time, (index) => TIME_NAME.test((names[index] ?? "").trim()));
  const columns = inspected.columns.map(({ name, target }, index) => ({
    name,
    target: index === label || index === time ? ("ignore" as const) : target,
  }));
  const reader = new LeadRows({
    importId: "evaluation",
    fileName: file.name,
    sheet: inspected.reading.sheet,
    hasHeader: inspected.reading.hasHeader,
    columns,
  });
  const ruleset = compileRuleset(choice.rules);
  const threshold = LIMITS.qualificationThreshold.default;
  const source = { kind: "file", id: null, name: file.name };
  const leads: LabeledLead[] = [];
  const skipped = { undecided: 0, unusable: 0 };
  for (const [at, cells] of rows.entries()) {
    const isPositive = LABELS.get((cells[label] ?? "").trim().toLowerCase());
    if (isPositive === undefined) {
      skipped.undecided += 1;
      continue;
    }
    const isBroken = broken[at];
    const raw = reader.read({ number: numbers[at] ?? 0, cells, ...(isBroken !== undefined && { broken: isBroken }) });
    const normal = "skipped" in raw ? raw : normalizeLead(raw);
    if ("skipped" in raw || !("lead" in normal)) {
      skipped.unusable += 1;
      continue;
    }
    const created = createLead({ raw, normal: normal.lead, source, now: TODAY });
    const lead = assessLead(created, { ruleset, threshold, today: TODAY, now: TODAY });
    const arrived = time === null ? Number.NaN : Date.parse(cells[time] ?? "");
    const arrivedAt = Number.isNaN(arrived) ? null : new Date(arrived).toISOString();
    leads.push({ lead, id: lead.emailKey ?? raw.contentHash, isPositive, arrivedAt });
  }
  return { leads, label: names[label] ?? "", time: time === null ? null : (names[time] ?? ""), skipped };
}

async function fileAt(path: string): Promise<StoredFile> {
  const bytes = await readFile(path);
  return {
    name: basename(path),
    bytes: bytes.length,
    part: async (part) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  };
}

/** The requested column, or else the first that looks right; null if none does. */
function columnNamed(
  names: readonly string[],
  asked: string | undefined,
  looksRight: (index: number) => boolean,
): number | null {
  if (asked !== undefined) {
    const index = names.findIndex((name) => name.trim().toLowerCase() === asked.trim().toLowerCase());
    if (index === -1) throw new Error(`The file has no column “${asked}”. It has: ${names.join(", ")}.`);
    return index;
  }
  const index = names.findIndex((_name, at) => looksRight(at));
  return index === -1 ? null : index;
}

function isLabel(rows: readonly string[][], column: number): boolean {
  const values = rows.map((cells) => (cells[column] ?? "").trim().toLowerCase()).filter((value) => value !== "");
  return values.length > 0 && values.filter((value) => LABELS.has(value)).length >= values.length * MIN_RECOGNIZED;
}
