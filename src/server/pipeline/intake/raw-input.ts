import { LIMITS } from "#shared/limits.ts";
import type { NamedValue, RawLead, SourceRef } from "#shared/raw-lead.ts";

const FIRST_READER = 1;

/**
 * One row as its source delivered it. A lead's `rawData` is a list of these, one per row that contributed to the lead,
 * so that everything can be read again.
 */
export interface RawInput {
  source: string;
  sourceId: string | null;
  sourceName: string;
  rowKey: string;
  contentHash: string;
  locator: string;
  raw: unknown;
  /** The reader's version; 1 when absent, which is the usual case. */
  readBy?: number;
  recordId?: string;
  roles?: RawLead["roles"];
  /** The row's values of custom fields, which tell whether the lead still has what the row reported. */
  custom?: readonly NamedValue[];
}

export function rawInputOf(raw: RawLead, source: SourceRef): RawInput {
  const { rowKey, contentHash, locator, readBy = FIRST_READER, recordId, roles, custom = [] } = raw;
  return {
    source: source.kind,
    sourceId: source.id,
    sourceName: source.name,
    rowKey,
    contentHash,
    locator,
    raw: raw.raw,
    ...(readBy > FIRST_READER && { readBy }),
    ...(recordId !== undefined && { recordId }),
    ...(roles !== undefined && { roles }),
    ...(custom.length > 0 && { custom }),
  };
}

/** The version of the reader that read a row. */
export function readerOf({ readBy = FIRST_READER }: Pick<RawInput, "readBy">): number {
  return readBy;
}

/** The rows stored in `rawData`; empty when it holds anything else. */
export function rawInputsOf(rawData: unknown): RawInput[] {
  return Array.isArray(rawData) ? rawData.filter(isRawInput) : [];
}

/** The row's last stored input; undefined when it never contributed to the lead. */
export function findRawInput(rawData: unknown, raw: RawLead, source: SourceRef): RawInput | undefined {
  return rawInputsOf(rawData).find((known) => isSameRow(known, rawInputOf(raw, source)));
}

/** Replaces the row's stored input, or appends it while there is room. */
export function withRawInput(rawData: unknown, input: RawInput): RawInput[] {
  const inputs = rawInputsOf(rawData);
  const at = inputs.findIndex((known) => isSameRow(known, input));
  if (at >= 0) return inputs.with(at, input);
  return inputs.length < LIMITS.lead.rawInputs ? [...inputs, input] : inputs;
}

function isSameRow(a: RawInput, b: RawInput): boolean {
  return a.source === b.source && a.sourceId === b.sourceId && a.rowKey === b.rowKey;
}

function isRawInput(value: unknown): value is RawInput {
  return typeof value === "object" && value !== null && "rowKey" in value && "contentHash" in value;
}
