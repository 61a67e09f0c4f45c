import type { ReplaySource } from "#shared/contract/replay.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { EMAIL_READER_VERSION } from "#server/email-analysis/reader-version.ts";
import { readerOf, type RawInput } from "#server/intake/raw-input.ts";
import { FILE_READER_VERSION } from "#server/sources/file-import/reader-version.ts";
import { SHEET_READER_VERSION } from "#server/sources/google-sheets/reader-version.ts";
import { FORM_READER_VERSION } from "#server/sources/web-form/reader-version.ts";
import { EXTRACTOR_VERSION } from "#server/sources/website/extract/extractor-version.ts";
import { rereadFileRow } from "#server/workflows/replays/reread-file.ts";
import { rereadForm } from "#server/workflows/replays/reread-form.ts";
import { createPageRereading } from "#server/workflows/replays/reread-pages.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The version of what reads each kind of source today. */
export const READER_VERSIONS: Readonly<Record<ReplaySource, number>> = {
  google_sheets: SHEET_READER_VERSION,
  website: EXTRACTOR_VERSION,
  email: EMAIL_READER_VERSION,
  form: FORM_READER_VERSION,
  file: FILE_READER_VERSION,
};

/** Whether a kind of source has a reader of its own. */
export function hasReader(kind: string): kind is ReplaySource {
  return kind in READER_VERSIONS;
}

/** Whether a row was read by an earlier version than today's. */
export function isOutdated(input: RawInput): boolean {
  return hasReader(input.source) && readerOf(input) < READER_VERSIONS[input.source];
}

/** Reads rows again; what several rows share is remembered as long as this is. */
export interface Rereader {
  /** What today's reader makes of a row; null when too little of it is kept. */
  reread(input: RawInput): Promise<RawLead | null>;
}

export function createRereader(workspace: Pick<Workspace, "store">): Rereader {
  const files = new Map<string, ReturnType<typeof rereadFileRow>>();
  const pages = createPageRereading(workspace);
  return {
    async reread(input) {
      if (!hasReader(input.source)) return null;
      const read = await readOf(input.source, input);
      return read === null ? null : { ...asKept(input), ...read, readBy: READER_VERSIONS[input.source] };
    },
  };

  async function readOf(
    source: ReplaySource,
    input: RawInput,
  ): Promise<Pick<RawLead, "fields" | "methods" | "facts"> | null> {
    switch (source) {
      case "google_sheets": {
        const { rereadSheetRow } = await import("#server/sources/google-sheets/reread-row.ts");
        return rereadSheetRow(input.raw);
      }
      case "email": {
        const { rereadEmail } = await import("#server/email-analysis/reread-email.ts");
        return readIn(rereadEmail(input.rowKey, input.raw));
      }
      case "form":
        return readIn(await rereadForm(workspace, input));
      case "file": {
        const { recordId = "" } = input;
        const known = files.get(recordId) ?? rereadFileRow(workspace, recordId);
        files.set(recordId, known);
        return readIn((await known)(input.raw));
      }
      case "website":
        return readIn(await pages.reread(input));
    }
  }
}

function readIn(lead: RawLead | null): Pick<RawLead, "fields" | "methods" | "facts"> | null {
  if (lead === null) return null;
  const { fields, methods, facts } = lead;
  return { fields, facts, ...(methods !== undefined && { methods }) };
}

/** Where the row stood, which reading it again does not change. */
function asKept({ rowKey, contentHash, locator, raw, recordId }: RawInput) {
  return { rowKey, contentHash, locator, raw, sourceData: {}, ...(recordId !== undefined && { recordId }) };
}
