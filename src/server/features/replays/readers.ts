import type { RawLead } from "#shared/raw-lead.ts";
import { REPLAY_SOURCES, type ReplaySource } from "#shared/source-kinds.ts";
import { readerOf, type RawInput } from "#server/pipeline/intake/raw-input.ts";
import { SOURCE_KIND_CODE } from "#server/features/source-kinds/registry.ts";
import type { StoredRowReader } from "#server/features/source-kinds/source-kind.ts";
import type { Workspace } from "#server/workspace.ts";

/** The version of the current reader of a kind of source. */
export function readerVersion(kind: ReplaySource): number {
  return SOURCE_KIND_CODE[kind].reader.version;
}

/** Whether rows of a kind of source can be read again. */
export function hasReader(kind: string): kind is ReplaySource {
  return (REPLAY_SOURCES as readonly string[]).includes(kind);
}

/** Whether a row was read by an earlier version than the current one. */
export function isOutdated(input: RawInput): boolean {
  return hasReader(input.source) && readerOf(input) < readerVersion(input.source);
}

/** Reads rows again; what several rows share is cached for this reader's lifetime. */
export interface Rereader {
  /** The current reader's result for a row; null if too little of it is stored. */
  reread(input: RawInput): Promise<RawLead | null>;
}

export function createRereader(workspace: Pick<Workspace, "store">): Rereader {
  const opened = new Map<ReplaySource, ReturnType<StoredRowReader["open"]>>();
  return {
    async reread(input) {
      const { source } = input;
      if (!hasReader(source)) return null;
      const read = opened.get(source) ?? SOURCE_KIND_CODE[source].reader.open(workspace);
      opened.set(source, read);
      const reading = await read(input);
      return reading === null ? null : { ...asKept(input), ...reading, readBy: readerVersion(source) };
    },
  };
}

/** The row's position, which reading it again doesn't change. */
function asKept({ rowKey, contentHash, locator, raw, recordId, roles }: RawInput) {
  const kept = { rowKey, contentHash, locator, raw, sourceData: {} };
  return { ...kept, ...(recordId !== undefined && { recordId }), ...(roles !== undefined && { roles }) };
}
