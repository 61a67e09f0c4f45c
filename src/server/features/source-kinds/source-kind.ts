import type { DataSourceTestResult, SyncRun } from "#shared/contract/data-source.ts";
import type { OriginPlace } from "#shared/contract/leads/provenance.ts";
import type { FieldOrigin } from "#shared/lead-record.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import type { DataSourceKind, ReplaySource, SourceKind } from "#shared/source-kinds.ts";
import type { RawInput } from "#server/pipeline/intake/raw-input.ts";
import type { DataSourceRecord, SealedCredentials } from "#server/db/sources/data-sources.ts";
import type { Workspace } from "#server/workspace.ts";

/** The result of reading a stored row again. */
export type Reading = Pick<RawLead, "fields" | "methods" | "facts">;

/** The code of a kind of source, as required by its facts in `shared/source-kinds.ts`. */
export type SourceKindCode<Kind extends SourceKind> = {
  /** Where to look up the origin of a value; null if it's no longer stored. */
  place?(
    origin: FieldOrigin,
    input: RawInput | undefined,
    sources: ReadonlyMap<string, DataSourceRecord>,
  ): OriginPlace | null;
} & (Kind extends ReplaySource ? { reader: StoredRowReader } : object) &
  (Kind extends DataSourceKind ? { connector: Connector } : object);

export interface StoredRowReader {
  /** The version of the current reader. */
  version: number;
  /**
   * Returns a function that rereads rows and caches what they share; it returns null if too little of a row is stored.
   */
  open(workspace: Pick<Workspace, "store">): (input: RawInput) => Promise<Reading | null>;
}

export interface Connector {
  /** Imports new and changed leads and updates the counts in `run`. Throws the source's errors. */
  read(workspace: Workspace, source: DataSourceRecord, run: SyncRun, signal: AbortSignal): Promise<void>;
  /** Connects for real. Throws if a secret is missing or unreadable. */
  test(
    workspace: Workspace,
    record: Pick<DataSourceRecord, "name" | "config" | keyof SealedCredentials>,
  ): Promise<DataSourceTestResult>;
}

/** The fields of a lead that were read, without the row's location. */
export function readingOf(lead: RawLead | null): Reading | null {
  if (lead === null) return null;
  const { fields, methods, facts } = lead;
  return { fields, facts, ...(methods !== undefined && { methods }) };
}
