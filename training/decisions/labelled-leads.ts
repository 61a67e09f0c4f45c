import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { compileRuleset, type ScoringRule } from "#server/intake/ruleset.ts";
import { assessLead } from "#server/intake/assess-lead.ts";
import { createLead } from "#server/intake/create-lead.ts";
import { normaliseLead } from "#server/intake/normalise.ts";
import { dataRows, inspectFile } from "#server/sources/file-import/index.ts";
import { LeadRows } from "#server/sources/file-import/lead-rows.ts";
import { PART_BYTES, type StoredFile } from "#server/sources/file-import/stored-file.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";

/** A row of the file as Winnow takes it in and scores it, and what came of it. */
export interface LabelledLead {
  lead: LeadRecord;
  /** The same for rows of the same person, so that nobody is on both sides of a split. */
  id: string;
  isPositive: boolean;
  /** When it arrived, as the file says; null where it does not. */
  arrivedAt: string | null;
}

export interface LabelledFile {
  leads: LabelledLead[];
  /** The column that says what came of each. */
  label: string;
  /** The column of the moment of arrival, where there is one. */
  time: string | null;
  leftOut: { undecided: number; unusable: number };
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
/** Of the values of a label so many have to say yes or no. */
const MOSTLY = 0.5;
/** A day on which nothing is judged by its age. */
const TODAY = "2000-01-01T00:00:00.000Z";

/**
 * Reads a table as an import does, scores each row by the rules, and takes what came of it from one of its columns. Throws
 * with a sentence when the file is no table or no column says what came of the rows.
 */
export async function readLabelledLeads(path: string, choice: LabelChoice): Promise<LabelledFile> {
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
      `No column says what came of each row. Name it with --label; its values are to be such as ${[...LABELS.keys()].join(", ")}.`,
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
  const leads: LabelledLead[] = [];
  const leftOut = { undecided: 0, unusable: 0 };
  for (const [at, cells] of rows.entries()) {
    const isPositive = LABELS.get((cells[label] ?? "").trim().toLowerCase());
    if (isPositive === undefined) {
      leftOut.undecided += 1;
      continue;
    }
    const isBroken = broken[at];
    const raw = reader.read({ number: numbers[at] ?? 0, cells, ...(isBroken !== undefined && { broken: isBroken }) });
    const normal = "leftOut" in raw ? raw : normaliseLead(raw);
    if ("leftOut" in raw || !("lead" in normal)) {
      leftOut.unusable += 1;
      continue;
    }
    const created = createLead({ raw, normal: normal.lead, source, now: TODAY });
    const lead = assessLead(created, { ruleset, threshold, today: TODAY, now: TODAY });
    const arrived = time === null ? Number.NaN : Date.parse(cells[time] ?? "");
    const arrivedAt = Number.isNaN(arrived) ? null : new Date(arrived).toISOString();
    leads.push({ lead, id: lead.emailKey ?? raw.contentHash, isPositive, arrivedAt });
  }
  return { leads, label: names[label] ?? "", time: time === null ? null : (names[time] ?? ""), leftOut };
}

async function fileAt(path: string): Promise<StoredFile> {
  const bytes = await readFile(path);
  return {
    name: basename(path),
    bytes: bytes.length,
    part: async (part) => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  };
}

/** The column of the name that was asked for, else the first that looks so; null when none does. */
function columnNamed(
  names: readonly string[],
  asked: string | undefined,
  looksSo: (index: number) => boolean,
): number | null {
  if (asked !== undefined) {
    const index = names.findIndex((name) => name.trim().toLowerCase() === asked.trim().toLowerCase());
    if (index === -1) throw new Error(`The file has no column “${asked}”. It has: ${names.join(", ")}.`);
    return index;
  }
  const index = names.findIndex((_name, at) => looksSo(at));
  return index === -1 ? null : index;
}

function isLabel(rows: readonly string[][], column: number): boolean {
  const values = rows.map((cells) => (cells[column] ?? "").trim().toLowerCase()).filter((value) => value !== "");
  return values.length > 0 && values.filter((value) => LABELS.has(value)).length >= values.length * MOSTLY;
}
